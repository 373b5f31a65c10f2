// The weight of a workspace reaches the slots of new answers: of two equally busy ones, each is served by its weight.
import { expect, it } from 'vitest';
import type { MeteredCall } from '../../contract/metered.ts';
import type { Ledger } from '../ledger.ts';
import { fairSlots } from './fair-slots.ts';
import { createMeter } from '../meter.ts';
import { recentAnswers } from '../recent.ts';
import { recentPayers } from '../recent-payers.ts';

const head = { collection: 'live', version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 } as const;

const ledger: Ledger = {
  whoIs: async (payer) => {
    const accountId = payer.kind === 'session' ? payer.workspaceId : '';
    return { keyId: `session:${accountId}`, collection: 'live', accountId };
  },
  charge: async ({ payer }) => {
    const accountId = payer.kind === 'session' ? payer.workspaceId : '';
    return {
      kind: 'charged',
      paidFrom: 'prepaid',
      keyId: `session:${accountId}`,
      accountId,
      collection: 'live',
      left: 1,
    };
  },
  find: async () => null,
  keep: async () => true,
  read: async () => null,
  noteUse: () => undefined,
  failureOf: () => null,
};

it('builds for a workspace of weight 3 three answers while it builds one for another', async () => {
  const built: string[] = [];
  const deliver = createMeter({
    ledger,
    fingerprint: () => Buffer.alloc(32),
    recent: recentAnswers({ settled: () => head, read: async () => head }),
    slots: fairSlots({ slots: 1, eachMax: 100, elapsed: () => 0, later: (call) => call() }),
    unpaidSlot: fairSlots({ slots: 1, eachMax: 100, elapsed: () => 0, later: (call) => call() }),
    payers: recentPayers(() => 0),
    weightOf: (accountId) => (accountId === 'heavy' ? 3 : 1),
    elapsed: () => 0,
  });
  const call = (workspaceId: string, number: number): MeteredCall => ({
    operation: 'getBrief',
    payer: { kind: 'session', sessionId: 'ses', workspaceId },
    collection: 'live',
    requestId: `${workspaceId}-${number}`,
    isOwnId: false,
    parameters: {},
    request: `/v1/brief?ticker=${workspaceId}${number}`,
    build: async () => {
      built.push(workspaceId);
      return { bytes: Buffer.from('{}'), sha256: `${workspaceId}${number}`, asOf: head.watermark };
    },
    isListening: () => true,
  });
  const asked = Array.from({ length: 24 }, (_none, number) => [call('light', number), call('heavy', number)]).flat();
  await Promise.all(asked.map(deliver));
  expect(built).toHaveLength(48);
  const first = built.slice(0, 32);
  expect(first.filter((one) => one === 'heavy').length).toBeGreaterThanOrEqual(23);
  expect(first.filter((one) => one === 'light').length).toBeGreaterThanOrEqual(8);
});

// A workspace without credit keeps no slot from those that pay.
import { expect, it } from 'vitest';
import type { MeteredCall } from '../../contract/metered.ts';
import { fairSlots } from './fair-slots.ts';
import type { Ledger } from '../ledger.ts';
import { createMeter } from '../meter.ts';
import { recentAnswers } from '../recent.ts';
import { recentPayers } from '../recent-payers.ts';

const head = { collection: 'live', version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 } as const;
const whoIs = (accountId: string) => ({ keyId: `session:${accountId}`, accountId, collection: 'live' }) as const;
const workspaceOf = (payer: MeteredCall['payer']): string => (payer.kind === 'session' ? payer.workspaceId : '');

const ledger: Ledger = {
  whoIs: async (payer) => whoIs(workspaceOf(payer)),
  charge: async ({ payer }) =>
    workspaceOf(payer) === 'broke'
      ? { kind: 'unpaid', reason: 'no-credit', left: 0, ...whoIs('broke') }
      : { kind: 'charged', paidFrom: 'prepaid', left: 1, ...whoIs(workspaceOf(payer)) },
  find: async () => null,
  keep: async () => true,
  read: async () => null,
  noteUse: () => undefined,
  failureOf: () => null,
};

const slots = () => fairSlots({ slots: 1, eachMax: 100, elapsed: () => 0, later: (call) => call() });

it('builds for who pays while answers of a workspace without credit are still being built', async () => {
  const deliver = createMeter({
    ledger,
    fingerprint: () => Buffer.alloc(32),
    recent: recentAnswers({ settled: () => head, read: async () => head }),
    slots: slots(),
    unpaidSlot: slots(),
    payers: recentPayers(() => 0),
    weightOf: () => 1,
    elapsed: () => 0,
  });
  const call = (workspaceId: string, number: number, wait?: Promise<void>): MeteredCall => ({
    operation: 'getBrief',
    payer: { kind: 'session', sessionId: 'ses', workspaceId },
    collection: 'live',
    requestId: `${workspaceId}-${number}`,
    isOwnId: false,
    parameters: {},
    request: `/v1/brief?ticker=${workspaceId}${number}`,
    build: async () => {
      await wait;
      return { bytes: Buffer.from('{}'), sha256: `${workspaceId}${number}`, asOf: head.watermark };
    },
    isListening: () => true,
  });
  // The first refusal reveals the missing credit.
  await expect(deliver(call('broke', 0))).rejects.toMatchObject({ code: 'no-credit' });
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const unpaid = [1, 2, 3].map((number) => deliver(call('broke', number, slow)).catch((error: unknown) => error));
  expect(await deliver(call('paying', 0))).toMatchObject({ charge: 1 });
  finish();
  expect(await Promise.all(unpaid)).toMatchObject(unpaid.map(() => ({ code: 'no-credit' })));
});

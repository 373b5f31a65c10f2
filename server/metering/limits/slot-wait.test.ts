// A call without a slot within five seconds is asked to retry; a slot that comes later serves others.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MeteredCall } from '../../contract/metered.ts';
import { fairSlots } from './fair-slots.ts';
import type { Ledger } from '../ledger.ts';
import { createMeter } from '../meter.ts';
import { recentAnswers } from '../recent.ts';
import { recentPayers } from '../recent-payers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const head = { collection: 'live', version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 } as const;
const who = { keyId: 'session:desk', accountId: 'desk', collection: 'live' } as const;

const ledger: Ledger = {
  whoIs: async () => who,
  charge: async () => ({ kind: 'charged', paidFrom: 'prepaid', left: 1, ...who }),
  find: async () => null,
  keep: async () => true,
  read: async () => null,
  noteUse: () => undefined,
  failureOf: () => null,
};

it('is refused as busy after five seconds, keeps no slot, and charges nothing', async () => {
  const slots = () => fairSlots({ slots: 1, eachMax: 100, elapsed: () => 0, later: (call) => call() });
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
  const call = (number: number, wait?: Promise<void>): MeteredCall => ({
    operation: 'getBrief',
    payer: { kind: 'session', sessionId: 'ses', workspaceId: 'desk' },
    collection: 'live',
    requestId: `desk-${number}`,
    isOwnId: false,
    parameters: {},
    request: `/v1/brief?ticker=ZQ${number}`,
    build: async () => {
      await wait;
      return { bytes: Buffer.from('{}'), sha256: `answer ${number}`, asOf: head.watermark };
    },
    isListening: () => true,
  });
  let finish = (): void => undefined;
  const slow = deliver(call(1, new Promise<void>((resolve) => (finish = resolve))));
  const waiting = deliver(call(2)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_900);
  const later = deliver(call(3));
  await vi.advanceTimersByTimeAsync(200);
  expect(await waiting).toMatchObject({ code: 'unavailable', message: expect.stringContaining('as many new answers') });
  finish();
  expect(await Promise.all([slow, later])).toMatchObject([{ charge: 1 }, { charge: 1 }]);
});

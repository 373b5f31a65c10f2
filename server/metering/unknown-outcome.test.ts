// A debit whose connection broke and whose entry is found later: a failure after it is not known to be free.
import { describe, expect, it } from 'vitest';
import type { MeteredCall } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import { fairSlots } from './limits/fair-slots.ts';
import type { Ledger } from './ledger.ts';
import { createMeter } from './meter.ts';
import { recentAnswers } from './recent.ts';
import { recentPayers } from './recent-payers.ts';

const head = { collection: 'live', version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 } as const;
const who = { keyId: 'key', accountId: 'ws', collection: 'live' } as const;
const slots = () => fairSlots({ slots: 1, eachMax: 9, elapsed: () => 0, later: (call) => call() });

type Scene = { breaks: boolean; isOwnId: boolean; fingerprint?: Buffer; isReplayable?: boolean };

/** The charge finds an entry whose bytes a legal removal has deleted since. */
async function refusedIn({ breaks, isOwnId, fingerprint, isReplayable = true }: Scene): Promise<ProblemError> {
  const own = Buffer.alloc(32, 1);
  let broken = breaks ? 1 : 0;
  const ledger: Ledger = {
    whoIs: async () => who,
    charge: async () => {
      if (broken > 0) {
        broken -= 1;
        throw new Error('broken');
      }
      const known = {
        fingerprint: fingerprint ?? own,
        digest: Buffer.alloc(32, 2),
        charged_at: head.watermark,
        is_replayable: isReplayable,
      };
      return { kind: 'known', known, isSettled: true, left: 1, ...who };
    },
    find: async () => null,
    keep: async () => true,
    read: async () => ({ bytes: null, removed_reason: 'court order' }),
    noteUse: () => undefined,
    failureOf: () => 'cut-off',
  };
  const deliver = createMeter({
    ledger,
    fingerprint: () => own,
    recent: recentAnswers({ settled: () => head, read: async () => head }),
    slots: slots(),
    unpaidSlot: slots(),
    payers: recentPayers(() => 0),
    weightOf: () => 1,
    elapsed: () => 0,
  });
  const call: MeteredCall = {
    operation: 'getBrief',
    payer: { kind: 'session', sessionId: 'ses', workspaceId: 'ws' },
    collection: 'live',
    requestId: 'r-1',
    isOwnId,
    parameters: {},
    request: '/v1/brief?ticker=TEST',
    build: async () => ({ bytes: Buffer.from('{}'), sha256: 'other', asOf: head.watermark }),
    isListening: () => true,
  };
  const thrown: unknown = await deliver(call).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ProblemError)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
}

describe('an entry that is found after a connection broke', () => {
  it.each<[string, Scene]>([
    ['under an id of the caller', { breaks: true, isOwnId: true }],
    ['under an id that the server made', { breaks: true, isOwnId: false }],
    ['by another server’s try under an id that the server made', { breaks: false, isOwnId: false }],
  ])('may be this call’s own: %s', async (_, scene) => {
    const { options, entry } = await refusedIn(scene);
    expect([entry.status, options.charged]).toEqual([503, null]);
    expect(options.detail).toContain('r-1');
  });

  it.each<[string, number, Scene]>([
    ['is a repetition', 451, { breaks: false, isOwnId: true }],
    ['is of another request', 422, { breaks: true, isOwnId: true, fingerprint: Buffer.alloc(32, 9) }],
    ['is older than replays are kept', 422, { breaks: true, isOwnId: true, isReplayable: false }],
  ])('is certainly not where it %s', async (_, status, scene) => {
    const { options, entry } = await refusedIn(scene);
    expect([entry.status, options.charged]).toEqual([status, undefined]);
  });
});

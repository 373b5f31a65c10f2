// Waiting charges: batched while others are under way, in order, each answered once, and none held up by a balance of another.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Charge, ChargeOutcome } from '../store/charge.ts';
import { chargeQueue } from './charge-queue.ts';

const charge = (requestId: string, key = 'key'): Charge => ({
  payer: { kind: 'key', sha256: Buffer.from(key) },
  requestId,
  fingerprint: Buffer.alloc(32),
  operation: 'getBrief',
  request: '/v1/brief',
  asOf: '2026-01-01T00:00:00.000Z',
  digest: Buffer.alloc(32),
  head: { version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 },
});

/** An outcome that says whose it is. */
const outcomeFor = ({ requestId }: Charge): ChargeOutcome => ({
  kind: 'charged',
  paidFrom: 'prepaid',
  keyId: requestId,
  accountId: 'ws_1',
  collection: 'live',
  left: 1,
});
const idOf = (outcome: ChargeOutcome): string => ('keyId' in outcome ? outcome.keyId : 'none');

class Transient extends Error {}
class Blocked extends Error {}

type Batch = { ids: string[]; settle: (error?: Error) => void };

/** A queue over a store that debits when the test says so. */
function held() {
  const batches: Batch[] = [];
  const queue = chargeQueue({
    charge: (batch) =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error): void => (error ? reject(error) : resolve(batch.map(outcomeFor)));
        batches.push({ ids: batch.map(({ requestId }) => requestId), settle });
      }),
    isTransient: (error) => error instanceof Transient,
    isBlocked: (error) => error instanceof Blocked,
  });
  return { batches, queue };
}

/** A queue over a store that answers at once. */
function prompt(debit: (batch: readonly Charge[]) => ChargeOutcome[]) {
  return chargeQueue({
    charge: async (batch) => debit(batch),
    isTransient: (error) => error instanceof Transient,
    isBlocked: (error) => error instanceof Blocked,
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (count = 3): Promise<void> => {
  for (let one = 0; one < count; one += 1) await turn();
};

/** So many milliseconds, and what follows from them. */
const after = async (ms: number): Promise<void> => {
  await turns();
  vi.advanceTimersByTime(ms);
  await turns();
};

const moment = (): Promise<void> => after(2);

/** A machine that is busy elsewhere would make a batch late. */
function onHeldTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
}

describe('a queue of charges', () => {
  onHeldTime();

  it('charges together what came together, in the order in which it came', async () => {
    const { batches, queue } = held();
    const waiting = ['a', 'b', 'c'].map((id) => queue(charge(id)));
    await turns();
    expect(batches.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']]);
    batches[0]?.settle();
    expect((await Promise.all(waiting)).map(idOf)).toEqual(['a', 'b', 'c']);
  });

  it('has one batch under way and collects all else for the next', async () => {
    const { batches, queue } = held();
    const waiting: Promise<ChargeOutcome>[] = [];
    for (const id of ['a', 'b', 'c']) {
      waiting.push(queue(charge(id)));
      await turns();
    }
    expect(batches.map(({ ids }) => ids)).toEqual([['a']]);
    batches[0]?.settle();
    for (const id of ['d', 'e']) waiting.push(queue(charge(id)));
    await moment();
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd', 'e']]);
    batches[1]?.settle();
    expect((await Promise.all(waiting)).map(idOf)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('never puts more than 128 into one statement', async () => {
    const { batches, queue } = held();
    const ids = Array.from({ length: 1_000 }, (_, index) => `id-${index}`);
    const waiting = Promise.all(ids.map((id) => queue(charge(id))));
    for (let settled = 0; settled < 8; settled += 1) {
      await moment();
      expect(batches).toHaveLength(settled + 1);
      batches[settled]?.settle();
    }
    expect((await waiting).map(idOf)).toEqual(ids);
    expect(batches.map((batch) => batch.ids.length)).toEqual([...Array<number>(7).fill(128), 104]);
    expect(batches.flatMap((batch) => batch.ids)).toEqual(ids);
  });
});

describe('a queue in any order', () => {
  it('charges every request once and gives each its own outcome, whatever the schedule', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 400 }), async (scheduler, count) => {
        const seen: string[] = [];
        const debit = async (batch: readonly Charge[]): Promise<ChargeOutcome[]> => {
          seen.push(...batch.map(({ requestId }) => requestId));
          return batch.map(outcomeFor);
        };
        const queue = chargeQueue({
          charge: scheduler.scheduleFunction(debit),
          isTransient: () => false,
          isBlocked: () => false,
        });
        const ids = Array.from({ length: count }, (_, index) => `id-${index}`);
        const outcomes = Promise.all(ids.map((id) => queue(charge(id))));
        const answered = await scheduler.waitFor(outcomes);
        expect(answered.map(idOf)).toEqual(ids);
        expect(seen.toSorted()).toEqual(ids.toSorted());
      }),
      { numRuns: 20 },
    );
  });
});

describe('time', () => {
  onHeldTime();

  it('lets the next batch go beside one that waits for something, and no third', async () => {
    const { batches, queue } = held();
    const waiting: Promise<ChargeOutcome>[] = [];
    for (const id of ['a', 'b', 'c']) {
      waiting.push(queue(charge(id)));
      await turns();
      vi.advanceTimersByTime(19);
      await turns();
    }
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
    vi.advanceTimersByTime(60_000);
    await turns();
    expect(batches).toHaveLength(2);
    batches[1]?.settle();
    await moment();
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c']]);
    batches[0]?.settle();
    batches[2]?.settle();
    expect((await Promise.all(waiting)).map(idOf)).toEqual(['a', 'b', 'c']);
  });

  it('is given to those who were there before: a moment, or until they have come', async () => {
    const { batches, queue } = held();
    const first = ['a', 'b', 'c'].map((id) => queue(charge(id)));
    await turns();
    batches[0]?.settle();
    await Promise.all(first);
    void queue(charge('d'));
    void queue(charge('e'));
    await turns();
    expect(batches).toHaveLength(1);
    void queue(charge('f'));
    await turns();
    expect(batches[1]?.ids).toEqual(['d', 'e', 'f']);
    batches[1]?.settle();
    await turns();
    void queue(charge('g'));
    await turns();
    expect(batches).toHaveLength(2);
    await moment();
    expect(batches[2]?.ids).toEqual(['g']);
  });

  it('is given anew with each that comes, but not for ever', async () => {
    const { batches, queue } = held();
    for (let one = 0; one < 100; one += 1) void queue(charge(`first-${one}`));
    await turns();
    batches[0]?.settle();
    for (let ms = 1; ms <= 11; ms += 1) {
      await turns();
      expect(batches).toHaveLength(1);
      void queue(charge(`after-${ms}`));
      await after(1);
    }
    expect(batches[1]?.ids).toHaveLength(11);
  });
});

describe('a batch that fails', () => {
  it('is tried again as it is while the failure is transient, five times in all', async () => {
    const tries: number[] = [];
    const failing = (until: number) =>
      prompt((batch) => {
        tries.push(batch.length);
        if (tries.length < until) throw new Transient();
        return batch.map(outcomeFor);
      });
    const passes = failing(5);
    expect((await Promise.all(['a', 'b'].map((id) => passes(charge(id))))).map(idOf)).toEqual(['a', 'b']);
    expect(tries).toEqual([2, 2, 2, 2, 2]);
    tries.length = 0;
    await expect(failing(6)(charge('a'))).rejects.toBeInstanceOf(Transient);
    expect(tries).toHaveLength(5);
  });

  it('fails for everyone in it, at once and with the reason, when nothing says that a second try would help', async () => {
    let tries = 0;
    const queue = prompt(() => {
      tries += 1;
      throw new Error('the store is away');
    });
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((id) => queue(charge(id, id))));
    expect(settled.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array<string>(3).fill('Error: the store is away'),
    );
    expect(tries).toBe(1);
  });

  it('leaves the queue open: the next batch is charged', async () => {
    let isAway = true;
    const queue = prompt((batch) => {
      if (isAway) throw new Error('the store is away');
      return batch.map(outcomeFor);
    });
    for (let one = 0; one < 5; one += 1) await expect(queue(charge('a'))).rejects.toThrow('away');
    isAway = false;
    expect(idOf(await queue(charge('b')))).toBe('b');
  });

  it('without an outcome for someone rejects that one alone', async () => {
    const queue = prompt((batch) => batch.slice(0, -1).map(outcomeFor));
    const settled = await Promise.allSettled(['a', 'b'].map((id) => queue(charge(id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a batch that waits too long for a balance', () => {
  it('is split by payer: only the calls of that balance wait, each keeps its order', async () => {
    const batches: string[][] = [];
    const queue = prompt((batch) => {
      batches.push(batch.map(({ requestId }) => requestId));
      if (batch.some(({ payer }) => payer.kind === 'key' && payer.sha256.toString() === 'held')) throw new Blocked();
      return batch.map(outcomeFor);
    });
    const calls: [string, string][] = [
      ['a', 'one'],
      ['b', 'held'],
      ['c', 'two'],
      ['d', 'one'],
      ['e', 'held'],
    ];
    const settled = await Promise.allSettled(calls.map(([id, key]) => queue(charge(id, key))));
    expect(settled.map((one) => (one.status === 'fulfilled' ? idOf(one.value) : 'blocked'))).toEqual([
      'a',
      'blocked',
      'c',
      'd',
      'blocked',
    ]);
    expect(batches).toEqual([['a', 'b', 'c', 'd', 'e'], ['a', 'd'], ['b', 'e'], ['c']]);
  });

  it('of one payer is given up at once: whoever asks decides whether to wait on', async () => {
    let tries = 0;
    const queue = prompt(() => {
      tries += 1;
      throw new Blocked();
    });
    await expect(queue(charge('a'))).rejects.toBeInstanceOf(Blocked);
    expect(tries).toBe(1);
  });

  it('and then meets another failure rejects those whom it met', async () => {
    const queue = prompt((batch) => {
      if (batch.length > 1) throw new Blocked();
      if (batch[0]?.requestId === 'b') throw new Error('the store is away');
      return batch.map(outcomeFor);
    });
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((id) => queue(charge(id, id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

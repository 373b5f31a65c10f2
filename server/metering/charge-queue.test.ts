// The charge queue: batched while others are in flight, in order, each with its own outcome.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Charge, ChargeOutcome } from '../store/ledger/charge.ts';
import { type ChargeQueue, chargeQueue } from './charge-queue.ts';
import { charge, held, idOf, outcomeFor } from './testing/charge-queue.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (count = 3): Promise<void> => {
  for (let one = 0; one < count; one += 1) await turn();
};

/** Advances the clock by milliseconds and runs the events due. */
const after = async (ms: number): Promise<void> => {
  await turns();
  vi.advanceTimersByTime(ms);
  await turns();
};

const moment = (): Promise<void> => after(2);

/** Load on the machine would otherwise make a batch late. */
function onHeldTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
}

/** Charges that arrive together. */
const coming =
  (queue: ChargeQueue) =>
  (name: string, count: number): void => {
    for (let one = 0; one < count; one += 1) void queue(charge(`${name}-${one}`));
  };

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

  it('lets 16 go beside a batch that is slow, no fewer, and no third', async () => {
    const { batches, queue } = held();
    const come = coming(queue);
    const sizes = (): number[] => batches.map(({ ids }) => ids.length);
    come('first', 10);
    await turns();
    come('second', 15);
    await after(4);
    expect(sizes()).toEqual([10]);
    come('third', 1);
    await turns();
    expect(sizes()).toEqual([10, 16]);
    come('fourth', 200);
    await after(4);
    expect(sizes()).toEqual([10, 16]);
    batches[1]?.settle();
    await turns();
    expect(sizes()).toEqual([10, 16, 108]);
  });

  it('lets none go beside a batch that is not slow yet', async () => {
    const { batches, queue } = held();
    const come = coming(queue);
    come('first', 32);
    await after(3);
    expect(batches.map(({ ids }) => ids.length)).toEqual([16]);
    await after(1);
    expect(batches.map(({ ids }) => ids.length)).toEqual([16, 16]);
  });

  it('takes half of all that are here, so that no few wait for the many', async () => {
    const { batches, queue } = held();
    const come = coming(queue);
    come('first', 128);
    await turns();
    expect(batches.map(({ ids }) => ids.length)).toEqual([64]);
    come('second', 96);
    // 160 wait, and the callers of these 64 are likely to ask again.
    batches[0]?.settle();
    await turns();
    expect(batches[1]?.ids).toHaveLength(112);
    batches[1]?.settle();
    await turns();
    expect(batches[2]?.ids).toHaveLength(48);
  });

  it('sends the next half before the callers of the first are answered', async () => {
    const events: string[] = [];
    const debit = async (batch: readonly Charge[]): Promise<ChargeOutcome[]> => {
      // Steps on the way to the database.
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      events.push(`sent ${batch.length}`);
      await turn();
      return batch.map(outcomeFor);
    };
    const queue = chargeQueue({ charge: debit, isTransient: () => false, isBlocked: () => false });
    const answered = Array.from({ length: 40 }, async (_, index) => {
      await queue(charge(`id-${index}`));
      events.push('answered');
    });
    await Promise.all(answered);
    const twenty = Array<string>(20).fill('answered');
    expect(events).toEqual(['sent 20', 'sent 20', ...twenty, ...twenty]);
  });

  it('does not gather more than 16, whoever was there before', async () => {
    const { batches, queue } = held();
    const come = coming(queue);
    come('first', 96);
    await turns();
    batches[0]?.settle();
    await turns();
    batches[1]?.settle();
    await turns();
    come('after', 15);
    await turns();
    expect(batches).toHaveLength(2);
    come('last', 1);
    await turns();
    expect(batches[2]?.ids).toHaveLength(16);
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
    coming(queue)('first', 12);
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

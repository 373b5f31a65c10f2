// Slots shared by payer: round-robin by weight, and a long queue never excludes another payer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FairSlots, type Leave, fairSlots } from './fair-slots.ts';

/** Takes slots by name and notes the order of the grants. */
function bench(slots: FairSlots) {
  const order: string[] = [];
  const held: { payer: string; leave: Leave }[] = [];
  return {
    order,
    held,
    /** False if it was refused. */
    take(payer: string, weight?: number): boolean {
      const waits = slots.take(payer, weight);
      void waits?.then((leave) => {
        order.push(payer);
        held.push({ payer, leave });
      });
      return waits !== null;
    },
    async leave(): Promise<void> {
      held.shift()?.leave();
      await settled();
    },
  };
}

const slotsOf = (slots: number, eachMax = 100): FairSlots =>
  fairSlots({ slots, eachMax, elapsed: () => 0, later: (call) => call() });

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('are given at once until all are taken, and then in turns, whoever had many waiting first', async () => {
    const one = bench(slotsOf(2));
    for (let asked = 0; asked < 10; asked += 1) one.take('noisy');
    await settled();
    expect(one.order).toEqual(['noisy', 'noisy']);
    one.take('quiet');
    one.take('quiet');
    for (let done = 0; done < 5; done += 1) await one.leave();
    expect(one.order.filter((payer) => payer === 'quiet')).toHaveLength(2);
    expect(one.order.slice(2, 4)).toContain('quiet');
  });

  it('are shared by weight', async () => {
    const one = bench(slotsOf(1));
    for (let asked = 0; asked < 60; asked += 1) {
      one.take('light');
      one.take('heavy', 3);
    }
    await settled();
    for (let done = 0; done < 39; done += 1) await one.leave();
    const heavy = one.order.filter((payer) => payer === 'heavy').length;
    expect(Math.abs(heavy - 30)).toBeLessThanOrEqual(1);
  });

  it('save nothing up for whoever asks late', async () => {
    const one = bench(slotsOf(1));
    for (let asked = 0; asked < 40; asked += 1) one.take('early');
    await settled();
    for (let done = 0; done < 19; done += 1) await one.leave();
    for (let asked = 0; asked < 20; asked += 1) one.take('late');
    for (let done = 0; done < 10; done += 1) await one.leave();
    const lately = one.order.slice(20);
    expect(Math.abs(lately.filter((payer) => payer === 'late').length - 5)).toBeLessThanOrEqual(1);
  });

  it('come to a payer that was served before, however many new payers ask', async () => {
    const one = bench(slotsOf(1));
    one.take('first');
    one.take('first');
    for (let asked = 0; asked < 10; asked += 1) {
      one.take(`new ${asked}`);
      await one.leave();
    }
    expect(one.order.slice(0, 4).filter((payer) => payer === 'first')).toHaveLength(2);
  });

  it('refuse one payer what it has too many of, and nobody else', async () => {
    const one = bench(slotsOf(1, 3));
    expect(['a', 'a', 'a', 'a', 'b'].map((payer) => one.take(payer))).toEqual([true, true, true, false, true]);
    await settled();
    await one.leave();
    expect(one.take('a')).toBe(true);
  });

  it('are all for a payer alone, and for one beside others as many as its weight', async () => {
    let now = 0;
    const slots = fairSlots({ slots: 4, eachMax: 100, elapsed: () => now, later: (call) => call() });
    const one = bench(slots);
    for (let asked = 0; asked < 30; asked += 1) one.take('noisy', 2);
    await settled();
    expect(one.held).toHaveLength(4);
    // A payer whose answer needs no slot.
    slots.notice('quiet');
    for (let done = 0; done < 10; done += 1) await one.leave();
    expect(one.held).toHaveLength(2);
    slots.notice('quiet');
    one.take('other');
    await settled();
    expect(one.held.map(({ payer }) => payer)).toEqual(['noisy', 'noisy', 'other']);
    now += 1_001;
    slots.notice('noisy');
    await one.leave();
    expect(one.held).toHaveLength(4);
  });

  it('let a payer beside others rest for half as long as its answer took, and not a payer alone', async () => {
    let now = 0;
    const rests: { call: () => void; ms: number }[] = [];
    const later = (call: () => void, ms: number) => void rests.push({ call, ms });
    const one = bench(fairSlots({ slots: 1, eachMax: 100, elapsed: () => now, later }));
    one.take('noisy');
    one.take('noisy');
    await settled();
    now += 15;
    await one.leave();
    expect(one.held).toHaveLength(1);
    one.take('noisy');
    one.take('quiet');
    now += 20;
    // The slot serves others while the busy payer rests.
    await one.leave();
    expect(one.held.map(({ payer }) => payer)).toEqual(['quiet']);
    await one.leave();
    expect(one.held).toHaveLength(0);
    expect(rests.map(({ ms }) => ms)).toEqual([10, 0]);
    rests[0]?.call();
    await settled();
    expect(one.order).toEqual(['noisy', 'noisy', 'quiet', 'noisy']);
  });

  it('are never more than there are, and none is lost, however often one is freed', async () => {
    const steps = fc.array(fc.constantFrom('a', 'b', 'c', 'leave', 'twice'), { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (slots, moves) => {
        const one = bench(slotsOf(slots, 200));
        let asked = 0;
        for (const move of moves) {
          if (move === 'leave' || move === 'twice') {
            const [first] = one.held;
            await one.leave();
            if (move === 'twice') first?.leave();
          } else if (one.take(move)) asked += 1;
          await settled();
          expect(one.held.length).toBeLessThanOrEqual(slots);
        }
        while (one.held.length > 0) await one.leave();
        expect(one.order).toHaveLength(asked);
      }),
      { numRuns: 60 },
    );
  });
});

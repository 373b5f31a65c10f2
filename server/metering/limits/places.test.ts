// A bounded number of places, each released once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slots } from './slots.ts';

describe('places', () => {
  it('are given until all are taken, and one that is freed is given again', () => {
    const take = slots(2);
    const [first, second] = [take(), take()];
    expect([first, second, take()].map((place) => place !== null)).toEqual([true, true, false]);
    first?.();
    expect([take(), take()].map((place) => place !== null)).toEqual([true, false]);
    second?.();
    expect(take()).not.toBeNull();
  });

  it('are never more than there are, however often one is freed', () => {
    const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.nat(20)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), steps, (max, moves) => {
        const take = slots(max);
        const held: { free: () => void; isFree: boolean }[] = [];
        for (const move of moves) {
          const inUse = held.filter(({ isFree }) => !isFree).length;
          if (move === 'take') {
            const free = take();
            expect(free !== null).toBe(inUse < max);
            if (free !== null) held.push({ free, isFree: false });
            continue;
          }
          const place = held[move];
          place?.free();
          if (place !== undefined) place.isFree = true;
        }
      }),
    );
  });
});

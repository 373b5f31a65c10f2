// The records read once for a document are enough for every smaller number of views.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeasuredBelief } from '../documents/brief/brief-facts.ts';
import { chooseViews, mayBeShown } from './views.ts';

const belief = fc
  .record({
    direction: fc.constantFrom('bullish', 'bearish', 'mixed', 'unclear'),
    standing: fc.constantFrom('counting', 'final', 'status', 'silent'),
    person_id: fc.constantFrom('p:1', 'p:2', 'p:3', 'p:4', 'p:5'),
    summary: fc.constantFrom('One.', 'Two.', 'Three.', 'Four.', 'Five.'),
    day: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ day, standing, ...state }) => ({
    standing,
    state: { ...state, counts_from: `2026-01-0${day}T00:00:00.000Z` },
  }));

it('holds the views of any number up to the largest', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(belief, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (states, largest) => {
      const all = states.map(({ standing, state }, index) => ({
        standing,
        state: { ...state, belief_id: `bel_${index}` },
      })) as unknown as MeasuredBelief[];
      const read = new Set(mayBeShown(all, largest));
      expect(read.size).toBeLessThanOrEqual(largest + 2);
      for (let count = 1; count <= largest; count += 1) {
        expect(chooseViews(all, count).filter((one) => !read.has(one))).toEqual([]);
        compared += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

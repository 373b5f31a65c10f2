// What is read once for a document is enough for every smaller number of views that may have to do.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import { chooseViews, mayBeShown } from './views.ts';

const belief = fc
  .record({
    direction: fc.constantFrom('bullish', 'bearish', 'mixed', 'unclear'),
    status: fc.constantFrom('forming', 'active', 'strengthened', 'weakened', 'resolved', 'unknown'),
    validity: fc.constantFrom('valid', 'invalidated', 'unknown'),
    day: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ day, ...state }) => ({ ...state, observed_at: `2026-01-0${day}T00:00:00.000Z` }));

it('the views of any number up to the largest are chosen from it as from all', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(belief, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (states, largest) => {
      const beliefs = states.map((state, index) => ({ state: { ...state, belief_id: `bel_${index}` } }));
      const all = beliefs as unknown as MeasuredBelief[];
      const read = mayBeShown(all, largest);
      expect(read.length).toBeLessThanOrEqual(largest + 2);
      for (let count = 1; count <= largest; count += 1) {
        expect(chooseViews(read, count)).toEqual(chooseViews(all, count));
        compared += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

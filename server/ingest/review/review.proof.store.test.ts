// A dry run is what the release then does, and no act changes an earlier answer: tried on random courses.
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { emptyTestLog } from '../../store/testing/log.ts';
import { emptyCollection } from '../../store/published/collection-corpus.ts';
import { LoadingBench } from '../testing/loading.ts';
import { Course, courses, seen } from '../testing/review-course.ts';

const all = [20_261_126, 2, 3, 4];
/** The embedded engine takes several times as long for the same statements. */
const seeds = inject('engine') === 'embedded' ? all.slice(0, 1) : all;

// Each part opens another store: rows that earlier courses left behind slow the later ones.
it.each(seeds)(
  'a dry run equals its release, and discards, withdrawals and restatements keep every earlier answer, seed %i [SPEC-V3]',
  async (seed) => {
    const bench = await LoadingBench.open();
    try {
      await fc.assert(
        fc.asyncProperty(courses, async (acts) => {
          await bench.store.db.transaction((trx) => emptyCollection(trx, 'live'));
          await emptyTestLog(bench.store.db);
          const course = new Course(bench);
          for (const step of acts) await course.take(step);
          expect(await course.contradictions()).toEqual([]);
        }),
        // A failure is reported as it is: to shrink it takes longer than the limit of a test.
        { numRuns: 15, seed, endOnFailure: true },
      );
    } finally {
      await bench.close();
    }
  },
);

it('the courses of a seed held fifty releases, and every kind of act more than twice', () => {
  expect(seen.releases).toBeGreaterThanOrEqual(50 * seeds.length);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(2 * seeds.length);
});

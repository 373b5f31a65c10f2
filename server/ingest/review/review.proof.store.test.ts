// A dry run is what the release then does, and no act changes an earlier answer: tried on random courses.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyCollection } from '../../store/published/collection-corpus.ts';
import { LoadingBench } from '../testing/loading.ts';
import { Course, courses, seen } from '../testing/review-course.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

it('a dry run equals its release, and discards, withdrawals and restatements keep every earlier answer [SPEC-V3]', async () => {
  await fc.assert(
    fc.asyncProperty(courses, async (acts) => {
      await bench.store.db.transaction((trx) => emptyCollection(trx, 'live'));
      const course = new Course(bench);
      for (const step of acts) await course.take(step);
    }),
    { numRuns: 55, seed: 20_261_126 },
  );
  expect(seen.releases).toBeGreaterThanOrEqual(200);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10);
});

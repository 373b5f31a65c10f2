// Statements that are known to the day, released on the same date and on others: from when they count, and that it never changes.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyTestLog } from '../../store/testing/log.ts';
import { emptyCollection } from '../../store/published/collection-corpus.ts';
import { readHead, resolveCutoff } from '../../store/known/clock.ts';
import type { Instant } from '../../store/engine/db.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { beliefStates } from '../../store/known/read-beliefs.ts';
import { readRows } from '../../store/engine/read.ts';
import { releaseReader } from '../../store/known/releases.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

type StatementDraw = { day: number; hour: number; isDay: boolean };
const said: fc.Arbitrary<StatementDraw> = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  hour: fc.nat(23),
  isDay: fc.boolean(),
});
const releases = fc.array(
  fc.record({ wait: fc.integer({ min: 1, max: 30 }), statements: fc.array(said, { minLength: 1, maxLength: 4 }) }),
  { minLength: 1, maxLength: 3 },
);

const instantOf = ({ day, hour }: Pick<StatementDraw, 'day' | 'hour'>): Instant =>
  `2020-03-0${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** The end of the date, or the release where it is earlier on that date. */
function countsFrom(one: StatementDraw, effectiveAt: Instant): Instant {
  if (!one.isDay) return instantOf(one);
  const date = instantOf(one).slice(0, 10);
  const end = `${date}T23:59:59.000Z`;
  return effectiveAt.startsWith(date) && effectiveAt < end ? effectiveAt : end;
}

type PublishedTime = { person: string; observedAt: Instant; counts: Instant; effectiveAt: Instant };

async function shownAt(asOf: Instant): Promise<{ person: string; observedAt: Instant; counts: Instant }[]> {
  const head = await readHead(bench.store.db, 'live');
  const read = releaseReader();
  const cutoff = await resolveCutoff(asOf, head, (resolved) => read(bench.store.db, head, resolved));
  const states = await readRows(bench.store.db, beliefStates(cutoff, entityIdForTicker('ZQRX')));
  return states
    .map(({ person_id, observed_at, counts_from }) => {
      return { person: person_id, observedAt: observed_at, counts: counts_from };
    })
    .toSorted((a, b) => (a.person < b.person ? -1 : 1));
}

const seen = { days: 0, early: 0 };

async function play(history: readonly { wait: number; statements: readonly StatementDraw[] }[]): Promise<void> {
  await bench.store.db.transaction((trx) => emptyCollection(trx, 'live'));
  await emptyTestLog(bench.store.db);
  const known: PublishedTime[] = [];
  let clock = Date.parse('2020-03-01T00:00:00.000Z');
  for (const [index, { wait, statements }] of history.entries()) {
    const { watermark } = await readHead(bench.store.db, 'live');
    clock = Math.max(clock, Date.parse(watermark)) + wait * 3_600_000;
    const effectiveAt = new Date(clock).toISOString();
    const people = statements.map((one, at) => ({ one, person: `p:${index}.${at}` }));
    await bench.statements(
      ...people.map(({ one, person }) =>
        statement(`s:${person}`, {
          person: { id: person, name: person, handle: null },
          observed_at: instantOf(one),
          ...(one.isDay && { observed_at_precision: 'day' }),
        }),
      ),
    );
    await bench.release(effectiveAt);
    for (const { one, person } of people) {
      const counts = countsFrom(one, effectiveAt);
      known.push({ person, observedAt: instantOf(one), counts, effectiveAt });
      seen.days += Number(one.isDay);
      seen.early += Number(one.isDay && counts === effectiveAt);
    }
    // A settled belief is published as it was known, after this release and after every later one.
    const head = await readHead(bench.store.db, 'live');
    const edges = known.flatMap((one) => [one.counts, one.effectiveAt, one.observedAt]);
    for (const edge of new Set(edges)) {
      for (const asOf of [new Date(Date.parse(edge) - 1).toISOString(), edge]) {
        if (asOf > head.watermark) continue;
        const expected = known
          .filter((one) => one.effectiveAt <= asOf && one.counts <= asOf)
          .map(({ effectiveAt: _effectiveAt, ...one }) => one);
        expect(await shownAt(asOf), asOf).toEqual(expected.toSorted((a, b) => (a.person < b.person ? -1 : 1)));
      }
    }
  }
}

it('counts from the end of its date or from its release on that date, at every cutoff and for ever', async () => {
  await fc.assert(fc.asyncProperty(releases, play), { numRuns: 25, seed: 20_261_005 });
  expect(seen.days).toBeGreaterThan(20);
  expect(seen.early).toBeGreaterThan(3);
});

// Courses of statements with the beliefs that follow from them, loaded, released and read at every instant that matters.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHead } from '../../store/known/clock.ts';
import type { Instant } from '../../store/engine/db.ts';
import { derivedId, entityIdForTicker } from '../../store/engine/ids.ts';
import { beliefStates } from '../../store/known/read-beliefs.ts';
import { beliefRevisions, turnsSince } from '../../store/known/read-revisions.ts';
import { readRows } from '../../store/engine/read.ts';
import { dayEnd } from '../records/record-keys.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

type Statement = {
  record_id: string;
  observed_at: string;
  direction: string;
  precision: string;
  release: number;
  more?: object;
};
type Revision = { observed_at: Instant; direction: string; status: string; move: string; records: string[] };
type Belief = {
  first_observed_at: Instant;
  direction: string;
  status: string;
  direction_since: Instant;
  direction_last_stated_at: Instant;
  summary_record: string;
  revisions: Revision[];
};
type Course = { name: string; statements: Statement[]; beliefs: Belief[] };

const fixture = new URL('../../../fixtures/courses.ndjson', import.meta.url);
const courses = readFileSync(fixture, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Course);

const tickerOf = ({ name }: Course): string => `Z${courses.findIndex((course) => course.name === name)}`;
const wordsOf = (recordId: string): string => `Words of ${recordId}.`;

function recordOf(course: Course, { record_id, observed_at, direction, precision, more }: Statement): object {
  return statement(record_id, {
    security: { ticker: tickerOf(course), name: null },
    observed_at,
    observed_at_precision: precision,
    direction,
    statement: wordsOf(record_id),
    ...more,
  });
}

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
  const effects = ['2015-01-01T00:00:00.000Z', '2016-01-01T00:00:00.000Z'];
  for (const [index, effectiveAt] of effects.entries()) {
    const records = courses.flatMap((course) =>
      // In a file, the order of statements means nothing.
      course.statements
        .filter((one) => one.release === index + 1)
        .toReversed()
        .map((one) => recordOf(course, one)),
    );
    await bench.statements(...records);
    await bench.release(effectiveAt);
  }
});
afterAll(() => bench.close());

const cutoffAt = (asOf: Instant) => ({ collection: 'live' as const, version: 2, asOf });

/** Statements of day precision count from the end of their date. */
function countsFrom(course: Course, { observed_at, records }: Revision): Instant {
  const isDay = course.statements.some((one) => one.precision === 'day' && records.includes(one.record_id));
  return isDay ? dayEnd(observed_at) : observed_at;
}

const byOpening = <B extends { first_observed_at: Instant }>(beliefs: readonly B[]): B[] =>
  beliefs.toSorted((a, b) => (a.first_observed_at < b.first_observed_at ? -1 : 1));

describe.each(courses.map((course) => [course.name, course] as const))('%s', (_name, course) => {
  const entityId = entityIdForTicker(tickerOf(course));
  const statesAt = async (asOf: Instant) =>
    byOpening(await readRows(bench.store.db, beliefStates(cutoffAt(asOf), entityId)));

  it('ends in these beliefs', async () => {
    const states = await statesAt('2016-06-01T00:00:00.000Z');
    expect(
      states.map(({ first_observed_at, direction, status, summary, source_citation_id, body }) => ({
        first_observed_at,
        direction,
        status,
        direction_since: body.direction_since,
        direction_last_stated_at: body.direction_stated_at,
        words: summary,
        source_citation_id,
      })),
    ).toEqual(
      course.beliefs.map(({ revisions: _revisions, summary_record: record, ...belief }) => ({
        ...belief,
        words: wordsOf(record),
        source_citation_id: derivedId('citation', record),
      })),
    );
  });

  it('has these revisions, each with all its citations and its own words', async () => {
    const states = await statesAt('2016-06-01T00:00:00.000Z');
    for (const [index, { belief_id: id }] of states.entries()) {
      const rows = await readRows(bench.store.db, beliefRevisions(cutoffAt('2016-06-01T00:00:00.000Z'), [id]));
      const expected = course.beliefs[index]?.revisions ?? [];
      const inOrder = rows.toSorted((a, b) => a.revision - b.revision);
      expect(
        inOrder.map(({ observed_at, counts_from, direction, status, move, citation_ids }) => {
          return { observed_at, counts_from, direction, status, move, citation_ids: citation_ids.toSorted() };
        }),
      ).toEqual(
        expected.map(({ records, ...revision }) => ({
          ...revision,
          counts_from: countsFrom(course, { ...revision, records }),
          citation_ids: records.map((record) => derivedId('citation', record)).toSorted(),
        })),
      );
      for (const [at, row] of inOrder.entries()) {
        const cited = expected[at]?.records ?? [];
        const own = cited.find((record) => derivedId('citation', record) === row.source_citation_id) ?? '';
        expect([row.citation_ids[0], row.summary]).toEqual([row.source_citation_id, wordsOf(own)]);
      }
    }
  });

  it('shows at every cutoff what counted by then', async () => {
    const edges = course.beliefs.flatMap(({ revisions }) => revisions.map((one) => countsFrom(course, one)));
    for (const edge of new Set(edges)) {
      for (const asOf of [new Date(Date.parse(edge) - 1).toISOString(), edge]) {
        const expected = course.beliefs.flatMap((belief) => {
          const [opening] = belief.revisions;
          if (opening === undefined || countsFrom(course, opening) > asOf) return [];
          const known = belief.revisions.filter((one) => countsFrom(course, one) <= asOf);
          const state = known.reduce((a, b) => (countsFrom(course, b) >= countsFrom(course, a) ? b : a));
          return [[belief.first_observed_at, state.direction, state.status]];
        });
        const states = await statesAt(asOf);
        expect(
          states.map((state) => [state.first_observed_at, state.direction, state.status]),
          asOf,
        ).toEqual(expected);
      }
    }
  });

  it('counts each opening, turn, reversal and closing once, and no late statement', async () => {
    const asOf = '2016-06-01T00:00:00.000Z';
    const ids = (await statesAt(asOf)).map((state) => state.belief_id);
    const turns = await readRows(bench.store.db, turnsSince(cutoffAt(asOf), ids, '2015-01-01T00:00:00.000Z'));
    const expected = course.beliefs.flatMap(({ revisions }) =>
      revisions.filter(({ move, direction }, index) => {
        const before = revisions[index - 1]?.direction;
        const isTurn = before !== undefined && before !== direction && move !== 'none';
        return isTurn || ['initiated', 'reversed', 'closed'].includes(move);
      }),
    );
    expect(turns.map(({ move, direction }) => `${move} ${direction}`).toSorted()).toEqual(
      expected.map(({ move, direction }) => `${move} ${direction}`).toSorted(),
    );
  });
});

describe('a statement known to the day', () => {
  it('of today can be loaded today, and then counts from its release', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const record = { observed_at: `${today}T23:59:58Z`, observed_at_precision: 'day' };
    await bench.statements(statement('made-up:today', { ...record, security: { ticker: 'ZTODAY', name: null } }));
    const { effective_at: effectiveAt } = await bench.release();
    const { version, watermark } = await readHead(bench.store.db, 'live');
    const cutoff = { collection: 'live' as const, version, asOf: watermark };
    const [state] = await readRows(bench.store.db, beliefStates(cutoff, entityIdForTicker('ZTODAY')));
    expect(state).toMatchObject({
      first_observed_at: `${today}T23:59:58.000Z`,
      first_is_day: true,
      counts_from: effectiveAt,
    });
    expect(watermark).toBe(effectiveAt);
  });

  it('of tomorrow is refused', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const record = statement('made-up:tomorrow', { observed_at: tomorrow, observed_at_precision: 'day' });
    expect(await bench.faults(() => bench.statements(record))).toEqual([expect.stringContaining('is in the future')]);
  });

  it('has a precision that is one of the words there are', async () => {
    const record = statement('made-up:week', { observed_at_precision: 'week' });
    expect(await bench.faults(() => bench.statements(record))).toEqual([
      expect.stringMatching(/observed_at_precision: "week" is not an allowed value; write one of day, hour, minute/),
    ]);
  });
});

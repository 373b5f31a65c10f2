// Directions of bundle beliefs: since when they hold and who classified them, after corrections and withdrawals too.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseNow, readHead } from '../../store/known/clock.ts';
import { derivedId, entityIdForTicker } from '../../store/engine/ids.ts';
import { beliefStates, datedConditions } from '../../store/known/read-beliefs.ts';
import { beliefMoves } from '../../store/known/read-revisions.ts';
import { beliefRevisions, turnsSince } from '../../store/known/read-revisions.ts';
import { readRows } from '../../store/engine/read.ts';
import { belief, cast, citation, condition, evidence, revision, type Fields } from '../testing/bundle.ts';
import { LoadingBench } from '../testing/loading.ts';
import { withdraw } from '../withdrawal/withdraw.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const day = (n: number): string => `2020-03-0${n}T15:00:00.000Z`;
const beliefId = derivedId('belief', 'b:1');

const letter = (n: number, given: Fields = {}): Fields[] => [
  evidence({ evidence_id: `e:${n}`, url: `https://letters.example/${n}`, observed_at: day(n), ...given }),
  citation({ citation_id: `c:${n}`, evidence_id: `e:${n}` }),
];

const step = (n: number, given: Fields): Fields =>
  revision({ revision: n, observed_at: day(n), summary: `State ${n}.`, source_citation_id: `c:${n}`, ...given });

const turning = [
  step(1, { direction: 'bullish', direction_basis: 'author_declared' }),
  step(2, { direction: 'mixed', status: 'weakened', direction_basis: 'operator_classified' }),
  step(3, { direction: 'mixed', status: 'weakened', direction_basis: 'author_declared' }),
  step(4, { direction: 'bullish', status: 'strengthened' }),
];

async function loaded(...records: Fields[]): Promise<void> {
  await bench.bundle(...cast, ...[1, 2, 3, 4].flatMap((n) => letter(n)), belief(), ...records);
  await bench.release('2020-01-01T00:00:00.000Z');
}

async function cutoff() {
  const { version } = await readHead(bench.store.db, 'live');
  return { collection: 'live' as const, version, asOf: await databaseNow(bench.store.db) };
}

async function directions(): Promise<string[]> {
  const rows = await readRows(bench.store.db, beliefRevisions(await cutoff(), [beliefId]));
  return rows.map(({ revision: n, body }) =>
    [
      n,
      body.direction_basis,
      body.direction_since.slice(8, 10),
      body.direction_stated_at.slice(8, 10),
      body.turned_from ?? '-',
    ].join(' '),
  );
}

it('every revision states its direction; without a word its basis is unknown', async () => {
  await loaded(...turning);
  expect(await directions()).toEqual([
    '1 author_declared 01 01 -',
    '2 operator_classified 02 02 bullish',
    '3 operator_classified 02 03 -',
    '4 unknown 04 04 mixed',
  ]);
  const turns = await readRows(bench.store.db, turnsSince(await cutoff(), [beliefId], day(1)));
  expect(turns.map(({ revision: n, turned_from }) => [n, turned_from])).toEqual([
    [2, 'bullish'],
    [4, 'mixed'],
  ]);
});

it('a correction of the basis reaches the revisions that have it from there', async () => {
  await loaded(...turning);
  const corrected = step(2, { direction: 'mixed', status: 'weakened', direction_basis: 'author_declared' });
  const [fault] = await bench.faults(() => bench.bundle(corrected));
  await bench.bundle({ ...corrected, corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] });
  await bench.release();
  expect((await directions()).slice(1, 3)).toEqual(['2 author_declared 02 02 bullish', '3 author_declared 02 03 -']);
});

it('a withdrawal leaves the remaining revisions as if the withdrawn one had not been', async () => {
  await loaded(...turning);
  const id = derivedId('evidence', 'e:2');
  const report = await withdraw(bench.store.db, { collection: 'live', id, reason: 'forged', dryRun: false });
  expect(report.retold['revision']).toBe(1);
  expect(await directions()).toEqual([
    '1 author_declared 01 01 -',
    '3 author_declared 03 03 bullish',
    '4 unknown 04 04 mixed',
  ]);
});

describe('a bundle that is known to the day', () => {
  const known = { observed_at: '2020-03-01T12:00:00Z', observed_at_precision: 'day' };

  it('counts from the end of its date in every row, and is answered as loaded', async () => {
    const records = [
      ...letter(1, known),
      belief(),
      step(1, known),
      condition({ citation_id: 'c:1', expected_by: day(9) }),
    ];
    await bench.bundle(...cast, ...records);
    await bench.release('2020-01-01T00:00:00.000Z');
    const end = '2020-03-01T23:59:59.000Z';
    const at = '2020-03-01T12:00:00.000Z';
    const now = await cutoff();
    const entityId = entityIdForTicker('ZQRX');
    const before = { ...now, asOf: '2020-03-01T23:59:58.999Z' };
    expect(await readRows(bench.store.db, beliefStates(before, entityId))).toEqual([]);
    expect(await readRows(bench.store.db, datedConditions(before, [beliefId]))).toEqual([]);
    const [state] = await readRows(bench.store.db, beliefStates({ ...now, asOf: end }, entityId));
    expect(state).toMatchObject({
      first_observed_at: at,
      first_is_day: true,
      observed_at: at,
      counts_from: end,
      is_day: true,
    });
    expect(state?.body).toMatchObject({ direction_since: at, direction_since_day: true, direction_stated_at: at });
    const [move] = await readRows(bench.store.db, beliefMoves(now, [beliefId]));
    expect(move).toMatchObject({ observed_at: at, counts_from: end, citation_ids: [derivedId('citation', 'c:1')] });
    const [dated] = await readRows(bench.store.db, datedConditions(now, [beliefId]));
    expect(dated).toMatchObject({ belief_id: beliefId, observed_at: at, body: { expected_by: day(9) } });
  });

  it('cannot rest a revision of the same date, whose hour is known, on evidence whose hour is not', async () => {
    const records = [...cast, ...letter(1, known), belief(), step(1, {})];
    expect(await bench.faults(() => bench.bundle(...records))).toEqual([
      expect.stringMatching(/its evidence was observed at 2020-03-01T23:59:59.000Z, after the revision/),
    ]);
  });
});

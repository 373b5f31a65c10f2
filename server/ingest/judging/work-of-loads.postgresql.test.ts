// Work of a load: pages for each record in a large bundle and a small one, and what other loads that wait or run add to it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { belief, cast, citation, claim, evidence, revision } from '../testing/bundle.ts';
import { sweepImportRows } from '../../store/staged/import-rows.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let benches: LoadingBench[];
beforeEach(async () => void (benches = [await LoadingBench.open(), await LoadingBench.open()]));
afterEach(async () => void (await Promise.all(benches.map((bench) => bench.close()))));

const claims = Array.from({ length: 10 }, (_, at) => at);

const bundle = (beliefs: number) => [
  ...cast,
  evidence(),
  citation(),
  ...Array.from({ length: beliefs }, (_, at) => `b:${at}`).flatMap((id, at) => [
    { type: 'person', person_id: `p:${at}`, name: `Quill ${at}`, handle: null },
    belief({ belief_id: id, person_id: `p:${at}` }),
    revision({ belief_id: id }),
    ...claims.map((claimAt) => claim({ belief_id: id, claim_id: `${id}:${claimAt}` })),
  ]),
];

/** More than the store keeps open: each connection reports its counts. */
const connections = 16;

async function pagesOf({ store }: LoadingBench): Promise<number> {
  const report = () => store.db.raw('select pg_stat_force_next_flush(), pg_sleep(0.1)');
  await Promise.all(Array.from({ length: connections }, report));
  const { rows } = (await store.db.raw(
    'select (blks_hit + blks_read)::float8 as pages from pg_stat_database where datname = current_database()',
  )) as { rows: { pages: number }[] };
  return rows[0]?.pages ?? 0;
}

it('a release reads as many pages for each record of a large bundle as of a small one', async () => {
  const pages: { load: number; release: number }[] = [];
  for (const [at, beliefs] of [30, 300].entries()) {
    const bench = benches[at];
    if (bench === undefined) throw new Error('a bench is missing');
    const records = bundle(beliefs);
    const before = await pagesOf(bench);
    await bench.bundle(...records);
    const loaded = await pagesOf(bench);
    await bench.release('2020-04-01T00:00:00Z');
    const released = await pagesOf(bench);
    pages.push({ load: (loaded - before) / records.length, release: (released - loaded) / records.length });
  }
  const [few, many] = pages;
  expect(few?.load).toBeGreaterThan(1);
  expect(many?.load).toBeLessThan(1.5 * (few?.load ?? 0));
  expect(many?.release).toBeLessThan(1.5 * (few?.release ?? 0));
});

it.each([
  [
    'statements',
    (bench: LoadingBench, at: number) =>
      bench.statements(statement(`s:${at}`, { observed_at: `2020-03-${10 + at}T15:00:00Z` })),
  ],
  [
    'prices',
    (bench: LoadingBench, at: number) =>
      bench.prices(`T${at}.csv`, 'Date,Open,High,Low,Close,Adj Close,Volume\n2020-03-02,9,11,8,20,10.5,1000\n'),
  ],
] as const)(
  'a load of %s makes as many queries behind twelve that wait for a release as behind two',
  async (_, load) => {
    const [bench] = benches;
    if (bench === undefined) throw new Error('a bench is missing');
    let queries = 0;
    bench.store.db.on('query', () => void (queries += 1));
    const counts: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      queries = 0;
      await load(bench, at);
      counts.push(queries);
    }
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts.slice(2)).toEqual(counts.slice(2).map(() => counts[2]));
  },
);

it('a sweep reads a few pages for each load that waits, whatever the statistics say of a large one that runs', async () => {
  const [bench] = benches;
  if (bench === undefined) throw new Error('a bench is missing');
  const waiting = 40;
  for (const [alive, count] of [
    ['-infinity', waiting],
    ['infinity', 1],
  ] as const)
    await bench.rows(
      `insert into import (collection, kind, origin, begun_at, alive_until)
       select 'live', 'records', 'letters', now(), ?::timestamptz from generate_series(1, ?) returning import_id`,
      [alive, count],
    );
  await bench.rows(
    `insert into staged (collection, kind, key, order_key, content_hash, body, origin, import_id, line)
     select 'live', 'evidence', 'e:' || import_id, 'o', 'h', '{}', 'letters', import_id, 1 from import
      where alive_until < now() returning key`,
  );
  await bench.rows(
    `insert into import_row (import_id, kind, key, line, order_key, content_hash, body)
     select i.import_id, 'evidence', 'e:' || g, g, 'o', 'h', '{}' from import i, generate_series(1, 20000) g
      where i.alive_until > now() returning line`,
  );
  await bench.store.db.raw('analyze');
  const before = await pagesOf(bench);
  await sweepImportRows(bench.store.db);
  expect((await pagesOf(bench)) - before).toBeLessThan(50 * waiting);
  expect(await bench.rows('select import_id from import')).toHaveLength(waiting + 1);
});

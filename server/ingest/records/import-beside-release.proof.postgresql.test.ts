// Imports during a release or another import: they wait, no accepted record is lost, and each one left out is named.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from '../../store/engine/engine.ts';
import { importPrices } from '../prices/import-prices.ts';
import { importRecords } from './import-records.ts';
import { beginImport } from '../../store/staged/price-imports.ts';
import { holdingStaging } from '../../store/staged/staging-lock.ts';
import { release } from '../release/release.ts';
import { untilBlocked } from '../../store/testing/lock-waits.ts';
import { cast, claim, whole, type Fields } from '../testing/bundle.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
let other: Store;
beforeEach(async () => {
  bench = await LoadingBench.open();
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${(await bench.store.db.raw('select current_database() as name')).rows[0].name}`;
  other = await openStore({ databaseUrl: url.href, statementTimeoutMs: 0 });
});
afterEach(async () => {
  await other.close();
  await bench.close();
});

/** Runs the import when a release has published what was staged and not yet cleared it. */
async function besideRelease(load: () => Promise<unknown>): Promise<void> {
  const { released, loaded } = await other.db.transaction(async (trx) => {
    await trx.raw('lock table record in exclusive mode');
    const running = { released: bench.release('2019-01-01T00:00:00.000Z'), loaded: Promise.resolve<unknown>(null) };
    await untilBlocked(bench.store.db);
    let isOver = false;
    running.loaded = load().finally(() => (isOver = true));
    await untilBlocked(bench.store.db, 2, () => isOver);
    return running;
  });
  await Promise.all([released, loaded]);
}

const loading = () => ({ db: other.db, collection: 'live' as const, dryRun: false });

async function bundle(...records: Fields[]): Promise<unknown> {
  return importRecords(loading(), await bench.lines('beside.ndjson', records), 'bundle');
}

describe('loaded while a release is under way', () => {
  it('a changed record is staged for the next release', async () => {
    await bench.bundle(...cast);
    await besideRelease(() => bundle({ type: 'person', person_id: 'p:ada', name: 'Ada Quill-Stone', handle: null }));
    expect(await bench.rows('select name from person')).toEqual([{ name: 'Ada Quill' }]);
    await bench.release();
    expect(await bench.rows('select name from person order by from_version')).toEqual([
      { name: 'Ada Quill' },
      { name: 'Ada Quill-Stone' },
    ]);
  });

  it('a correction of what was staged corrects what is released by then', async () => {
    await bench.bundle(...whole);
    const [staged] = await bench.rows<{ hash: string }>(`select content_hash as hash from staged where kind = 'claim'`);
    await besideRelease(() => bundle(claim({ statement: 'Very cheap.', corrects: staged?.hash })));
    await bench.release();
    const said = await bench.rows(
      `select body ->> 'statement' as said, to_version = 2 as closed from belief_part where kind = 'claim' order by from_version`,
    );
    expect(said).toEqual([
      { said: 'Cheap.', closed: true },
      { said: 'Very cheap.', closed: false },
    ]);
  });

  it('prices of a series that is being released are added to it', async () => {
    const days = (count: number): string =>
      ['2020-03-03,10', '2020-03-04,11', '2020-03-05,12', '2020-03-06,13', '2020-03-09,14', '2020-03-10,15']
        .slice(0, count)
        .join('\n');
    await bench.bundle(...cast);
    await bench.prices('ZQRX.csv', `date,adj_close\n${days(5)}\n`);
    const longer = await bench.file('longer.csv', `date,adj_close\n${days(6)}\n`);
    await besideRelease(() => importPrices(loading(), longer, { ticker: 'ZQRX' }));
    await bench.release();
    expect(await bench.rows('select count(*)::integer as count from price')).toEqual([{ count: 6 }]);
  });
});

/** Loads a file and, before its turn to accept, keeps these rows as another import would. */
async function besideRows(rows: { [table: string]: object[] }, load: () => Promise<unknown>): Promise<unknown> {
  const { loaded } = await other.db.transaction(async (trx) => {
    await trx.raw(`select 1 from staging_lock where collection = 'live' for update`);
    const running = { loaded: load().catch((error: unknown) => error) };
    await untilBlocked(bench.store.db);
    for (const [table, of] of Object.entries(rows).reverse()) if (of.length > 0) await trx(table).insert(of);
    return running;
  });
  return loaded;
}

/** The rows that an import stages, which are taken out again; a table stands before those that it refers to. */
async function stagedBy(
  load: () => Promise<unknown>,
  tables: readonly string[],
): Promise<{ [table: string]: object[] }> {
  const before = await Promise.all(tables.map((table) => bench.rows<object>(`select * from ${table}`)));
  await load();
  const rows: { [table: string]: object[] } = {};
  for (const [place, table] of tables.entries()) {
    const held = new Set(before[place]?.map((row) => JSON.stringify(row)));
    rows[table] = (await bench.rows<object>(`select * from ${table}`)).filter((row) => !held.has(JSON.stringify(row)));
  }
  for (const table of tables) await bench.store.db(table).delete();
  for (const [place, table] of [...tables.entries()].reverse())
    if (before[place]?.length) await bench.store.db(table).insert(before[place]);
  return rows;
}

describe('loaded while another import stages the same record', () => {
  const theirs = claim({ statement: 'Very cheap.' });
  const besideTheirs = async (load: () => Promise<unknown>): Promise<unknown> =>
    besideRows(await stagedBy(() => bench.bundle(theirs), ['staged']), load);

  it('is refused with other content, and nothing of it is kept', async () => {
    await bench.bundle(...whole.filter(({ type }) => type !== 'claim'));
    const before = await bench.counts();
    expect(await besideTheirs(() => bench.bundle(claim({ claim_id: 'cl:0' }), claim()))).toMatchObject({
      partlyStaged: false,
      faults: [
        {
          line: 2,
          field: 'corrects',
          what: 'a claim with this id is loaded with other content',
          fix: expect.stringMatching(/"corrects":"[0-9a-f]{64}"/),
        },
      ],
    });
    expect(await bench.counts()).toEqual({ ...before, staged: (before['staged'] ?? 0) + 1 });
  });

  it('is there already with the same content', async () => {
    await bench.bundle(...whole.filter(({ type }) => type !== 'claim'));
    expect(await besideTheirs(() => bench.bundle(theirs))).toMatchObject({ records: { claim: { new: 0, same: 1 } } });
    expect(await bench.rows(`select key from staged where kind = 'claim'`)).toHaveLength(1);
  });

  it('at the very same time, one of the two is refused', async () => {
    await bench.bundle(...whole.filter(({ type }) => type !== 'claim'));
    const [mine, its] = [await bench.lines('mine', [claim()]), await bench.lines('its', [theirs])];
    const { outcomes } = await other.db.transaction(async (trx) => {
      // One of them is about to add to what is staged, and the other one waits for its turn or comes to it.
      await trx.raw('lock table staged in exclusive mode');
      const both = [importRecords(bench.loading(), mine, 'bundle'), importRecords(loading(), its, 'bundle')];
      const running = { outcomes: Promise.allSettled(both) };
      await untilBlocked(bench.store.db);
      return running;
    });
    expect((await outcomes).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [accepted] = (await outcomes).flatMap((one) => (one.status === 'fulfilled' ? [one.value.file] : []));
    expect(await bench.rows(`select origin from staged where kind = 'claim'`)).toEqual([{ origin: accepted }]);
  });
});

describe('prices that are loaded while another import adds to their series', () => {
  const csv = (...rows: string[]): string => ['date,adj_close,stock splits', ...rows, ''].join('\n');
  const three = csv('2020-03-03,10,', '2020-03-04,11,', '2020-03-05,12,');
  const tables = ['import_price', 'import_series', 'import'];
  beforeEach(async () => {
    await bench.bundle(...cast);
    await bench.prices('ZQRX.csv', csv('2020-03-03,5,', '2020-03-04,6,', '2020-03-05,7,'));
    await bench.release('2020-04-01T00:00:00.000Z');
  });

  const released = () =>
    bench.rows<{ adjusted_close: string }>(
      `select p.adjusted_close from price p join price_vintage v using (vintage_id) where v.to_version = 2147483647 order by p.session_date`,
    );

  it('are judged by what the other one left: a file that is shorter than that is refused', async () => {
    const longer = csv('2020-03-03,20,', '2020-03-04,22,', '2020-03-05,24,', '2020-03-06,26,');
    const theirs = await stagedBy(() => bench.prices('ZQRX.csv', longer), tables);
    expect(await besideRows(theirs, () => bench.prices('ZQRX.csv', three))).toMatchObject({
      partlyStaged: false,
      faults: [{ field: 'ZQRX', what: expect.stringMatching(/^partial-restatement: 3 of 3 shared sessions/) }],
    });
    expect((await bench.release()).prices).toMatchObject({ rows: 4, vintages_restated: 1 });
  });

  it('replace what the other one staged when they hold all of it', async () => {
    const asLong = csv('2020-03-03,20,', '2020-03-04,22,', '2020-03-05,24,');
    const theirs = await stagedBy(() => bench.prices('ZQRX.csv', asLong), tables);
    expect(await besideRows(theirs, () => bench.prices('ZQRX.csv', three))).toMatchObject({
      series: [{ outcome: 'restates' }],
    });
    expect((await bench.release()).prices).toMatchObject({ rows: 3, vintages_restated: 1 });
    expect(await released()).toEqual(['10', '11', '12'].map((adjusted_close) => ({ adjusted_close })));
  });

  it('take back what the other one staged when they say what is released', async () => {
    const other = csv('2020-03-03,20,', '2020-03-04,22,', '2020-03-05,24,');
    const theirs = await stagedBy(() => bench.prices('ZQRX.csv', other), tables);
    const as = csv('2020-03-03,5,', '2020-03-04,6,', '2020-03-05,7,', '2020-03-06,8,');
    expect(await besideRows(theirs, () => bench.prices('ZQRX.csv', as))).toMatchObject({
      series: [{ outcome: 'restates' }],
    });
    expect((await bench.release()).prices).toMatchObject({ rows: 1, vintages_restated: 0, vintages_appended: 1 });
    expect(await released()).toEqual(['5', '6', '7', '8'].map((adjusted_close) => ({ adjusted_close })));
  });

  it('are refused with their splits, and nothing of them is kept', async () => {
    const split = { type: 'split', ticker: 'ZQRX', effective_session: '2020-03-04', numerator: 3, denominator: 1 };
    const theirs = await stagedBy(() => bench.bundle(split), ['staged']);
    const file = csv('2020-03-03,10,', '2020-03-04,11,2', '2020-03-05,12,');
    expect(await besideRows(theirs, () => bench.prices('ZQRX.csv', file))).toMatchObject({
      partlyStaged: false,
      faults: [{ field: 'split', what: 'a split of that session is loaded with another ratio' }],
    });
    expect(await bench.rows('select 1 from import_price')).toEqual([]);
  });
});

it('a release waits for an import that is being accepted, and takes all of it', async () => {
  await bench.bundle(...cast);
  const importId = await beginImport(bench.store.db, 'live', 'x');
  let isOver = false;
  const running = await holdingStaging(bench.store.db, { collection: 'live', importId }, async () => {
    const waiting = release(other.db, { collection: 'live' }).finally(() => (isOver = true));
    await bench.store.db.raw('select pg_sleep(0.2)');
    expect(isOver).toBe(false);
    return [waiting];
  });
  expect(await running[0]).toMatchObject({ version: 1 });
});

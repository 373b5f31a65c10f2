// What is loaded while a release or another import is under way waits for it: nothing accepted is lost, and nothing is left out unsaid.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from '../store/engine.ts';
import { importPrices } from './import-prices.ts';
import { importRecords } from './import-records.ts';
import { cast, claim, whole, type Fields } from './test-bundle.ts';
import { LoadingBench } from './test-loading.ts';

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

async function waiting(): Promise<number> {
  const rows = await bench.rows<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** Runs the import when a release has published what was staged and not yet cleared it. */
async function besideRelease(load: () => Promise<unknown>): Promise<void> {
  const { released, loaded } = await other.db.transaction(async (trx) => {
    await trx.raw('lock table record in exclusive mode');
    const running = { released: bench.release('2019-01-01T00:00:00.000Z'), loaded: Promise.resolve<unknown>(null) };
    while ((await waiting()) < 1);
    let isOver = false;
    running.loaded = load().finally(() => (isOver = true));
    while (!isOver && (await waiting()) < 2);
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

describe('loaded while another import stages the same record', () => {
  /** Stages a record of that import between the two passes over the file. */
  async function besideImport(record: Fields, load: () => Promise<unknown>): Promise<string[]> {
    await bench.bundle(record);
    const [row] = await bench.rows<{ kind: string }>('select * from staged where kind = ?', [record['type']]);
    await bench.store.db('staged').where('kind', row?.kind).delete();
    const { loaded } = await other.db.transaction(async (trx) => {
      await trx.raw(`select 1 from head where collection = 'live' for update`);
      const running = { loaded: bench.faults(load) };
      while ((await waiting()) < 1);
      await trx('staged').insert(row ?? {});
      return running;
    });
    return loaded;
  }
  const theirs = claim({ statement: 'Very cheap.' });

  it('is refused with other content, and nothing of it is kept', async () => {
    await bench.bundle(...whole.filter(({ type }) => type !== 'claim'));
    const before = await bench.counts();
    const refused = await besideImport(theirs, () => bench.bundle(claim({ claim_id: 'cl:0' }), claim()));
    expect(refused).toEqual([
      expect.stringMatching(
        /^bundle\.ndjson:2:corrects: a claim with this id is loaded with other content; .*"corrects":"[0-9a-f]{64}"/,
      ),
    ]);
    expect(await bench.counts()).toEqual({ ...before, staged: (before['staged'] ?? 0) + 1 });
  });

  it('is there already with the same content', async () => {
    await bench.bundle(...whole.filter(({ type }) => type !== 'claim'));
    expect(await besideImport(theirs, () => bench.bundle(theirs))).toEqual([]);
    expect(await bench.rows(`select key from staged where kind = 'claim'`)).toHaveLength(1);
  });
});

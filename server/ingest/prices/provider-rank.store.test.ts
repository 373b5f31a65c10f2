// Of several providers of one listing, the one that is quoted: by the operator's rank, then in the order of loading, never by name.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import { accountBench, type AccountBench } from '../../admin/testing/account-bench.ts';
import { migrate } from '../../store/migrations/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { nameSchema } from '../../store/migrations/001-020/014-names.ts';
import { becomeSchema } from '../../store/keeping/restore-schema.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { addSeries, beginImport } from '../../store/staged/price-imports.ts';
import { changeDays } from '../../store/known/read-change-days.ts';
import { readRows } from '../../store/engine/read.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

const days = ['2020-03-03', '2020-03-04', '2020-03-05', '2020-03-06', '2020-03-09', '2020-03-10', '2020-03-11'];
const csv = (closes: readonly number[]): string =>
  ['date,adj_close', ...closes.map((close, index) => `${days[index]},${close}`), ''].join('\n');
const five = [10, 11, 12, 13, 14];

const [first, second, third] = ['2020-03-20T00:00:00.000Z', '2020-04-01T00:00:00.000Z', '2020-05-01T00:00:00.000Z'];

let bench: LoadingBench;
let run: AccountBench['run'];
beforeEach(async () => {
  bench = await LoadingBench.open();
  ({ run } = accountBench(bench.store));
  await bench.statements(statement('s:1'));
});
afterEach(() => bench.close());

async function load(provider: string, providerRank?: number, closes: readonly number[] = five): Promise<void> {
  await bench.prices('ZQRX.csv', csv(closes), { provider, ...(providerRank !== undefined && { providerRank }) });
}

type QuoteDocument = { market_price: { status: string; reference: { price: number; source: string } } };

/** The price that a server which has kept nothing quotes at the instant itself. */
async function quotedAt(asOf: string): Promise<QuoteDocument['market_price']['reference']> {
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  const { bytes } = await answers.brief('live', { ticker: 'ZQRX', as_of: asOf });
  return (JSON.parse(bytes.toString()) as QuoteDocument).market_price.reference;
}

describe('the quoted provider', () => {
  it.each([
    ['alder', 'zelkova'],
    ['zelkova', 'alder'],
  ])('is the one loaded first, of two in one release: %s before %s', async (one, other) => {
    await load(one);
    await load(other);
    await bench.release(first);
    expect(await quotedAt(first)).toMatchObject({ source: one });
  });

  it('is the one of the earlier release, whatever its name', async () => {
    await load('zelkova');
    await bench.release(first);
    await load('alder');
    await bench.release(second);
    expect(await quotedAt(second)).toMatchObject({ source: 'zelkova' });
  });

  it.each([
    { what: 'a rank before none', ranks: [undefined, 9], quoted: 'alder' },
    { what: 'the smaller rank', ranks: [2, 1], quoted: 'alder' },
    { what: 'of equal ranks the one loaded first', ranks: [3, 3], quoted: 'zelkova' },
    { what: 'the first, where its rank is the smaller one', ranks: [1, 2], quoted: 'zelkova' },
  ])('is by rank: $what', async ({ ranks, quoted }) => {
    await load('zelkova', ranks[0]);
    await load('alder', ranks[1]);
    await bench.release(first);
    expect(await quotedAt(first)).toMatchObject({ source: quoted });
  });

  it('keeps its rank when it is appended to and restated, without the option', async () => {
    await load('zelkova');
    await load('alder', 1);
    await bench.release(first);
    await load('alder', undefined, [...five, 15]);
    await bench.release(second);
    expect(await quotedAt(second)).toMatchObject({ source: 'alder', price: 15 });
    await load(
      'alder',
      undefined,
      [...five, 15, 16].map((close) => close / 2),
    );
    await bench.release(third);
    expect(await quotedAt(third)).toMatchObject({ source: 'alder', price: 8 });
    expect(
      await bench.rows(`select series_id, load_order, provider_rank, from_version from price_series order by 2`),
    ).toEqual([
      { series_id: 'ZQRX|zelkova', load_order: 1, provider_rank: null, from_version: 1 },
      { series_id: 'ZQRX|alder', load_order: 2, provider_rank: 1, from_version: 1 },
    ]);
  });

  it('keeps its place when it is restated and the other is not', async () => {
    await load('zelkova');
    await load('alder');
    await bench.release(first);
    await load(
      'zelkova',
      undefined,
      five.map((close) => close / 2),
    );
    await bench.release(second);
    expect(await quotedAt(second)).toMatchObject({ source: 'zelkova', price: 7 });
  });
});

describe('another rank', () => {
  const other = csv(five);
  const named = ['--provider', 'alder', '--provider-rank'];

  it('is a release of its own by the same file again, and earlier cutoffs keep what they quoted', async () => {
    await load('zelkova');
    await load('alder');
    await bench.release(first);
    const file = await bench.file('ZQRX.csv', other);
    const loaded = await run('import-prices', file, ...named, '1');
    expect(loaded).toMatchObject({ exit: 0 });
    expect(loaded.stdout).toContain(
      'note: alder has rank 1 among the providers of these tickers from the next release on',
    );
    expect(loaded.stdout).toContain('staged for live; publish it with');
    const released = await run('release', '--effective-at', second);
    expect(released.stdout).toContain('series with another provider rank: 1');
    expect(await quotedAt(first)).toMatchObject({ source: 'zelkova' });
    expect(await quotedAt(second)).toMatchObject({ source: 'alder', price: 14 });
    const cutoff = { collection: 'live', version: 2, asOf: second } as const;
    const read = await readRows(bench.store.db, changeDays(cutoff, { entityId: entityIdForTicker('ZQRX') }, 50));
    expect(read.map(({ day, names }) => [day, names])).toContainEqual(['2020-04-01', 1]);
  });

  it('stages nothing where it is the one that the series has, and nothing in a dry run', async () => {
    await load('alder', 1);
    await bench.release(first);
    const file = await bench.file('ZQRX.csv', other);
    expect((await run('import-prices', file, ...named, '1')).stdout).toContain('nothing new');
    await run('import-prices', file, ...named, '2', '--dry-run');
    expect(await bench.rows("select 1 from import_series where state <> 'left'")).toEqual([]);
    expect((await bench.release(second)).version).toBeNull();
  });

  it('replaces the one that waits for the same release', async () => {
    await load('zelkova', 2);
    await load('alder', 1);
    await load('alder', 3);
    await bench.release(first);
    expect(await quotedAt(first)).toMatchObject({ source: 'zelkova' });
  });

  it.each(['0', '-1', '1.5', 'first', '', '10000'])('is refused as %j', async (rank) => {
    const file = await bench.file('ZQRX.csv', other);
    await expect(run('import-prices', file, '--provider', 'alder', `--provider-rank=${rank}`)).rejects.toThrow(
      `--provider-rank ${rank} is not a whole number from 1 to 9999`,
    );
    expect(await bench.rows("select 1 from import_series where state <> 'left'")).toEqual([]);
  });
});

it('gives no place to a series of an import that was interrupted', async () => {
  await load('alder', 1);
  await bench.release(first);
  const importId = await beginImport(bench.store.db, 'live', 'x');
  await addSeries(bench.store.db, { importId, collection: 'live' }, [
    {
      seriesNo: 0,
      seriesId: 'ZQRX|zelkova',
      ticker: 'ZQRX',
      provider: 'zelkova',
      currency: 'USD',
      basis: 'adjusted_close',
      providerRank: null,
    },
  ]);
  expect((await bench.release(second)).version).toBeNull();
  await load('alder', 2, [...five, 15]);
  await bench.release(second);
  expect(await bench.rows('select distinct series_id from price_series')).toEqual([{ series_id: 'ZQRX|alder' }]);
});

describe('series that were released before they had a place', () => {
  it('keep the order in which they were quoted: by release, then by id', async () => {
    const older = await openTestStore();
    try {
      const place = migrations.indexOf(nameSchema);
      await older.db.transaction((trx) =>
        becomeSchema(
          trx,
          migrations.slice(0, place).map(({ name }) => name),
        ),
      );
      for (const [series, version] of [
        ['ZQRX|zelkova', 1],
        ['ZQRX|beech', 2],
        ['ZQRX|alder', 2],
        ['ZQRX|zelkova', 3],
      ] as const)
        await older.db.raw(
          `insert into price_vintage (collection, vintage_id, series_id, entity_id, ticker, provider, currency, basis, from_version)
           values ('live', ?, ?, ?, 'ZQRX', 'p', 'USD', 'adjusted_close', ?)`,
          [`${series}|${version}`, series, entityIdForTicker('ZQRX'), version],
        );
      await migrate(older.db);
      const placed = await older
        .db('price_series')
        .select('series_id', 'load_order', 'from_version')
        .orderBy('load_order');
      expect(placed).toEqual([
        { series_id: 'ZQRX|zelkova', load_order: 1, from_version: 1 },
        { series_id: 'ZQRX|alder', load_order: 2, from_version: 2 },
        { series_id: 'ZQRX|beech', load_order: 3, from_version: 2 },
      ]);
    } finally {
      await older.close();
    }
  });
});

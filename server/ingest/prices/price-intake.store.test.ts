import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../measures/calendar.ts';
import { beginImport } from '../../store/staged/price-imports.ts';
import { tidy } from '../../store/keeping/retention.ts';
import { Faults } from '../files/faults.ts';
import { importPrices } from './import-prices.ts';
import { inputLimits } from '../files/input-limits.ts';
import { PriceIntake } from './price-intake.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const row = (ticker: string, session: string, line: number) => ({
  ticker,
  session,
  line,
  adjusted: '1',
  close: null,
  traded: null,
  split: null,
  observedAt: `${session}T21:00:00.000Z`,
  observedStated: false,
  observedInRow: false,
});

const rowsOfImports = () =>
  bench.rows('select import_id from import_price union all select import_id from import_series');

async function intake(limits = inputLimits as ConstructorParameters<typeof PriceIntake>[0]['limits']) {
  const loading = bench.loading();
  const importId = await beginImport(loading.db, loading.collection, 'x');
  const options = { loading, importId, faults: new Faults('x'), providerRank: null, sessions: 2 };
  return new PriceIntake({ ...options, ...(limits && { limits }) });
}

it('a price file has a limit of tickers, and of rows beyond the sessions that there are', async () => {
  const taking = await intake({ ...inputLimits, series_max: 2 });
  await taking.take(row('AAX', '2020-01-02', 2), 'yahoo');
  await taking.take(row('BBX', '2020-01-02', 3), 'yahoo');
  await taking.take(row('BBX', '2020-01-03', 4), 'yahoo');
  expect(await bench.faults(() => taking.take(row('CCX', '2020-01-02', 5), 'yahoo'))).toEqual([
    'x:5: the file has more than 2 tickers; split it into several files',
  ]);
  await taking.finish();
  expect(taking.series.map(({ ticker, rows }) => [ticker, rows])).toEqual([
    ['AAX', 1],
    ['BBX', 2],
  ]);
  const repeating = async (): Promise<void> => {
    for (let line = 5; line < 10_010; line += 1) await taking.take(row('BBX', '2020-01-03', line), 'yahoo');
  };
  expect(await bench.faults(repeating)).toEqual([
    'x:10005: more than 10000 rows repeat a session of their ticker; keep one row for each session',
  ]);
});

describe('a file that is added in several chunks', () => {
  const days = createCalendar().sessions.slice(0, 2_600);
  const rows = days.flatMap(({ date }) => [`NULL,${date},10`, `BBX,${date},20`]);
  const both = ['ticker,date,adj_close', ...rows, ''].join('\n');

  it('is one import, and leaves nothing behind when it is released, unchanged, tried or refused', async () => {
    await bench.prices('both.csv', both);
    expect((await bench.release()).prices).toMatchObject({ rows: 5_200, vintages_opened: 2 });
    await bench.prices('both.csv', both);
    const more = await bench.file('both.csv', `${both}BBX,2024-01-03,21\n`);
    await importPrices({ ...bench.loading(), dryRun: true }, more, {});
    await bench.faults(() => bench.prices('both.csv', `${both}BBX,2024-01-32,21\n`));
    await bench.faults(() => bench.prices('both.csv', `${both}BBX,${days[0]?.date},21\n`));
    expect(await rowsOfImports()).toEqual([]);
    expect(await bench.rows('select 1 from import')).toEqual([]);
  });

  it('stages of a longer history what is new, and of a restated one all of it in its place', async () => {
    await bench.prices('both.csv', both);
    await bench.prices('both.csv', `${both}BBX,2024-01-03,21\n`);
    await bench.prices('both.csv', `${both}BBX,2024-01-03,21\n`.replace(',20\n', ',21\n'));
    expect(await bench.rows('select count(*)::integer as count from import_price')).toEqual([{ count: 5_201 }]);
    expect((await bench.release()).prices).toMatchObject({ rows: 5_201, vintages_opened: 2 });
  });
});

describe('the rows of an import that died', () => {
  beforeEach(async () => {
    const dying = await intake();
    await dying.take(row('AAX', '2020-01-02', 2), 'yahoo');
    await dying.finish();
  });
  const over = () => bench.store.db.raw(`update import set alive_until = now() - interval '1 second'`);

  it('stay while it may still run, and are removed by the next import', async () => {
    await bench.prices('ZQRX.csv', 'date,adj_close\n2020-01-02,1\n');
    expect(await rowsOfImports()).toHaveLength(4);
    await over();
    await bench.prices('ZQRX.csv', 'date,adj_close\n2020-01-02,1\n');
    expect(await rowsOfImports()).toHaveLength(2);
  });

  it('are removed by the hourly tidying, and are published by no release', async () => {
    await over();
    expect(await tidy(bench.store.db)).toMatchObject({ import_rows: 1 });
    expect((await bench.release()).version).toBeNull();
    expect(await rowsOfImports()).toEqual([]);
  });
});

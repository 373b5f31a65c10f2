import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../measures/calendar.ts';
import { Faults } from './faults.ts';
import { inputLimits } from './input-limits.ts';
import { PriceCheck } from './price-check.ts';
import { LoadingBench } from './test-loading.ts';

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
  split: null,
  observedAt: `${session}T21:00:00.000Z`,
  observedStated: false,
  observedInRow: false,
});

it('a price file has a limit of tickers, and none of rows for them', async () => {
  const check = new PriceCheck(bench.loading(), new Faults('x'), { ...inputLimits, series_max: 2 });
  await check.take(row('AAX', '2020-01-02', 2), 'AAX|yahoo');
  await check.take(row('BBX', '2020-01-02', 3), 'BBX|yahoo');
  await check.take(row('BBX', '2020-01-03', 4), 'BBX|yahoo');
  expect(await bench.faults(() => check.take(row('CCX', '2020-01-02', 5), 'CCX|yahoo'))).toEqual([
    'x:5: the file has more than 2 tickers; split it into several files',
  ]);
  await check.flush();
  expect([...(await check.plans()).values()].map(({ ticker, rows }) => [ticker, rows])).toEqual([
    ['AAX', 1],
    ['BBX', 2],
  ]);
});

describe('a file that is staged in two chunks', () => {
  const days = createCalendar().sessions.slice(0, 2_600);
  const rows = days.flatMap(({ date }) => [`AAX,${date},10`, `BBX,${date},20`]);
  const both = ['ticker,date,adj_close', ...rows, ''].join('\n');

  it('goes on with the series that its first one began', async () => {
    await bench.prices('both.csv', both);
    expect((await bench.release()).prices).toMatchObject({ rows: 5_200, vintages_opened: 2 });
  });

  it('is loaded again after it was interrupted between them', async () => {
    await bench.prices('both.csv', both);
    await bench.store
      .db('staged_price')
      .where('session_date', '>=', days[2_500]?.date ?? '')
      .delete();
    expect(await bench.prices('both.csv', both)).toMatchObject({ new: 200, same: 5_000 });
    expect((await bench.release()).prices).toMatchObject({ rows: 5_200, vintages_opened: 2 });
  });
});

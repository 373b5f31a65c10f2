import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../measures/calendar.ts';
import { LoadingBench } from './test-loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const sessions = createCalendar()
  .sessions.map(({ date }) => date)
  .filter((date) => date >= '2020-01-02' && date < '2021-01-01');
/** The first session of each week, or of each month. */
const firstOf = (period: (date: string) => string): string[] =>
  sessions.filter((date, at) => at === 0 || period(date) !== period(sessions[at - 1] ?? ''));
const week = (date: string): string => String(Math.floor((Date.parse(date) / 86_400_000 + 3) / 7));
const month = (date: string): string => date.slice(0, 7);
const file = (days: readonly string[]): string => ['date,adj_close', ...days.map((day) => `${day},10`), ''].join('\n');

describe('prices of other periods than days', () => {
  it.each([
    ['weekly', firstOf(week), 1, 53],
    ['weekly ones with the newest day at the end', [...firstOf(week), '2020-12-31'], 2, 54],
    ['monthly', firstOf(month), 0, 12],
  ])('are refused: %s', async (_what, days, following, rows) => {
    const before = await bench.counts();
    expect(await bench.faults(() => bench.prices('ZQRX.csv', file(days)))).toEqual([
      `ZQRX.csv:ZQRX: only ${following} of its ${rows} rows follow on another within 4 days: these are no daily prices; load daily ones; if they are and days are left out, say --basis adjusted_daily_close`,
    ]);
    expect(await bench.counts()).toEqual(before);
  });

  it('are loaded where the operator says that they are daily closes', async () => {
    const days = firstOf(month);
    expect(await bench.prices('ZQRX.csv', file(days), { basis: 'adjusted_daily_close' })).toMatchObject({ rows: 12 });
    expect(await bench.faults(() => bench.prices('NEW.csv', file(days), { basis: 'adjusted_close' }))).toHaveLength(1);
  });
});

it.each([
  ['in any order', sessions.toSorted((a, b) => a.slice(8).localeCompare(b.slice(8)))],
  ['with every third left out', sessions.filter((_, at) => at % 3 !== 0)],
  ['few', firstOf(month).slice(0, 5)],
])('daily prices are loaded: %s', async (_what, days) => {
  expect(await bench.prices('ZQRX.csv', file(days))).toMatchObject({ rows: days.length });
});

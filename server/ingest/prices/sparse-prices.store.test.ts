import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCalendar } from '../../measures/calendar.ts';
import { LoadingBench } from '../testing/loading.ts';

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

const note = (rows: number, following: number, others = ''): string =>
  `${following} of the ${rows} rows of ZQRX follow on another within 4 days${others}: only daily closes may be loaded, and a weekly or monthly price tells the day it is dated by what came later`;

it.each([
  ['weekly', firstOf(week), 1],
  ['weekly ones with the newest day at the end', [...firstOf(week), '2020-12-31'], 2],
  ['monthly', firstOf(month), 0],
])('prices that may be of other periods than days are loaded and noted: %s', async (_what, days, following) => {
  const { rows, notes } = await bench.prices('ZQRX.csv', file(days));
  expect([rows, notes]).toEqual([days.length, [note(days.length, following)]]);
});

it('says of many series that there are more', async () => {
  const rows = ['ZQRX', 'NWX', 'DAILY'].flatMap((ticker) =>
    (ticker === 'DAILY' ? sessions : firstOf(month)).map((day) => `${ticker},${day},10`),
  );
  const { notes } = await bench.prices('all.csv', ['ticker,date,adj_close', ...rows, ''].join('\n'));
  expect(notes).toEqual([note(12, 0, ', and of 1 more series as few')]);
});

it.each([
  ['in any order', sessions.toSorted((a, b) => a.slice(8).localeCompare(b.slice(8)))],
  ['with every third left out', sessions.filter((_, at) => at % 3 !== 0)],
  ['few', firstOf(month).slice(0, 5)],
])('daily prices are loaded without a note: %s', async (_what, days) => {
  expect(await bench.prices('ZQRX.csv', file(days))).toMatchObject({ rows: days.length, notes: [] });
});

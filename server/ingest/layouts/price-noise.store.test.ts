// Values that differ by less than their provider's precision: no restatement, no refusal, and counted.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../measures/calendar.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const days = createCalendar()
  .sessions.map(({ date }) => date)
  .filter((date) => date >= '2020-01-02')
  .slice(0, 30);
const value = (at: number): number => 120 + Math.sin(at) * 3;
/** Sessions from one to another, as a provider writes them that day. */
const file = (from: number, to: number, change: (value: number, at: number) => number = (same) => same): string =>
  [
    'Date,Open,High,Low,Close,Adj Close,Volume',
    ...days.slice(from, to).map((day, index) => {
      const text = change(value(from + index), from + index).toFixed(8);
      return `${day},1,1,1,${text},${text},1`;
    }),
    '',
  ].join('\n');
const noisy = (same: number, at: number): number => (at % 2 === 0 ? same : same * (1 + 4e-7));

describe('other last digits in a download', () => {
  beforeEach(async () => {
    await bench.prices('ZQRX.csv', file(0, 20));
    await bench.release('2019-01-01T00:00:00.000Z');
  });

  it('let the newest sessions be appended, keep the first values, and are counted', async () => {
    const { series, notes } = await bench.prices('ZQRX.csv', file(10, 25, noisy));
    expect(series).toMatchObject([{ new: 5, same: 10, outcome: 'appends' }]);
    expect(notes).toEqual([
      '5 known sessions differ by at most 0.000001 of the value and keep the first one: --precision 0 compares exactly',
    ]);
    expect((await bench.release()).prices).toMatchObject({ rows: 5, vintages_appended: 1 });
    expect(await bench.rows(`select adjusted_close from price where session_date = '${days[11]}'`)).toEqual([
      { adjusted_close: value(11).toFixed(8) },
    ]);
  });

  it('open no vintage for the whole history again, staged or released', async () => {
    expect(await bench.prices('ZQRX.csv', file(0, 25, noisy))).toMatchObject({ series: [{ outcome: 'appends' }] });
    expect(await bench.prices('ZQRX.csv', file(0, 25))).toMatchObject({ series: [{ outcome: 'unchanged' }] });
    expect((await bench.release()).prices).toMatchObject({ rows: 5, vintages_restated: 0 });
  });

  it('are another value where the operator compares exactly, and so are differences beyond them', async () => {
    const [fault] = await bench.faults(() => bench.prices('ZQRX.csv', file(10, 25, noisy), { precision: 0 }));
    expect(fault).toContain('partial-restatement: 5 of 10 shared sessions');
    const dividend = (same: number, at: number): number => (at < 15 ? same * 0.99999 : same);
    expect(await bench.prices('ZQRX.csv', file(0, 25, dividend))).toMatchObject({ series: [{ outcome: 'restates' }] });
  });
});

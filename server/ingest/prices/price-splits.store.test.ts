import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../measures/calendar.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const file = (...rows: string[]): string => ['date,adj_close,split_factor', ...rows, ''].join('\n');

describe('the split of a row without a price', () => {
  it('is kept where the day is a session', async () => {
    const content = file('2020-01-02,10,1', '2020-01-03,,4.0', '2020-01-06,11,1.0');
    expect(await bench.prices('ZQRX.csv', content)).toMatchObject({
      rows: 2,
      splits: 1,
      notes: ['1 row left out: no price in the row (the first: 2020-01-03)'],
    });
    await bench.release();
    expect(await bench.rows('select effective_session, numerator, denominator from split')).toEqual([
      { effective_session: '2020-01-03', numerator: '4', denominator: '1' },
    ]);
  });

  it.each(['11', ''])('is refused with its day where the exchange had no session (price "%s")', async (price) => {
    const before = await bench.counts();
    const content = file('2020-01-03,40,1', `2020-01-04,${price},4`);
    expect(await bench.faults(() => bench.prices('ZQRX.csv', content))).toEqual([
      'ZQRX.csv:3:split_factor: a split of 4 on 2020-01-04, when the exchange had no session; write it on the first session with the new shares',
    ]);
    expect(await bench.counts()).toEqual(before);
  });

  it.each([
    ['before', ['2020-01-03,,4', '2020-01-03,10,2']],
    ['after', ['2020-01-03,10,2', '2020-01-03,,4']],
  ])('is refused where another is %s it', async (_place, rows) => {
    expect(await bench.faults(() => bench.prices('ZQRX.csv', file(...rows)))).toEqual([
      'ZQRX.csv:3:ZQRX: 2020-01-03 has another split here than on line 2; keep one row for each session',
    ]);
  });

  it('is left out with the row where the calendar does not reach', async () => {
    expect(await bench.prices('ZQRX.csv', file('2009-03-04,,4', '2020-01-03,10,1'))).toMatchObject({
      splits: 0,
      notes: [expect.stringContaining('outside the calendar')],
    });
  });
});

describe('a column of cumulative factors', () => {
  const days = ['2020-01-02', '2020-01-03', '2020-01-06', '2020-01-07', '2020-01-08', '2020-01-09'];
  const factors = (...of: number[]): string => file(...of.map((factor, at) => `${days[at] ?? ''},10,${factor}`));
  const fault = (line: number, what: string): string =>
    `ZQRX.csv:${line}:split_factor: ZQRX has a factor of ${what} other than 1 in all: no listing splits that often, so they are cumulative factors and not splits; write the factor of a split on its first session alone and 1 elsewhere, or remove the column and load splits in a bundle`;

  it.each([
    ['to the end', factors(4, 4, 4, 1, 1, 1), 3, '4 on 2020-01-02 and 4 on 2020-01-03, and 3'],
    ['from the beginning', factors(1, 1, 2, 2, 6, 6), 5, '2 on 2020-01-06 and 2 on 2020-01-07, and 4'],
    ['of old shares', factors(0.25, 0.25, 1, 1), 3, '0.25 on 2020-01-02 and 0.25 on 2020-01-03, and 2'],
    [
      'of days in any order',
      file('2020-01-07,10,4', '2020-01-08,10,1', '2020-01-02,10,28', '2020-01-06,10,4'),
      2,
      '4 on 2020-01-06 and 4 on 2020-01-07, and 3',
    ],
    [
      'of weeks',
      file('2020-01-03,10,4', '2020-01-10,10,4', '2020-01-17,10,1'),
      3,
      '4 on 2020-01-03 and 4 on 2020-01-10, and 2',
    ],
    ['that change every day', factors(30, 15, 5, 1), 4, '15 on 2020-01-03 and 5 on 2020-01-06, and 3'],
  ])('%s is refused with its name, and nothing of it is kept', async (_how, content, line, what) => {
    const before = await bench.counts();
    expect(await bench.faults(() => bench.prices('ZQRX.csv', content))).toEqual([fault(line, what)]);
    expect(await bench.counts()).toEqual(before);
  });

  it('is refused for each ticker that has it, and before there are too many of them', async () => {
    const rows = createCalendar()
      .sessions.slice(0, 2_600)
      .flatMap(({ date }) => ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((ticker) => `${ticker},${date},10,2`));
    const faults = await bench.faults(() =>
      bench.prices('many.csv', ['ticker,date,adj_close,split_ratio', ...rows, ''].join('\n')),
    );
    expect(faults).toHaveLength(8);
    expect(faults[0]).toMatch(/^many\.csv:10:split_ratio: A has a factor of 2 on /);
  });

  it.each([
    ['a split and its like years later', file('2014-06-09,10,7', '2020-01-02,10,1', '2020-01-03,10,7'), 2],
    ['a reverse split with a forward one after it', factors(1, 0.01, 100, 1), 2],
    ['one split of a session that is there twice', file('2020-01-02,10,2', '2020-01-02,10,2'), 1],
  ])('is not %s', async (_what, content, splits) => {
    expect(await bench.prices('ZQRX.csv', content)).toMatchObject({ splits });
  });
});

it('a ratio is a decimal number, and not what programs write', async () => {
  const content = file('2020-01-02,1,0x4');
  expect(await bench.faults(() => bench.prices('ZQRX.csv', content))).toEqual([
    'ZQRX.csv:2:split_factor: "0x4" is no split ratio from 0.000001 to 1000000; write new shares per old one, such as 4 or 0.1',
  ]);
});

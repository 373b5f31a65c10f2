import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench } from './test-loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const file = (...rows: string[]): string => ['date,adj_close,split_factor', ...rows, ''].join('\n');

describe('the split of a row without a price', () => {
  it('is kept where the day is a session', async () => {
    const content = file('2020-01-02,40,1', '2020-01-03,,4.0', '2020-01-06,11,1.0');
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

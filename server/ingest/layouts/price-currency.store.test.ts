import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

it('a price in another currency is refused, and published as none in dollars', async () => {
  const before = await bench.counts();
  const rows = ['2020-01-02,1,usd', '2020-01-03,2,EUR', '2020-01-06,3,'];
  expect(
    await bench.faults(() => bench.prices('ZQRX.csv', ['Date,Adj Close,Currency', ...rows, ''].join('\n'))),
  ).toEqual(['ZQRX.csv:3:Currency: the price is in "EUR", and prices are served in USD alone; load prices in USD']);
  expect(await bench.counts()).toEqual(before);
});

it('a column of the currency says what it is, and may be empty', async () => {
  const file = 'Date,Adj Close,Currency\n2020-01-02,1,usd\n2020-01-03,2,USD\n2020-01-06,3,\n';
  const report = await bench.prices('ZQRX.csv', file);
  expect(report).toMatchObject({ rows: 3 });
  expect(report.mapping).toContain('Currency -> currency');
});

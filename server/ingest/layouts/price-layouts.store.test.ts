// Price files as providers write them are recognised as theirs, and their tickers wherever they stand.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceOptions } from '../prices/import-prices.ts';
import { LoadingBench } from '../testing/loading.ts';
import { loadPriceCase } from '../testing/price-cases.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const load = (name: string, options?: PriceOptions) => loadPriceCase(bench, name, options);

describe('the layouts of providers', () => {
  it('Yahoo with one more column continues the series of Yahoo', async () => {
    await load('ZQL1.csv', { ticker: 'ZQL' });
    expect(await load('ZQL2.csv', { ticker: 'ZQL' })).toMatchObject({
      layout: 'Yahoo',
      series: [{ provider: 'yahoo', new: 10, outcome: 'appends' }],
    });
  });

  it('Yahoo with a header of three rows is read, with the ticker of its second row', async () => {
    const report = await load('ZQJ.csv');
    expect(report).toMatchObject({ layout: 'Yahoo', rows: 60, series: [{ ticker: 'ZQJ', provider: 'yahoo' }] });
    expect(report.mapping).toContain('second row -> ticker ZQJ');
  });

  it('a header of three rows with several tickers is refused for what it is', async () => {
    const wide = 'Price,Close,Close\nTicker,AAX,BBX\nDate,,\n2024-01-02,1,2\n';
    expect(await bench.faults(() => bench.prices('wide.csv', wide))).toEqual([
      'wide.csv:2: it holds several tickers side by side (AAX, BBX); save each ticker in a file of its own',
    ]);
    const plain = 'Price,Close,Volume\nTicker,AAX,AAX\nDate,,\n2024-01-02,1,2\n';
    expect(await bench.prices('any.csv', plain, { basis: 'adjusted_close' })).toMatchObject({
      series: [{ ticker: 'AAX', provider: 'yahoo' }],
    });
  });

  it('Stooq in bulk names its tickers with a suffix', async () => {
    const bulk = [
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'AAX.US,D,20240102,000000,1,1,1,10,5,0',
      'BBX.US,D,20240102,000000,1,1,1,20,5,0',
    ].join('\n');
    expect(await bench.prices('d_us_txt.csv', bulk, { basis: 'adjusted_close' })).toMatchObject({
      layout: 'Stooq',
      series: [
        { ticker: 'AAX', provider: 'stooq' },
        { ticker: 'BBX', provider: 'stooq' },
      ],
    });
  });

  it('the flat files of Polygon date their rows in nanoseconds', async () => {
    const flat = [
      'ticker,volume,open,close,high,low,window_start,transactions',
      'AAX,10,1,10,1,1,1704171600000000000,3',
      'AAX,10,1,11,1,1,1704258000000000000,3',
    ].join('\n');
    await bench.prices('flat.csv', flat, { basis: 'adjusted_close' });
    await bench.release();
    expect(await bench.rows('select session_date from price order by 1')).toEqual([
      { session_date: '2024-01-02' },
      { session_date: '2024-01-03' },
    ]);
  });

  it('a pattern of the operator says where the ticker stands, and --ticker takes a suffix in its rows', async () => {
    const rows = 'date,adj_close\n2024-01-02,10\n';
    expect(await bench.prices('export-aax.csv', rows, { tickerPattern: 'export-{ticker}' })).toMatchObject({
      series: [{ ticker: 'AAX' }],
    });
    const suffixed = 'symbol,date,adj_close\nBBX.US,2024-01-02,10\n';
    expect(await bench.prices('b.csv', suffixed, { ticker: 'BBX' })).toMatchObject({ series: [{ ticker: 'BBX' }] });
    expect(await bench.faults(() => bench.prices('export-aax.csv', rows, { tickerPattern: 'other-{ticker}' }))).toEqual(
      [
        'export-aax.csv:1:ticker: neither a column nor the name of the file says the ticker; say --ticker, or --ticker-pattern with {ticker} at its place',
      ],
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { importPrices } from './import-prices.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const days = [
  '2020-01-02',
  '2020-01-03',
  '2020-01-06',
  '2020-01-07',
  '2020-01-08',
  '2020-01-09',
  '2020-01-10',
  '2020-01-13',
  '2020-01-14',
  '2020-01-15',
];

/** Rows of a Yahoo file from day to day (counted from 0), each close 10 + its day. */
function yahoo(from: number, to: number, change: { [day: number]: string } = {}): string {
  const rows = days
    .slice(from, to)
    .map(
      (date, index) => `${date},9,11,8,${20 + from + index},${change[from + index] ?? `${10 + from + index}.50`},1000`,
    );
  return ['Date,Open,High,Low,Close,Adj Close,Volume', ...rows, ''].join('\n');
}

type Vintage = { vintage_id: string; from_version: number; to_version: number; rows: number };
const vintages = (): Promise<Vintage[]> =>
  bench.rows<Vintage>(
    `select v.vintage_id, v.from_version, v.to_version, count(*)::integer as rows
       from price_vintage v join price p on p.vintage_id = v.vintage_id
      group by v.vintage_id, v.from_version, v.to_version order by v.from_version`,
  );
const open = 2147483647;

describe('loading prices', () => {
  it('keeps prices as written, takes the close of the session as the time nobody stated, and names the ticker after the file', async () => {
    const report = await bench.prices('zqrx.csv', yahoo(0, 6, { 0: '10.50000000001234' }));
    expect(report).toMatchObject({
      layout: 'Yahoo',
      rows: 6,
      new: 6,
      series: [{ ticker: 'ZQRX', provider: 'yahoo', outcome: 'opens' }],
    });
    expect(report.mapping).toEqual([
      'Date -> session',
      'Adj Close -> adjusted close',
      'Close -> split-adjusted close',
      'Open, High, Low, Volume -> not read',
      'zqrx.csv -> ticker ZQRX',
    ]);
    await bench.release('2019-01-01T00:00:00.000Z');
    const [row] = await bench.rows<object>(
      'select session_date, adjusted_close, close, observed_at, observed_stated from price order by session_date limit 1',
    );
    expect(row).toEqual({
      session_date: '2020-01-02',
      adjusted_close: '10.50000000001234',
      close: '20',
      observed_at: '2020-01-02T21:00:00.000Z',
      observed_stated: false,
    });
    const [vintage] = await bench.rows<object>(
      'select entity_id, ticker, provider, currency, basis from price_vintage',
    );
    expect(vintage).toEqual({
      entity_id: entityIdForTicker('ZQRX'),
      ticker: 'ZQRX',
      provider: 'yahoo',
      currency: 'USD',
      basis: 'adjusted_close',
    });
    expect((await bench.counts())['entity']).toBe(0);
  });

  it('adds nothing when it is loaded again, staged or released', async () => {
    await bench.prices('ZQRX.csv', yahoo(0, 6));
    expect(await bench.prices('ZQRX.csv', yahoo(0, 6))).toMatchObject({ new: 0, same: 6 });
    await bench.release();
    const before = await bench.counts();
    expect(await bench.prices('ZQRX.csv', yahoo(0, 6))).toMatchObject({
      new: 0,
      same: 6,
      series: [{ outcome: 'unchanged' }],
    });
    expect((await bench.release()).version).toBeNull();
    expect(await bench.counts()).toEqual(before);
  });

  it('appends to the vintage that it agrees with', async () => {
    await bench.prices('ZQRX.csv', yahoo(0, 6));
    await bench.release();
    expect(await bench.prices('ZQRX.csv', yahoo(1, 8))).toMatchObject({ new: 2, series: [{ outcome: 'appends' }] });
    // Staged rows count as held: the next file continues from them.
    expect(await bench.prices('ZQRX.csv', yahoo(3, 10))).toMatchObject({ new: 2, series: [{ outcome: 'appends' }] });
    expect((await bench.release()).prices).toMatchObject({ rows: 4, vintages_appended: 1 });
    expect(await vintages()).toEqual([{ vintage_id: 'ZQRX|yahoo|1', from_version: 1, to_version: open, rows: 10 }]);
  });

  it('closes the vintage and opens another when the whole history is restated', async () => {
    await bench.prices('ZQRX.csv', yahoo(0, 6));
    await bench.release();
    expect(await bench.prices('ZQRX.csv', yahoo(0, 8, { 0: '9.99' }))).toMatchObject({
      new: 3,
      series: [{ outcome: 'restates' }],
    });
    expect((await bench.release()).prices).toMatchObject({ rows: 8, vintages_restated: 1 });
    expect(await vintages()).toEqual([
      { vintage_id: 'ZQRX|yahoo|1', from_version: 1, to_version: 2, rows: 6 },
      { vintage_id: 'ZQRX|yahoo|2', from_version: 2, to_version: open, rows: 8 },
    ]);
  });

  it('refuses a restatement of a part, and a file that does not join what is held', async () => {
    await bench.prices('ZQRX.csv', yahoo(0, 8));
    await bench.release();
    const before = await bench.counts();
    expect(await bench.faults(() => bench.prices('ZQRX.csv', yahoo(2, 10, { 4: '14.51' })))).toEqual([
      'ZQRX.csv:4:ZQRX: partial-restatement: 1 of 6 shared sessions have another adjusted close than ZQRX|yahoo holds (it has 14.50 for this one), and 2 sessions of it are not in the file; load the whole history on its new basis',
    ]);
    expect(await bench.faults(() => bench.prices('ZQRX.csv', yahoo(4, 10)))).toEqual([
      'ZQRX.csv:ZQRX: too-little-overlap: it shares 4 sessions with the 8 that ZQRX|yahoo holds; begin the file at least 5 sessions before the end of those',
    ]);
    expect(await bench.counts()).toEqual(before);
  });

  it('agrees on values, not on how they are written, and takes either order of rows', async () => {
    const rows = yahoo(0, 6).trim().split('\n');
    const [header = '', ...body] = rows;
    await bench.prices('ZQRX.csv', [header, ...body.toReversed()].join('\n'));
    await bench.release();
    expect(await bench.prices('ZQRX.csv', yahoo(0, 6).replaceAll('.50,', '.5,'))).toMatchObject({ new: 0, same: 6 });
  });

  it('loads several tickers from one file, and the splits beside them', async () => {
    const file = ['symbol,timestamp,open,high,low,close,adjusted_close,volume,split_coefficient'];
    for (const ticker of ['AAX', 'BBX'])
      for (const day of days)
        file.push(`${ticker},${day},1,1,1,80,20.25,5,${day === days[3] && ticker === 'AAX' ? '4.0' : '1.0'}`);
    const report = await bench.prices('many.csv', file.join('\n'));
    expect(report).toMatchObject({
      layout: 'Alpha Vantage',
      rows: 20,
      splits: 1,
      series: [{ ticker: 'AAX' }, { ticker: 'BBX' }],
    });
    await bench.release();
    expect(await bench.rows('select effective_session, numerator, denominator from split')).toEqual([
      { effective_session: days[3], numerator: '4', denominator: '1' },
    ]);
    expect(await bench.rows('select count(*)::integer as count from price where close is not null')).toEqual([
      { count: 0 },
    ]);
  });

  it('leaves out and counts rows without a price and rows of days without a session', async () => {
    const file = `${yahoo(0, 5)}2020-01-04,1,1,1,1,1,1\n2020-01-09,1,1,1,1,null,1\n2020-01-10,,,,,,\n2009-03-04,1,1,1,1,7,1\n`;
    expect((await bench.prices('ZQRX.csv', file)).notes).toEqual([
      '2 rows left out: no price in the row (the first: 2020-01-09)',
      '1 row left out: the exchange had no session that day (the first: 2020-01-04)',
      '1 row left out: the day is outside the calendar; load its sessions with import-sessions (the first: 2009-03-04)',
    ]);
  });

  it('keeps a stated time of observation', async () => {
    await bench.prices('ZQRX.csv', yahoo(0, 5), { observedAt: '2020-02-01T00:00:00.000Z', provider: 'desk' });
    await bench.release();
    expect(await bench.rows('select distinct observed_at, observed_stated from price')).toEqual([
      { observed_at: '2020-02-01T00:00:00.000Z', observed_stated: true },
    ]);
    const [fault] = await bench.faults(() =>
      bench.prices('NEW.csv', yahoo(0, 5), { observedAt: '2020-01-03T00:00:00.000Z' }),
    );
    expect(fault).toBe(
      'NEW.csv:3:Date: observed at 2020-01-03T00:00:00.000Z, before the session closed (2020-01-03T21:00:00.000Z); correct the time of observation',
    );
  });
});

const row = (cells: string): string => `${yahoo(0, 5)}${cells}\n`;

const broken: [name: string, content: string, fault: string][] = [
  ['an empty file', '', 'ZQRX.csv: the file is empty; write a header and rows'],
  ['a header alone', 'date,adj_close\n', 'ZQRX.csv: the file has no rows; write a header and rows'],
  [
    'a file without an adjusted close',
    'Date,Open,High,Low,Close,Volume\n2020-01-02,1,1,1,1,1\n',
    'ZQRX.csv:1:Close: there is no adjusted close column, so the basis of these prices is not known; load a file with an adjusted close; if its close is adjusted for splits and dividends, say --basis adjusted_close',
  ],
  [
    'a truncated row',
    row('2020-01-09,9,11'),
    'ZQRX.csv:7: it has 3 cells and the header 7; complete the row; a file that ends within one is truncated',
  ],
  [
    'an open quote',
    row('"2020-01-09,9,11,8,25,15.5,1'),
    'ZQRX.csv:7: the row is no CSV (quote not closed); close the quotes; a file that ends within them is truncated',
  ],
  [
    'a date that does not exist',
    row('2020-01-32,9,11,8,25,15.5,1'),
    'ZQRX.csv:7:Date: "2020-01-32" is no calendar date that exists; write it as 2014-06-30',
  ],
  [
    'a price that is no number',
    row('2020-01-09,9,11,8,25,15.5x,1'),
    'ZQRX.csv:7:Adj Close: "15.5x" is no number; write digits with a decimal point, or leave the cell empty',
  ],
  [
    'a price of 0',
    row('2020-01-09,9,11,8,25,0.00,1'),
    'ZQRX.csv:7:Adj Close: a price of 0 is no price; leave the cell empty when there is none',
  ],
  [
    'a negative price',
    row('2020-01-09,9,11,8,-25,15.5,1'),
    'ZQRX.csv:7:Close: "-25" is below 0; correct it, or leave the cell empty',
  ],
  [
    'a future session',
    row('2999-01-04,9,11,8,25,15.5,1'),
    'ZQRX.csv:7:Date: 2999-01-04 is in the future; remove the row',
  ],
  [
    'a price that is too large to compute with',
    row('2020-01-09,9,11,8,1e400,15.5,1'),
    'ZQRX.csv:7:Close: "1e400" is no price from 0.000000000001 to 1000000000000; correct it, or leave the cell empty',
  ],
  [
    'a price that is too small to compute with',
    row('2020-01-09,9,11,8,25,1e-400,1'),
    'ZQRX.csv:7:Adj Close: "1e-400" is no price from 0.000000000001 to 1000000000000; correct it, or leave the cell empty',
  ],
  [
    'a split that is none',
    'Date,Adj Close,Stock Splits\n2020-01-02,1,1e-320\n',
    'ZQRX.csv:2:Stock Splits: "1e-320" is no split ratio from 0.000001 to 1000000; write new shares per old one, such as 4 or 0.1',
  ],
  [
    'two unequal rows for a session',
    row('2020-01-03,9,11,8,25,11.51,1'),
    'ZQRX.csv:7:ZQRX: 2020-01-03 has 11.51 here and 11.50 on line 3; keep one row for each session',
  ],
  [
    'two rows for a session with unequal closes beside equal adjusted ones',
    row('2020-01-03,9,11,8,22,11.50,1'),
    'ZQRX.csv:7:ZQRX: 2020-01-03 has a split-adjusted close of 22 here and 21 on line 3; keep one row for each session',
  ],
  [
    'two rows for a session with unequal splits',
    'Date,Adj Close,Stock Splits\n2020-01-02,1,2\n2020-01-02,1,3\n',
    'ZQRX.csv:3:ZQRX: 2020-01-02 has a split of 3 here and 2 on line 2; keep one row for each session',
  ],
  [
    'two rows for a session with unequal times of observation',
    'Date,Adj Close,observed_at\n2020-01-02,1,\n2020-01-02,1,2020-02-01T00:00:00Z\n',
    'ZQRX.csv:3:ZQRX: 2020-01-02 has an observation at 2020-02-01T00:00:00.000Z here and 2020-01-02T21:00:00.000Z on line 2; keep one row for each session',
  ],
];

describe('refusing prices', () => {
  it.each(broken)(
    'refuses %s with its place and a fix, and leaves the store as it was',
    async (_name, content, fault) => {
      const before = await bench.counts();
      expect(await bench.faults(() => bench.prices('ZQRX.csv', content))).toEqual([fault]);
      expect(await bench.counts()).toEqual(before);
    },
  );

  it('refuses a basis that it does not serve, and takes a plain close when the operator says that it is adjusted', async () => {
    const file = await bench.file('ZQRX.csv', 'Date,Open,High,Low,Close,Volume\n2020-01-02,1,1,1,1.5,1\n');
    const [fault] = await bench.faults(() => importPrices(bench.loading(), file, { basis: 'unadjusted' }));
    expect(fault).toContain('ZQRX.csv:1:basis: a basis of unadjusted is not served');
    expect(await importPrices(bench.loading(), file, { basis: 'adjusted_close' })).toMatchObject({
      new: 1,
      series: [{ provider: 'stooq' }],
    });
  });

  it('takes equal rows for a session as one', async () => {
    expect(await bench.prices('ZQRX.csv', row('2020-01-03,9,11,8,21.0,11.5,1'))).toMatchObject({ rows: 5, new: 5 });
  });

  it('refuses rows of another ticker than the one that was said', async () => {
    const faults = await bench.faults(() =>
      bench.prices('x.csv', 'ticker,date,closeadj\nAAX,2020-01-02,1\nBBX,2020-01-02,1\n', { ticker: 'AAX' }),
    );
    expect(faults).toEqual(['x.csv:3:ticker: the row is of BBX; load it without --ticker AAX, or remove it']);
  });
});

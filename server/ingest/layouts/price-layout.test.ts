import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownProviders, recogniseLayout } from './price-layout.ts';
import { calendarDate, plainDecimal } from './price-rows.ts';

function recognised(header: string, basis: string | null = null): unknown {
  const layout = recogniseLayout(header.split(','), basis);
  if (!('columns' in layout)) return layout.field;
  const { provider, columns } = layout;
  return [provider, columns.date, columns.adjusted, columns.close, columns.ticker, columns.split];
}

function mapped(header: string): string[] {
  const layout = recogniseLayout(header.split(','), null);
  return 'mapping' in layout ? layout.mapping : [];
}

it('of every known provider is named in the guide of the operator', () => {
  const guide = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const prices = guide.split('\n').find((line) => line.startsWith('- **Prices** are CSV')) ?? '';
  expect(knownProviders.length).toBeGreaterThan(6);
  expect(knownProviders.filter((name) => !prices.includes(name))).toEqual([]);
});

describe('the layout of a price file', () => {
  it.each([
    ['Date,Open,High,Low,Close,Adj Close,Volume', ['yahoo', 0, 5, 4, null, null]],
    ['Date,High,Low,Open,Close,Volume,Adj Close', ['yahoo', 0, 6, 4, null, null]],
    ['date,open,high,low,close,adj_close,volume', ['yahoo', 0, 5, 4, null, null]],
    [
      'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient',
      ['alpha-vantage', 0, 5, null, null, 8],
    ],
    ['ticker,date,open,high,low,close,volume,closeadj,closeunadj,lastupdated', ['sharadar', 1, 7, 5, 0, null]],
    ['Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits,Capital Gains', ['yahoo', 0, 5, 4, null, 8]],
    ['date,adj_close', ['unstated', 0, 1, null, null, null]],
    ['ticker,date,closeadj', ['sharadar', 1, 2, null, 0, null]],
    ['Close,Date,Adjusted Close', ['unstated', 1, 2, null, null, null]],
  ])('finds the columns of %s by name', (header, expected) => {
    expect(recognised(header)).toEqual(expected);
  });

  const tiingo = 'date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor';
  const wiki =
    'ticker,date,open,high,low,close,volume,Ex-Dividend,Split Ratio,Adj. Open,Adj. High,Adj. Low,Adj. Close,Adj. Volume';

  it.each([
    [tiingo, ['tiingo', 0, 6, null, null, 12]],
    [wiki, ['nasdaq-wiki', 1, 12, null, 0, 8]],
    ['Date,Open,High,Low,Close,Adj Close,Volume,Repaired?', ['yahoo', 0, 5, 4, null, null]],
    [',Date,Open,High,Low,Close,Adj Close,Volume', ['yahoo', 1, 6, 5, null, null]],
    ['Date,Open,High,Low,Close,Adjusted_close,Volume', ['unstated', 0, 5, null, null, null]],
    ['symbol,date,open,high,low,close,adj_close,volume', ['unstated', 1, 6, null, 0, null]],
    ['date,close,closeadj,closeunadj,divcash', ['sharadar', 0, 2, null, null, null]],
  ])(
    'takes the close of %s for split-adjusted, and its provider for known, only where they are',
    (header, expected) => {
      expect(recognised(header)).toEqual(expected);
    },
  );

  it('names no provider of an OHLC file that has more columns than one', () => {
    expect(recognised('Date,Open,High,Low,Close,Volume,Turnover', 'adjusted_close')).toEqual([
      'unstated',
      0,
      4,
      null,
      null,
      null,
    ]);
  });

  it('says which columns are not read', () => {
    expect(mapped(tiingo)).toEqual([
      'date -> session',
      'adjClose -> adjusted close',
      'close -> not used: whether it is split-adjusted is not known',
      'splitFactor -> splits',
      'high, low, open, volume, adjHigh, adjLow, adjOpen, adjVolume, divCash -> not read',
    ]);
    const wide = ['date', 'adj_close', ...Array.from({ length: 23 }, (_, index) => `c${index}`)].join(',');
    expect(mapped(wide).at(-1)).toMatch(/^c0, c1, .*, c19 and 3 more -> not read$/);
  });

  it('refuses a file without an adjusted close unless the operator says that its close is one', () => {
    expect(recognised('Date,Open,High,Low,Close,Volume')).toBe('Close');
    expect(recognised('<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>')).toBe('<CLOSE>');
    expect(recognised('Date,Open,High,Low,Close,Volume', 'adjusted_close')).toEqual(['stooq', 0, 4, null, null, null]);
    expect(recognised('<TICKER>,<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>', 'adjusted_close')).toEqual([
      'stooq',
      1,
      5,
      null,
      0,
      null,
    ]);
  });

  it('knows the flat files of Polygon, whose close is adjusted only where the operator says so', () => {
    const header = 'ticker,volume,open,close,high,low,window_start,transactions';
    expect(recognised(header)).toBe('close');
    expect(recognised(header, 'adjusted_close')).toEqual(['polygon', 6, 3, null, 0, null]);
  });

  it('refuses any other basis, also of a file with an adjusted close', () => {
    expect(recognised('Date,Open,High,Low,Close,Volume', 'close')).toBe('basis');
    expect(recognised('Date,Adj Close', 'unadjusted')).toBe('basis');
  });

  it('refuses a file without a date, and one in which two columns could be meant', () => {
    expect(recognised('Day,Adj Close')).toBe('header');
    expect(recognised('Date,Adj Close,adjusted_close')).toBe('header');
  });
});

describe('the cells of a price file', () => {
  it.each([
    ['73.269989', '73.269989'],
    ['156.15609741210938', '156.15609741210938'],
    ['150.10', '150.10'],
    ['007.5', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['9.1e-05', '0.000091'],
    ['1.25E+2', '125'],
    ['-3', '-3'],
    ['1,234.5', null],
    ['abc', null],
    ['', null],
    ['Infinity', null],
    ['0x10', null],
  ])('keeps every digit of %s', (written, plain) => {
    expect(plainDecimal(written)).toBe(plain);
  });

  it.each([
    ['2014-06-30', '2014-06-30'],
    ['20140630', '2014-06-30'],
    ['2014-06-30 00:00:00-04:00', '2014-06-30'],
    ['2014-06-30T00:00:00.000Z', '2014-06-30'],
    ['2014-06-31', null],
    ['2014-02-29', null],
    ['06/30/2014', null],
    ['2014-06-30 16:00:00', null],
    ['20140631', null],
    ['1704171600000000000', '2024-01-02'],
    ['1720497600000000000', '2024-07-09'],
    ['1704224700000000000', null],
    ['1704171600000', null],
  ])('reads %s as a date only when it is one', (written, date) => {
    expect(calendarDate(written)).toBe(date);
  });
});

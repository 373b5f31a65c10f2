import { describe, expect, it } from 'vitest';
import { recogniseLayout } from './price-layout.ts';
import { calendarDate, plainDecimal } from './price-rows.ts';

function recognised(header: string, basis: string | null = null): unknown {
  const layout = recogniseLayout(header.split(','), basis);
  if (!('columns' in layout)) return layout.field;
  const { provider, columns } = layout;
  return [provider, columns.date, columns.adjusted, columns.close, columns.ticker, columns.split];
}

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
    ['date,adj_close', ['unstated', 0, 1, null, null, null]],
    ['ticker,date,closeadj', ['sharadar', 1, 2, null, 0, null]],
    ['Close,Date,Adjusted Close', ['unstated', 1, 2, null, null, null]],
  ])('finds the columns of %s by name', (header, expected) => {
    expect(recognised(header)).toEqual(expected);
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
  ])('reads %s as a date only when it is one', (written, date) => {
    expect(calendarDate(written)).toBe(date);
  });
});

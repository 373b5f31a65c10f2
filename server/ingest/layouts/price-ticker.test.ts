import { describe, expect, it } from 'vitest';
import { isTickerPattern, isWithSuffix, tickerIn, tickerOfCell, tickerOfFile } from './price-ticker.ts';

describe('the ticker of a price file', () => {
  it.each([
    ['prices/AAX.csv', 'plain', undefined, 'AAX'],
    ['aax.csv.gz', 'Yahoo', undefined, 'AAX'],
    ['daily_adjusted_AAX.csv', 'Alpha Vantage', undefined, 'AAX'],
    ['daily_AAX.csv', 'Alpha Vantage', undefined, 'AAX'],
    ['daily_AAX.csv', 'plain', undefined, 'DAILY_AAX'],
    ['aax_us_d.csv', 'Stooq', undefined, 'AAX'],
    ['brk-b.us.txt', 'Stooq', undefined, 'BRK-B'],
    ['AAX 2024.csv', 'plain', undefined, null],
    ['AAX 2024.csv', 'plain', '{ticker} 2024', 'AAX'],
    ['export-aax-eod.csv', 'plain', 'EXPORT-{ticker}-eod', 'AAX'],
    ['export-aax.csv', 'plain', 'other-{ticker}', null],
    ['export-.csv', 'plain', 'export-{ticker}', null],
  ])('is taken from the name %s of the layout %s with the pattern %s', (file, layout, pattern, ticker) => {
    expect(tickerOfFile(file, { layout, pattern })).toBe(ticker);
  });

  it.each([
    ['AAX.US', 'Stooq', undefined, 'AAX'],
    ['aax.us', 'Stooq', undefined, 'AAX'],
    ['BRK.B', 'Stooq', undefined, 'BRK.B'],
    ['AAX.US', 'plain', undefined, 'AAX.US'],
    ['AAX:NYQ', 'plain', '{ticker}:nyq', 'AAX'],
    ['AAX', 'plain', '{ticker}.US', 'AAX'],
  ])('is what a cell %s of the layout %s means with the pattern %s', (cell, layout, pattern, ticker) => {
    expect(tickerOfCell(cell, { layout, pattern })).toBe(ticker);
  });

  it('has its place once in a pattern', () => {
    expect(['{ticker}', '{ticker}.US', 'US', '{ticker}{ticker}'].map(isTickerPattern)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(tickerIn('{ticker}', 'aax')).toBe('AAX');
  });

  it('may carry the suffix of an exchange, and nothing else', () => {
    const cells = ['AAX.US', 'AAX.N', 'AAX', 'AAX.12', 'AAXB.US', 'AAX.TOOLONG'];
    expect(cells.filter((cell) => isWithSuffix(cell, 'AAX'))).toEqual(['AAX.US', 'AAX.N']);
  });
});

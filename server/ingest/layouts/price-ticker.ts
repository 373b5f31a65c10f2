// The ticker of a price file that does not name it in a column, and the spelling of tickers with an exchange's suffix.
import { basename } from 'node:path';
import { foldTicker } from '../../terms/ticker.ts';

const placeholder = '{ticker}';
const tickerForm = /^[A-Z0-9.^=/:_&$*+-]{1,32}$/;

/** File names of each provider, by its layout; the first that fits is taken. */
const fileNames: { readonly [layout: string]: readonly string[] } = {
  'Alpha Vantage': ['daily_adjusted_{ticker}', 'TIME_SERIES_DAILY_ADJUSTED_{ticker}', 'daily_{ticker}'],
  Stooq: ['{ticker}_us_d', '{ticker}.us'],
};

/** Spellings of tickers in a provider's column. */
const cells: { readonly [layout: string]: readonly string[] } = { Stooq: ['{ticker}.US'] };

/** A pattern of the operator has the place of the ticker once, and text around it. */
export function isTickerPattern(pattern: string): boolean {
  return pattern.split(placeholder).length === 2;
}

/** The part of a text at the place of the ticker; letters around it may be in either case. Null if the text does not fit. */
export function tickerIn(pattern: string, text: string): string | null {
  const [before = '', after = ''] = foldTicker(pattern).split(foldTicker(placeholder));
  const folded = foldTicker(text);
  const fits = folded.startsWith(before) && folded.endsWith(after) && folded.length > before.length + after.length;
  return fits ? folded.slice(before.length, folded.length - after.length) : null;
}

type TickerPattern = { layout: string; pattern: string | undefined };

/** AAPL.csv.gz is AAPL; `daily_adjusted_AAPL.csv` of Alpha Vantage too. Null if the name shows none. */
export function tickerOfFile(file: string, { layout, pattern }: TickerPattern): string | null {
  const name = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(csv|txt|tsv)$/i, '');
  if (pattern !== undefined) return valid(tickerIn(pattern, name));
  const known = (fileNames[layout] ?? []).map((each) => tickerIn(each, name)).find((ticker) => ticker !== null);
  return valid(known ?? foldTicker(name));
}

/** The ticker that a cell means. */
export function tickerOfCell(cell: string, { layout, pattern }: TickerPattern): string {
  const patterns = pattern === undefined ? (cells[layout] ?? []) : [pattern];
  return patterns.map((each) => tickerIn(each, cell)).find((ticker) => ticker !== null) ?? foldTicker(cell);
}

/** AAPL.US is AAPL for someone who says that the file is of AAPL. */
export function isWithSuffix(cell: string, ticker: string): boolean {
  return /^\.[A-Z]{1,4}$/.test(cell.slice(ticker.length)) && cell.startsWith(ticker);
}

function valid(ticker: string | null): string | null {
  return ticker !== null && tickerForm.test(ticker) ? ticker : null;
}

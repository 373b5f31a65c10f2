// Made-up market of any size, reproducible by its seed; statements and prices are written as a stream.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createCalendar } from '../../../../server/measures/calendar.ts';
import { random } from '../../../../server/testing/random.ts';

/** Equal for every ticker, so that reading one costs the same in a market of any size. */
export const STATEMENTS_PER_TICKER = 250;
export const PRICES_PER_TICKER = 2_500;
/** The measured ticker; its lines do not depend on the market's size. */
export const SUBJECT = 'T0000';
const TICKERS_PER_INDUSTRY = 4;
const FIRST_DAY = Date.UTC(2014, 0, 2);
const DAY_MS = 86_400_000;

export type Market = {
  tickers: number;
  statements: number;
  prices: number;
  files: { master: string; statements: string; prices: string };
  /** Tickers with prices. */
  priced: readonly string[];
  /** The day of the last price. */
  lastDay: string;
};

/** A row on any other day would be skipped, and the count would be wrong. */
const sessions = new Set(createCalendar().sessions.map(({ date }) => date));
export const isSession = (date: string): boolean => sessions.has(date);

/** The operator's commands that load and release a market, with the rows of each. */
export function commandsOf({ tickers, statements, prices, files }: Market): { rows: number; words: string[] }[] {
  return [
    { rows: tickers, words: ['import-securities', files.master] },
    { rows: prices, words: ['import-prices', files.prices, '--provider', 'bench'] },
    { rows: statements, words: ['import-statements', files.statements] },
    { rows: statements + prices, words: ['release', '--effective-at', '2013-12-31T00:00:00Z'] },
  ];
}

const tickerOf = (i: number): string => `T${String(i).padStart(4, '0')}`;

/** The first trading days of the market. */
function sessionDates(count: number, isSession: (date: string) => boolean): string[] {
  const dates: string[] = [];
  for (let day = FIRST_DAY; dates.length < count; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (isSession(date)) dates.push(date);
  }
  return dates;
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await finished(file);
}

function* masterLines(tickers: number): Generator<string> {
  yield 'ticker,name,exchange,cik,sic,sic_title,sic_filed';
  for (let i = 0; i < tickers; i += 1) {
    const sic = 1000 + 10 * Math.floor(i / TICKERS_PER_INDUSTRY);
    yield `${tickerOf(i)},Company ${i},NYSE,${String(1_000_000 + i).padStart(10, '0')},${sic},INDUSTRY ${sic},20140101`;
  }
}

function* priceLines(tickers: readonly string[], dates: readonly string[]): Generator<string> {
  yield 'ticker,date,adj_close';
  for (const [i, ticker] of tickers.entries()) {
    const next = random(1 + i);
    let price = 20 + 200 * next();
    for (const date of dates) {
      price *= 1 + (next() - 0.4985) * 0.03;
      yield `${ticker},${date},${price.toFixed(6)}`;
    }
  }
}

/** One statement of a ticker: people return, so that some revise and some reverse an earlier one. */
function statement(tickerIndex: number, n: number, span: number): string {
  const next = random(1_000_000 + tickerIndex * STATEMENTS_PER_TICKER + n);
  const ticker = tickerOf(tickerIndex);
  const person = `p:${tickerIndex}:${Math.floor(next() * STATEMENTS_PER_TICKER * 0.8)}`;
  const observed = new Date(FIRST_DAY + Math.floor(((n + next()) / STATEMENTS_PER_TICKER) * span)).toISOString();
  const direction = next() < 0.6 ? 'bullish' : 'bearish';
  const id = `${ticker}-${n}`;
  return JSON.stringify({
    record_id: `market:${id}`,
    dataset: 'market',
    person: { id: person, name: `Person ${person}`, handle: null, kind: 'pseudonym' },
    security: { ticker, name: `Company ${tickerIndex}` },
    direction,
    direction_basis: 'author_declared',
    observed_at: observed,
    observed_at_precision: 'millisecond',
    statement: `$${ticker} statement ${n}: I am ${direction} because ${'of what the last report said, '.repeat(1 + Math.floor(next() * 4))}and so on.`,
    statement_kind: 'verbatim',
    source_url: `https://statements.example/${id}`,
    source_url_kind: 'permalink_pattern',
    source_title: `Statement ${id}`,
    author_name: `Person ${person}`,
    pair_id: `${person}|${ticker}`,
  });
}

/** In chronological order, as a feed delivers them: the n-th statements of all tickers, then the next. */
function* statementLines(tickers: number, span: number): Generator<string> {
  for (let n = 0; n < STATEMENTS_PER_TICKER; n += 1) for (let i = 0; i < tickers; i += 1) yield statement(i, n, span);
}

/** The benchmark is an additional series among the counted price rows, so the last ticker has no prices. */
export async function writeMarket(
  folder: string,
  tickers: number,
  isSession: (date: string) => boolean,
): Promise<Market> {
  const dates = sessionDates(PRICES_PER_TICKER, isSession);
  const lastDay = dates.at(-1) ?? '';
  const span = Date.parse(lastDay) - FIRST_DAY;
  const files = {
    master: join(folder, 'master.csv'),
    statements: join(folder, 'statements.ndjson'),
    prices: join(folder, 'prices.csv'),
  };
  const priced = Array.from({ length: tickers - 1 }, (_, i) => tickerOf(i));
  const series = [...priced, 'SPY'];
  await writeLines(files.master, masterLines(tickers));
  await writeLines(files.statements, statementLines(tickers, span));
  await writeLines(files.prices, priceLines(series, dates));
  const [statements, prices] = [tickers * STATEMENTS_PER_TICKER, series.length * dates.length];
  return { tickers, statements, prices, files, priced, lastDay };
}

// A made-up market of any size, the same for the same seed: statements and prices written as a stream, a handful of lines in memory at once.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { random } from '../../../server/testing/random.ts';

/** Every ticker has as much as every other, so that one of them costs the same to read however many others there are. */
export const STATEMENTS_PER_TICKER = 250;
export const PRICES_PER_TICKER = 2_500;
/** The ticker that is asked about; its lines do not depend on the size of the market. */
export const SUBJECT = 'T0000';
const TICKERS_PER_INDUSTRY = 4;
const FIRST_DAY = Date.UTC(2014, 0, 2);
const DAY_MS = 86_400_000;

export type Market = {
  tickers: number;
  statements: number;
  prices: number;
  files: { master: string; statements: string; prices: string };
};

const tickerOf = (i: number): string => `T${String(i).padStart(4, '0')}`;

/** The first days on which the exchange is open, from the first of the market on. */
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

/** One statement of a ticker: people come back, so that some revise and some reverse what they said. */
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

/** In order of time, as a feed would bring them: the n-th statements of all tickers, then the next ones. */
function* statementLines(tickers: number, span: number): Generator<string> {
  for (let n = 0; n < STATEMENTS_PER_TICKER; n += 1) for (let i = 0; i < tickers; i += 1) yield statement(i, n, span);
}

/** The benchmark is one more series; it counts among the price rows, so the last ticker goes without prices. */
export async function writeMarket(
  folder: string,
  tickers: number,
  isSession: (date: string) => boolean,
): Promise<Market> {
  const dates = sessionDates(PRICES_PER_TICKER, isSession);
  const span = Date.parse(dates.at(-1) ?? '') - FIRST_DAY;
  const files = {
    master: join(folder, 'master.csv'),
    statements: join(folder, 'statements.ndjson'),
    prices: join(folder, 'prices.csv'),
  };
  const priced = [...Array.from({ length: tickers - 1 }, (_, i) => tickerOf(i)), 'SPY'];
  await writeLines(files.master, masterLines(tickers));
  await writeLines(files.statements, statementLines(tickers, span));
  await writeLines(files.prices, priceLines(priced, dates));
  return { tickers, statements: tickers * STATEMENTS_PER_TICKER, prices: priced.length * dates.length, files };
}

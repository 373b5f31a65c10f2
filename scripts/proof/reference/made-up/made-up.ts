// A made-up data folder of raw rows in three releases: courses of a file, random courses, synthetic prices next to the real benchmark.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../instants.ts';
import { courseLines } from './made-up-courses.ts';
import type { FileCourse } from './made-up-courses.ts';
import { randomCourse, seeded } from './made-up-random.ts';
import type { Brought, Draw } from './made-up-random.ts';
import { find, readPrices, readSecurities } from '../raw-files.ts';
import type { RawData } from '../raw-files.ts';
import { statementOf } from '../raw-statements.ts';

export const RELEASES = ['2013-11-01T00:00:00.000Z', '2015-01-10T08:00:00.000Z', '2015-08-17T08:00:00.000Z'] as const;
const TICKERS = 44;
const SEED = 20_261_125;
const SICS = ['3571', '3571', '3572', '7372', '7374', '2834', '2836', '6770', '4911', '4911', '5812'];
/** Cutoffs around the releases, within the statements, and after the last price. */
export const CUTOFFS = [
  '2014-06-30T23:59:59.000Z',
  '2015-01-09T23:59:59.000Z',
  RELEASES[1],
  '2015-04-02T23:00:00.000Z',
  '2015-08-17T07:59:59.999Z',
  RELEASES[2],
  '2015-12-31T23:59:59.000Z',
  '2016-03-31T23:00:00.000Z',
  '2016-09-01T12:00:00.000Z',
];

export type MadeUp = { folder: string; raw: RawData; commands: string[][]; tickers: string[] };

const tickerOf = (index: number): string => `MU${String(index).padStart(2, '0')}`;

function securityMaster(draw: Draw): string {
  const rows = Array.from({ length: TICKERS }, (_, i) => {
    const sic = draw() < 0.9 ? (SICS[i % SICS.length] ?? '') : '';
    const filed = sic !== '' && draw() < 0.9 ? '20131215' : '';
    return [tickerOf(i), `Made Up Company ${i}`, String(9_000_000 + (i === 12 ? 1 : i)), sic, filed].join(',');
  });
  return ['ticker,name,cik,sic,sic_filed', ...rows, ''].join('\n');
}

type Row = { date: string; close: number; adjusted: number; split: number };

/** A walk with single sessions left out; some series begin late, end early, pause for seven sessions or have no row at all. */
function syntheticPrices(draw: Draw, index: number, dates: readonly string[]): Row[] {
  if (index % 15 === 7) return [];
  const pause = 100 + Math.floor(draw() * 300);
  const split = 150 + Math.floor(draw() * 300);
  let close = 40 + draw() * 80;
  return dates.flatMap((date, i): Row[] => {
    close *= 1 + (draw() - 0.5) * 0.05;
    if (draw() < 0.015 || (index % 4 === 1 && i >= pause && i < pause + 7)) return [];
    if ((index % 15 === 3 && date > '2015-10-01') || (index % 15 === 11 && date < '2015-03-02')) return [];
    const adjusted = close * (i < 200 ? 0.975 : 1);
    return [{ date, close, adjusted, split: index % 3 === 2 && i === split ? 2 : 1 }];
  });
}

const csvOf = (rows: readonly Row[]): string =>
  [
    'Date,Open,High,Low,Close,Adj Close,Stock Splits',
    ...rows.map(({ date, close, adjusted, split }) => {
      const price = close.toFixed(6);
      return [date, price, price, price, price, adjusted.toFixed(6), split].join(',');
    }),
    '',
  ].join('\n');

/** The prices of a release end before the next one, whose effective_at must be after everything that is known. */
const knownBefore = (release: number): string => (RELEASES[release + 1] ?? '9999').slice(0, 10);

function benchmarkRows(data: RawData, until: string): string {
  const spy = data.priceFiles.filter(({ ticker }) => ticker === 'SPY').flatMap(({ prices }) => prices);
  const rows = spy.filter(({ date }) => date < until).map(({ date, adjusted }) => `${date},${adjusted}`);
  return ['Date,Adj Close', ...rows, ''].join('\n');
}

function writePrices(folder: string, release: number, data: RawData, series: ReadonlyMap<string, Row[]>): string[] {
  const until = knownBefore(release);
  const prices = join(folder, `prices-${release + 1}`);
  mkdirSync(prices);
  const write = (name: string, text: string): string => {
    const path = join(prices, `${name}.csv`);
    writeFileSync(path, text);
    return path;
  };
  const own = [...series].flatMap(([ticker, rows]) => {
    const known = rows.filter(({ date }) => date < until);
    return known.length > 5 ? [write(ticker, csvOf(known))] : [];
  });
  return [...own, write('SPY', benchmarkRows(data, until))];
}

function statements(courses: readonly FileCourse[], draw: Draw): Brought[] {
  const people = 160;
  const pairs = Array.from({ length: TICKERS * 13 }, (_, i) => ({
    ticker: tickerOf(i % TICKERS),
    person: (i * 7 + Math.floor(i / TICKERS)) % people,
    name: `course:${i}`,
    releases: RELEASES,
  }));
  const seen = new Set<string>();
  const distinct = pairs.filter(({ ticker, person }) => {
    const key = `${ticker} ${person}`;
    return !seen.has(key) && seen.add(key);
  });
  return [
    ...courseLines(courses, (i) => tickerOf(i % TICKERS)),
    ...distinct.flatMap((pair) => randomCourse(draw, pair)),
  ];
}

type Plan = { folder: string; dataFolder: string; data: RawData; courses: readonly FileCourse[] };

/** Writes the files of each release and reads them back as the comparison reads any folder. */
export function makeUp({ folder, dataFolder, data, courses }: Plan): MadeUp {
  const draw = seeded(SEED);
  const sessions = join(folder, 'nyse_sessions.csv');
  cpSync(find(dataFolder, 'nyse_sessions.csv'), sessions);
  const master = join(folder, 'security_master.csv');
  writeFileSync(master, securityMaster(draw));
  const dates = data.sessions.map(({ date }) => date).filter((date) => date >= '2013-12-02' && date <= '2016-03-31');
  const tickers = Array.from({ length: TICKERS }, (_, i) => tickerOf(i));
  const series = new Map(tickers.map((ticker, i) => [ticker, syntheticPrices(draw, i, dates)]));
  const brought = statements(courses, draw);
  const commands = [
    ['import-sessions', sessions],
    ['import-securities', master],
  ];
  let paths: string[] = [];
  for (const [release, effectiveAt] of RELEASES.entries()) {
    const file = join(folder, `statements-${release + 1}.ndjson`);
    const lines = brought.filter((one) => one.release === release).map(({ line }) => JSON.stringify(line));
    writeFileSync(file, `${lines.join('\n')}\n`);
    paths = writePrices(folder, release, data, series);
    commands.push(['import-prices', ...paths], ['import-statements', file], ['release', '--effective-at', effectiveAt]);
  }
  const raw: RawData = {
    sessions: data.sessions,
    priceFiles: paths.flatMap((path) => readPrices(path, '.')),
    securities: readSecurities(master),
    statements: brought.map(({ release, line }) => statementOf(line, release)),
    releases: [...RELEASES],
  };
  return { folder, raw, commands, tickers };
}

/** A cutoff after everything, for the outcome of whole courses. */
export const END = new Date(Date.parse('2016-09-01T12:00:00Z') + DAY_MS).toISOString();

// The raw files of a data folder, read with nothing but node: sessions, prices, the security master, statements.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DAY_MS, instant } from './instants.ts';
import { parseStatements } from './raw-statements.ts';
import type { Statement } from './raw-statements.ts';

export type Session = { date: string; open: string; close: string; early: boolean };
/** `close` is the split-adjusted close without dividends, where the file has it next to the adjusted one; `split` is new shares per old. */
export type Price = {
  date: string;
  adjusted: number;
  close: number | null;
  split: number | null;
  observedAt: string | null;
};
export type PriceFile = { path: string; folder: string; ticker: string; prices: Price[]; hasAdjusted: boolean };
export type Security = {
  ticker: string;
  name: string | null;
  cik: string | null;
  sic: string | null;
  filedOn: string | null;
};
/** The instant from which a release is seen, oldest first; `Statement.release` is the index of its release. */
export type RawData = {
  sessions: Session[];
  priceFiles: PriceFile[];
  securities: Security[];
  statements: Statement[];
  releases: string[];
};

export function calendarDate(text: string): string {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text.trim());
  if (!match) throw new Error(`not a date: ${text}`);
  return `${match[1]}-${match[2]}-${match[3]}`;
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
}

/** One pass over the characters: quoted fields may hold separators, quotes and line feeds. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  const endRow = (): void => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') field += text[(i += 1)];
    else if (c === '"' && (quoted || field === '')) quoted = !quoted;
    else if (!quoted && c === ',') endField();
    else if (!quoted && c === '\n') endRow();
    else if (quoted || c !== '\r') field += c;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}

type Table = { columns: string[]; rows: Map<string, string>[] };

function table(path: string): Table {
  const [header = [], ...lines] = parseCsv(readText(path));
  const columns = header.map((name) => name.trim());
  // A row cut short or too long would shift values into the wrong column: it is an error here as it is in an import.
  const ragged = lines.findIndex((line) => line.length !== columns.length);
  if (ragged >= 0) throw new Error(`${path}: row ${ragged + 2} has not as many fields as the header`);
  return { columns, rows: lines.map((line) => new Map(columns.map((name, i) => [name, (line[i] ?? '').trim()]))) };
}

function readSessions(path: string): Session[] {
  const sessions = table(path).rows.map((row) => ({
    date: calendarDate(row.get('session_date') ?? ''),
    open: instant(row.get('open_utc') ?? ''),
    close: instant(row.get('close_utc') ?? ''),
    early: /^true$/i.test(row.get('early_close') ?? ''),
  }));
  return sessions.sort((a, b) => (a.date < b.date ? -1 : 1));
}

const same = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

function column(columns: string[], names: string[]): string | undefined {
  return columns.find((candidate) => names.includes(same(candidate)));
}

const tickerOfName = (name: string): string =>
  basename(name)
    .replace(/\.gz$/, '')
    .replace(/\.(csv|txt)$/, '')
    .toUpperCase();

/** Prices by column name; without an adjusted column the close is taken, so the caller must know that it is adjusted. */
export function readPrices(path: string, folder: string): PriceFile[] {
  const { columns, rows } = table(path);
  const date = column(columns, ['date', 'timestamp', 'sessiondate', 'time']);
  const adjusted = column(columns, ['adjclose', 'adjustedclose', 'closeadj', 'closeadjusted']);
  const close = adjusted ?? column(columns, ['close', 'price']);
  const ticker = column(columns, ['ticker', 'symbol']);
  const observed = column(columns, ['providerobservedat', 'observedat']);
  const unadjusted = adjusted && column(columns, ['close']);
  const split = column(columns, ['splitfactor', 'splitratio', 'stocksplits']);
  if (!date || !close) throw new Error(`${path}: no column of dates or of closes among ${columns.join(', ')}`);
  const files = new Map<string, PriceFile>();
  for (const row of rows) {
    const name = (ticker && row.get(ticker)?.toUpperCase()) || tickerOfName(path);
    const value = Number(row.get(close) || 'nothing');
    const file = files.get(name) ?? { path, folder, ticker: name, prices: [], hasAdjusted: adjusted !== undefined };
    files.set(name, file);
    if (!Number.isFinite(value)) continue;
    const seen = observed && row.get(observed);
    file.prices.push({
      date: calendarDate(row.get(date) ?? ''),
      adjusted: value,
      close: (unadjusted && Number(row.get(unadjusted))) || null,
      split: (split && Number(row.get(split))) || null,
      observedAt: seen ? instant(seen) : null,
    });
  }
  return [...files.values()];
}

export function readSecurities(path: string): Security[] {
  if (!existsSync(path)) return [];
  return table(path).rows.map((row) => ({
    ticker: (row.get('ticker') ?? '').toUpperCase(),
    name: row.get('name') || null,
    cik: row.get('cik') || null,
    sic: row.get('sic') || null,
    filedOn: row.get('sic_filed') ? calendarDate(row.get('sic_filed') ?? '') : null,
  }));
}

/** The closes of one ticker; files of several folders are different providers, and which of them counts is not for this to say. */
export function priceFileOf(files: readonly PriceFile[], ticker: string): PriceFile | undefined {
  const own = files.filter((file) => file.ticker === ticker);
  const [first] = own;
  if (first && own.some(({ folder }) => folder !== first.folder))
    throw new Error(`${ticker} is priced by several providers`);
  return first && { ...first, prices: own.flatMap(({ prices }) => prices) };
}

/** The file of that name in the folder, plain or gzipped. */
export function find(folder: string, name: string): string {
  const path = [name, `${name}.gz`]
    .map((candidate) => join(folder, candidate))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${folder} has no ${name}, plain or gzipped`);
  return path;
}

function priceFiles(folder: string): PriceFile[] {
  const root = join(folder, 'prices');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(csv|txt)(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => readPrices(join(root, name), dirname(name)));
}

/** A folder is loaded as one release that is dated before every record, so that observed_at alone decides. */
export function readFolder(folder: string): RawData {
  const raw: RawData = {
    sessions: readSessions(find(folder, 'nyse_sessions.csv')),
    priceFiles: priceFiles(folder),
    securities: readSecurities(join(folder, 'security_master.csv')),
    statements: parseStatements(readText(find(folder, 'statements.ndjson'))),
    releases: [],
  };
  return { ...raw, releases: [effectiveBefore(raw)] };
}

/** A day before the first instant of any record. */
export function effectiveBefore({ statements, sessions, priceFiles: files, securities }: RawData): string {
  const opens = new Map(sessions.map(({ date, open }) => [date, open]));
  const instants = [
    ...statements.map(({ observedAt }) => observedAt),
    ...files.flatMap(({ prices }) =>
      prices.map(({ date, observedAt }) => observedAt ?? opens.get(date) ?? `${date}T00:00:00.000Z`),
    ),
    ...securities.flatMap(({ filedOn }) => (filedOn ? [`${filedOn}T00:00:00.000Z`] : [])),
  ].sort();
  const [first] = instants;
  if (first === undefined) throw new Error('the folder holds no dated record');
  return new Date(Date.parse(first) - DAY_MS).toISOString();
}

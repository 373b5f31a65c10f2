// Hostile cells of tables: security masters, sessions, and prices of a separate provider. A table that is refused is left out.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedInput } from '../../../server/ingest/files/faults.ts';
import type { ImportOptions } from '../../../server/ingest/files/loading.ts';
import { importPrices } from '../../../server/ingest/prices/import-prices.ts';
import { importSecurities } from '../../../server/ingest/records/import-securities.ts';
import { importSessions } from '../../../server/ingest/records/import-sessions.ts';
import { Draw } from '../fuzz/draw.ts';
import { faultLines } from './fault-lines.ts';
import { dayFrom, priceHeader, priceRows, tickerOf } from './units.ts';
import { hostileValue } from './values.ts';

type Table = {
  file: string;
  load: (loading: ImportOptions, file: string) => Promise<unknown>;
  header: string;
  rows: (unit: number) => readonly string[];
};

const securities: Table = {
  file: 'securities.csv',
  load: importSecurities,
  header: 'ticker,name,exchange,cik,figi,isin,sic,sic_title,filed_on,source',
  rows: (unit) => [
    `${tickerOf(unit)},Zeta Quarry ${unit},NYSE,0000000042,ZZG0NWTB0017,ZZ00NWTB0015,1400,Mining,2019-06-07,a filing`,
  ],
};

const sessions: Table = {
  file: 'sessions.csv',
  load: importSessions,
  header: 'session_date,close_at,early_close',
  rows: (unit) => {
    const day = dayFrom('1990-01-01', unit / units_per_table.sessions);
    return [`${day},${day}T18:00:00Z,true`];
  },
};

const prices: Table = {
  file: 'cells.csv',
  load: (loading, file) => importPrices(loading, file, { provider: 'hostile cells' }),
  header: priceHeader,
  rows: (unit) => priceRows(tickerOf(unit), { unit, scale: 1 }),
};

/** Each unit has its row of the master; only some have a series of prices or a day of the calendar. */
const units_per_table = { prices: 3, sessions: 10 };
const tables: readonly { table: Table; units: number }[] = [
  { table: securities, units: 1 },
  { table: prices, units: units_per_table.prices },
  { table: sessions, units: units_per_table.sessions },
];

const quoted = (cell: unknown): string =>
  `"${(typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')).replaceAll('"', '""')}"`;

/** Rows of one unit, of which one has a hostile cell. */
function drawRows(draw: Draw, { header, rows }: Table, unit: number): string[] {
  const columns = header.split(',');
  const cells = rows(unit).map((row) => row.split(','));
  const place = draw.below(columns.length);
  const row = draw.pick(cells);
  const changed = row.map((cell, at) => (at === place ? hostileValue(draw, columns[at] ?? '', cell) : cell));
  return cells.map((one) => (one === row ? changed : one).map(quoted).join(','));
}

/** Counts of units whose hostile cell loaded, and of those that were refused. */
export async function loadTables(
  loading: ImportOptions,
  folder: string,
  { seed, units }: { seed: number; units: readonly number[] },
): Promise<{ accepted: number; refused: number }> {
  const tally = { accepted: 0, refused: 0 };
  for (const { table, units: every } of tables) {
    const chosen = units.filter((unit) => unit % every === 0);
    const rows = chosen.map((unit) => drawRows(new Draw(seed, -2 - unit), table, unit));
    const accepted = await loadRows(loading, join(folder, table.file), { table, rows });
    tally.accepted += accepted;
    tally.refused += chosen.length - accepted;
  }
  return tally;
}

/** Loads the rows in one file without the units that its faults name; returns how many units loaded. */
async function loadRows(
  loading: ImportOptions,
  file: string,
  { table, rows }: { table: Table; rows: readonly (readonly string[])[] },
): Promise<number> {
  if (rows.length === 0) return 0;
  const placed = rows.flatMap((of, unit) => of.map((text) => ({ unit, text })));
  await writeFile(file, `${[table.header, ...placed.map(({ text }) => text)].join('\n')}\n`);
  try {
    await table.load(loading, file);
    return rows.length;
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    if (rows.length === 1) return 0;
    const faulty = unitsAt(placed, faultLines(error));
    const rest = rows.filter((_, unit) => !faulty.has(unit));
    if (faulty.size > 0) return loadRows(loading, file, { table, rows: rest });
    // A fault of the file as a whole is found by halves.
    const middle = rows.length >> 1;
    const first = await loadRows(loading, file, { table, rows: rows.slice(0, middle) });
    return first + (await loadRows(loading, file, { table, rows: rows.slice(middle) }));
  }
}

/** Units whose rows cover one of the lines. A cell may hold line ends. */
function unitsAt(placed: readonly { unit: number; text: string }[], lines: readonly number[]): Set<number> {
  const found = new Set<number>();
  const wanted = new Set(lines);
  let line = 2;
  for (const { unit, text } of placed) {
    const last = line + (text.match(/\r\n|\r|\n/g)?.length ?? 0);
    for (; line <= last; line += 1) if (wanted.has(line)) found.add(unit);
  }
  return found;
}

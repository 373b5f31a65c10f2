// Hostile cells of tables: security masters, sessions, and prices of a separate provider. A table that is refused is left out.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedInput } from '../../../server/ingest/files/faults.ts';
import type { Loading } from '../../../server/ingest/files/loading.ts';
import { importPrices } from '../../../server/ingest/prices/import-prices.ts';
import { importSecurities } from '../../../server/ingest/records/import-securities.ts';
import { importSessions } from '../../../server/ingest/records/import-sessions.ts';
import { Draw } from '../fuzz/draw.ts';
import { priceHeader, priceRows, tickerOf } from './units.ts';
import { hostileValue } from './values.ts';

type Table = {
  file: string;
  load: (loading: Loading, file: string) => Promise<unknown>;
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
  rows: (unit) => [`2015-03-${String(1 + (unit % 28)).padStart(2, '0')},2015-03-02T18:00:00Z,true`],
};

const prices: Table = {
  file: 'cells.csv',
  load: (loading, file) => importPrices(loading, file, { provider: 'hostile cells' }),
  header: priceHeader,
  rows: (unit) => priceRows(tickerOf(unit), { unit, scale: 1 }),
};

/** The tables of a unit: its own row of the master, and of the others now and then. */
const tablesOf = (unit: number): Table[] => [
  securities,
  ...(unit % 3 === 0 ? [prices] : []),
  ...(unit % 10 === 0 ? [sessions] : []),
];

const quoted = (cell: unknown): string =>
  `"${(typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')).replaceAll('"', '""')}"`;

/** The rows with one cell that is hostile, as the text of a file. */
function drawTable(draw: Draw, { header, rows }: Table, unit: number): string {
  const columns = header.split(',');
  const cells = rows(unit).map((row) => row.split(','));
  const place = draw.below(columns.length);
  const row = draw.pick(cells);
  const changed = row.map((cell, at) => (at === place ? hostileValue(draw, columns[at] ?? '', cell) : cell));
  const all = cells.map((one) => (one === row ? changed : one).map(quoted).join(','));
  return `${[header, ...all].join('\n')}\n`;
}

/** Counts of tables that loaded with their hostile cell, and of those that were refused. */
export async function loadTables(
  loading: Loading,
  folder: string,
  { seed, units }: { seed: number; units: readonly number[] },
): Promise<{ accepted: number; refused: number }> {
  const tally = { accepted: 0, refused: 0 };
  for (const unit of units) {
    const draw = new Draw(seed, -2 - unit);
    for (const table of tablesOf(unit)) {
      const file = join(folder, table.file);
      await writeFile(file, drawTable(draw, table, unit));
      try {
        await table.load(loading, file);
        tally.accepted += 1;
      } catch (error) {
        if (!(error instanceof RefusedInput)) throw error;
        tally.refused += 1;
      }
    }
  }
  return tally;
}

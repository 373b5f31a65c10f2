// Units of hostile records in a store: a change that the load refuses is taken back, and the rest of the file loads.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults, RefusedInput } from '../../../server/ingest/files/faults.ts';
import { importPrices } from '../../../server/ingest/prices/import-prices.ts';
import { importRecords } from '../../../server/ingest/records/import-records.ts';
import type { Loading } from '../../../server/ingest/files/loading.ts';
import { RecordParser } from '../../../server/ingest/records/parse-record.ts';
import { Draw } from '../fuzz/draw.ts';
import { type Change, changed, drawChange, shownChange } from './changes.ts';
import { type Fields, priceHeader, priceRows, validUnit } from './units.ts';

export type Unit = { number: number; records: readonly Fields[]; changes: readonly string[] };

export type Loaded = {
  units: readonly Unit[];
  /** Records in all, and changes that the load has accepted and refused. */
  records: number;
  accepted: number;
  refused: number;
};

const now = '2026-11-01T00:00:00.000Z';

/** Changes for each record: most units have several that load. */
const changes_per_record = 0.6;

/** True if each record of the unit can be read by itself; the load of the whole file looks at the rest. */
function parses(records: readonly Fields[]): boolean {
  const faults = new Faults('hostile');
  const parser = new RecordParser('bundle', faults, now);
  for (const [line, record] of records.entries()) parser.parse({ line, text: JSON.stringify(record) });
  return !faults.any;
}

type Tally = { accepted: number; refused: number };

export function drawUnit(seed: number, number: number, tally: Tally): Unit {
  const draw = new Draw(seed, number);
  let records: readonly Fields[] = validUnit(number);
  const changes: string[] = [];
  const most = 1 + draw.below(Math.ceil(records.length * changes_per_record));
  for (let left = most; left > 0; left -= 1) {
    const change: Change = drawChange(draw, records);
    const next = changed(records, change);
    if (parses(next)) {
      changes.push(shownChange(records, change));
      records = next;
      tally.accepted += 1;
    } else tally.refused += 1;
  }
  return { number, records, changes };
}

/** Loads the units as one file. Those whose records contradict each other or the file are loaded without their changes. */
export async function loadUnits(
  loading: Loading,
  folder: string,
  { seed, from, count }: { seed: number; from: number; count: number },
): Promise<Loaded> {
  const tally = { accepted: 0, refused: 0 };
  let units = Array.from({ length: count }, (_, index) => drawUnit(seed, from + index, tally));
  for (;;) {
    const refused = await refusedUnits(loading, join(folder, 'units.ndjson'), units);
    if (refused.size === 0) break;
    units = units.map((unit, index) => {
      if (!refused.has(index)) return unit;
      if (unit.changes.length === 0) throw new Error(`unit ${unit.number} does not load as it is`);
      tally.accepted -= unit.changes.length;
      tally.refused += unit.changes.length;
      return { number: unit.number, records: validUnit(unit.number), changes: [] };
    });
  }
  await loadPrices(loading, folder, { seed, units });
  return { units, records: units.reduce((sum, { records }) => sum + records.length, 0), ...tally };
}

const linesOf = ({ faults }: RefusedInput): number[] =>
  faults.flatMap(({ line, repeated }) => (line === null ? [] : [line, ...(repeated?.lines ?? [])]));

/** The places of the units that the faults of the file are in; none, and the file is staged. */
async function refusedUnits(loading: Loading, file: string, units: readonly Unit[]): Promise<Set<number>> {
  const lines = units.flatMap(({ records }, index) =>
    records.map((record) => ({ index, text: JSON.stringify(record) })),
  );
  await writeFile(file, lines.map(({ text }) => `${text}\n`).join(''));
  try {
    await importRecords(loading, file, 'bundle');
    return new Set();
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    const places = linesOf(error).map((line) => lines[line - 1]?.index ?? -1);
    if (places.length === 0) throw error;
    return new Set(places);
  }
}

/** From the least price that loads to the greatest, and others that are usual. */
const scales = [1, 1, 1e-13, 1e-6, 1e3, 1e10];

type Priced = { ticker: string; rows: readonly string[] };

/** The prices of every listing in one file; a ticker whose rows are refused is left out. */
async function loadPrices(
  loading: Loading,
  folder: string,
  { seed, units }: { seed: number; units: readonly Unit[] },
): Promise<void> {
  const draw = new Draw(seed, -1);
  const file = join(folder, 'prices.csv');
  let priced = units.flatMap(({ number, records }): Priced[] => {
    const ticker = records.find(({ kind }) => kind === 'listing')?.['ticker'];
    if (typeof ticker !== 'string') return [];
    return [{ ticker, rows: priceRows(ticker, { unit: number, scale: draw.pick(scales) }) }];
  });
  while (priced.length > 0) {
    const rows = priced.flatMap(({ rows: own }) => own);
    await writeFile(file, `${[priceHeader, ...rows].join('\n')}\n`);
    try {
      await importPrices(loading, file, { provider: 'made up' });
      return;
    } catch (error) {
      if (!(error instanceof RefusedInput)) throw error;
      const refused = new Set(linesOf(error).map((line) => rows[line - 2]?.split(',')[1]));
      const rest = priced.filter(({ ticker }) => !refused.has(ticker));
      if (rest.length === priced.length) throw error;
      priced = rest;
    }
  }
}

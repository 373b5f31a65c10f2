// Units of hostile records in a store: a change that the load refuses is taken back, and the rest of the file loads.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults, RefusedInput } from '../../../server/ingest/files/faults.ts';
import { importPrices } from '../../../server/ingest/prices/import-prices.ts';
import { importRecords } from '../../../server/ingest/records/import-records.ts';
import type { ImportOptions } from '../../../server/ingest/files/loading.ts';
import { RecordParser } from '../../../server/ingest/records/parse-record.ts';
import { Draw } from '../fuzz/draw.ts';
import { type Change, changed, drawChange, shownChange } from './changes.ts';
import { faultLines } from './fault-lines.ts';
import { loadTables } from './tables.ts';
import { type Fields, priceHeader, priceRows, validUnit } from './units.ts';

/** `steps`: the changes, each with the records after it. */
type Unit = { number: number; records: readonly Fields[]; steps: readonly Step[] };
type Step = { change: string; records: readonly Fields[] };

export type HostileLoad = {
  /** Listings of the units, as their records spell them. */
  tickers: readonly string[];
  /** Changes that loaded, each with its unit. */
  changes: readonly string[];
  /** Records in all, and changes that the load has accepted and refused. */
  records: number;
  accepted: number;
  refused: number;
};

const now = '2026-11-01T00:00:00.000Z';

/** Most units have several changes that load. */
const changes_max = 24;

/** True if each changed record can be read by itself; the load of the whole file looks at the rest. */
function parses(records: readonly Fields[], before: readonly Fields[]): boolean {
  const faults = new Faults('hostile');
  const parser = new RecordParser('bundle', faults, now);
  for (const [line, record] of records.entries()) {
    if (record !== before[line]) parser.parse({ line, text: JSON.stringify(record) });
  }
  return !faults.any;
}

type Tally = { accepted: number; refused: number };

export function drawUnit(seed: number, number: number, tally: Tally): Unit {
  const draw = new Draw(seed, number);
  let records: readonly Fields[] = validUnit(number);
  const steps: Step[] = [];
  for (let left = 1 + draw.below(changes_max); left > 0; left -= 1) {
    const change: Change = drawChange(draw, records);
    const next = changed(records, change);
    if (parses(next, records)) {
      steps.push({ change: shownChange(records, change), records: next });
      records = next;
      tally.accepted += 1;
    } else tally.refused += 1;
  }
  return { number, records, steps };
}

/** The unit with the first part of its changes, or with none of them. */
function withoutChanges({ number, steps }: Unit, kept: number, tally: Tally): Unit {
  tally.accepted -= steps.length - kept;
  tally.refused += steps.length - kept;
  return { number, records: steps[kept - 1]?.records ?? validUnit(number), steps: steps.slice(0, kept) };
}

/** Units in one file: a file with a fault is loaded again. */
const batch_units = 60;

type Numbers = { seed: number; from: number; count: number };

/** Loads the units, a file for each batch of them. */
export async function loadUnits(
  loading: ImportOptions,
  folder: string,
  { seed, from, count }: Numbers,
): Promise<HostileLoad> {
  const tally = { accepted: 0, refused: 0 };
  const loaded = { tickers: [] as string[], changes: [] as string[], records: 0 };
  for (let at = 0; at < count; at += batch_units) {
    const batch = { seed, from: from + at, count: Math.min(batch_units, count - at) };
    for (const { number, records, steps } of await loadBatch(loading, folder, batch, tally)) {
      loaded.records += records.length;
      loaded.changes.push(...steps.map(({ change }) => `unit ${number}: ${change}`));
      const ticker = records.find(({ kind }) => kind === 'listing')?.['ticker'];
      if (typeof ticker === 'string') loaded.tickers.push(ticker);
    }
  }
  return { ...loaded, ...tally };
}

async function loadBatch(
  loading: ImportOptions,
  folder: string,
  batch: Numbers,
  tally: Tally,
): Promise<readonly Unit[]> {
  const { seed, from, count } = batch;
  const drawn = Array.from({ length: count }, (_, index) => drawUnit(seed, from + index, tally));
  const units = await loadFile(loading, join(folder, 'units.ndjson'), drawn, (unit) => {
    // Half of the changes are tried again, and then none.
    const isWhole = drawn[unit.number - from]?.steps.length === unit.steps.length;
    return withoutChanges(unit, isWhole ? unit.steps.length >> 1 : 0, tally);
  });
  await loadPrices(loading, folder, { seed: seed + from, units });
  const tables = await loadTables(loading, folder, { seed, units: units.map(({ number }) => number) });
  tally.accepted += tables.accepted;
  tally.refused += tables.refused;
  return units;
}

/** Loads one file. Units that its faults name are loaded again in a separate file, with fewer changes. */
async function loadFile(
  loading: ImportOptions,
  file: string,
  units: readonly Unit[],
  reduced: (unit: Unit) => Unit,
): Promise<readonly Unit[]> {
  if (units.length === 0) return [];
  const refused = await refusedUnits(loading, file, units);
  if (refused.size === 0) return units;
  const broken = units.find((unit, index) => refused.has(index) && unit.steps.length === 0);
  if (broken !== undefined) throw new Error(`unit ${broken.number} does not load as it is`);
  const clean = units.filter((_, index) => !refused.has(index));
  const again = units.filter((_, index) => refused.has(index)).map(reduced);
  return [...(await loadFile(loading, file, clean, reduced)), ...(await loadFile(loading, file, again, reduced))];
}

/** The places of the units that the faults of the file are in; none, and the file is staged. */
async function refusedUnits(loading: ImportOptions, file: string, units: readonly Unit[]): Promise<Set<number>> {
  const lines = units.flatMap(({ records }, index) =>
    records.map((record) => ({ index, text: JSON.stringify(record) })),
  );
  await writeFile(file, lines.map(({ text }) => `${text}\n`).join(''));
  try {
    await importRecords(loading, file, 'bundle');
    return new Set();
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    const places = faultLines(error).map((line) => lines[line - 1]?.index ?? -1);
    if (places.length === 0) throw error;
    return new Set(places);
  }
}

/** From the least price that loads to the greatest, and others that are usual. */
const scales = [1, 1, 1e-13, 1e-6, 1e3, 1e10];

type TickerPrices = { ticker: string; rows: readonly string[] };

/** The prices of every listing in one file; a ticker whose rows are refused is left out. */
async function loadPrices(
  loading: ImportOptions,
  folder: string,
  { seed, units }: { seed: number; units: readonly Unit[] },
): Promise<void> {
  const draw = new Draw(seed, -1);
  const file = join(folder, 'prices.csv');
  let priced = units.flatMap(({ number, records }): TickerPrices[] => {
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
      const refused = new Set(faultLines(error).map((line) => rows[line - 2]?.split(',')[1]));
      const rest = priced.filter(({ ticker }) => !refused.has(ticker));
      if (rest.length === priced.length) throw error;
      priced = rest;
    }
  }
}

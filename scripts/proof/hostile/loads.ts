// Units of hostile records in a store: a change that the load refuses is taken back, and the rest of the file loads.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults, RefusedInput } from '../../../server/ingest/files/faults.ts';
import { importPrices } from '../../../server/ingest/prices/import-prices.ts';
import { importRecords } from '../../../server/ingest/records/import-records.ts';
import type { ImportOptions } from '../../../server/ingest/files/loading.ts';
import { RecordParser } from '../../../server/ingest/records/parse-record.ts';
import { Draw } from '../fuzz/draw.ts';
import { type Change, changed, drawChange, drawTextChange, shownChange } from './changes.ts';
import { faultLines } from './fault-lines.ts';
import { loadTables } from './tables.ts';
import { type Fields, priceHeader, priceRows, validUnit } from './units.ts';

/** `texts`: the unit with its changes of texts; `steps`: further changes of any field, each with the records after it. */
type Unit = { number: number; records: readonly Fields[]; texts: readonly Step[]; steps: readonly Step[] };
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

/** True if each changed record can be read by itself; the load of the whole file looks at the rest. */
function parses(records: readonly Fields[], before: readonly Fields[]): boolean {
  const faults = new Faults('hostile');
  const parser = new RecordParser('bundle', faults, now);
  records.forEach((record, line) => {
    if (record !== before[line]) parser.parse({ line, text: JSON.stringify(record) });
  });
  return !faults.any;
}

type Tally = { accepted: number; refused: number };

/** Steps of the changes that parse, one on top of the other. */
function stepsOf(
  records: readonly Fields[],
  count: number,
  draw: (records: readonly Fields[], at: number) => Change | null,
  tally: Tally,
): Step[] {
  const steps: Step[] = [];
  let newest = records;
  for (let at = 0; at < count; at += 1) {
    const change = draw(newest, at);
    if (change === null) continue;
    const next = changed(newest, change);
    if (parses(next, newest)) {
      steps.push({ change: shownChange(newest, change), records: next });
      newest = next;
      tally.accepted += 1;
    } else tally.refused += 1;
  }
  return steps;
}

/** Units with changes of any field: a file with one of them is often refused, and loaded again without it. */
const units_per_any_change = 5;
const changes_max = 24;

const after = (steps: readonly Step[], before: readonly Fields[]): readonly Fields[] => steps.at(-1)?.records ?? before;

export function drawUnit(seed: number, number: number, tally: Tally): Unit {
  const draw = new Draw(seed, number);
  const valid = validUnit(number);
  const texts = stepsOf(valid, valid.length, (records, at) => drawTextChange(draw, records, at), tally);
  const records = after(texts, valid);
  if (number % units_per_any_change > 0) return { number, records, texts, steps: [] };
  const steps = stepsOf(records, 1 + draw.below(changes_max), (newest) => drawChange(draw, newest), tally);
  return { number, records: after(steps, records), texts, steps };
}

/** The unit with fewer changes: half of those of any field, then none of them, then half of its texts, then as it is. */
function reduced({ number, texts, steps }: Unit, isFirst: boolean, tally: Tally): Unit {
  const keptSteps = isFirst ? steps.slice(0, steps.length >> 1) : [];
  const keptTexts = steps.length > 0 ? texts : isFirst ? texts.slice(0, texts.length >> 1) : [];
  const dropped = steps.length - keptSteps.length + texts.length - keptTexts.length;
  tally.accepted -= dropped;
  tally.refused += dropped;
  const records = after(keptSteps, after(keptTexts, validUnit(number)));
  return { number, records, texts: keptTexts, steps: keptSteps };
}

/** Units in one file: a file with a fault is loaded again. */
const batch_units = 60;

type Numbers = { seed: number; from: number; count: number };

/** Loads the units, a file for each batch of them; units with changes of any field have separate files. */
export async function loadUnits(
  loading: ImportOptions,
  folder: string,
  { seed, from, count }: Numbers,
): Promise<HostileLoad> {
  const tally = { accepted: 0, refused: 0 };
  const loaded = { tickers: [] as string[], changes: [] as string[], records: 0 };
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const isAny = (number: number): boolean => number % units_per_any_change === 0;
  for (const kind of [numbers.filter(isAny), numbers.filter((number) => !isAny(number))]) {
    for (let at = 0; at < kind.length; at += batch_units) {
      const batch = kind.slice(at, at + batch_units);
      for (const { number, records, texts, steps } of await loadBatch(loading, folder, { seed, batch, tally })) {
        loaded.records += records.length;
        loaded.changes.push(...[...texts, ...steps].map(({ change }) => `unit ${number}: ${change}`));
        const ticker = records.find(({ kind: of }) => of === 'listing')?.['ticker'];
        if (typeof ticker === 'string') loaded.tickers.push(ticker);
      }
    }
  }
  return { ...loaded, ...tally };
}

type Batch = { seed: number; batch: readonly number[]; tally: Tally };

async function loadBatch(
  loading: ImportOptions,
  folder: string,
  { seed, batch, tally }: Batch,
): Promise<readonly Unit[]> {
  const tried = new Set<number>();
  const drawn = batch.map((number) => drawUnit(seed, number, tally));
  const units = await loadFile(loading, join(folder, 'units.ndjson'), drawn, (unit) => {
    // The first reduction halves; the others take all.
    const isFirst = !tried.has(unit.number);
    tried.add(unit.number);
    return reduced(unit, isFirst, tally);
  });
  await loadPrices(loading, folder, { seed: seed + (batch[0] ?? 0), units });
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
  fewer: (unit: Unit) => Unit,
): Promise<readonly Unit[]> {
  if (units.length === 0) return [];
  const refused = await refusedUnits(loading, file, units);
  if (refused.size === 0) return units;
  const broken = units.find((unit, index) => refused.has(index) && unit.steps.length + unit.texts.length === 0);
  if (broken !== undefined) throw new Error(`unit ${broken.number} does not load as it is`);
  const clean = units.filter((_, index) => !refused.has(index));
  const again = units.filter((_, index) => refused.has(index)).map(fewer);
  return [...(await loadFile(loading, file, clean, fewer)), ...(await loadFile(loading, file, again, fewer))];
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

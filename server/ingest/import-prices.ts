// Imports a price file: one pass checks every row and compares it with what its series holds, a second one stages.
import { basename } from 'node:path';
import type { Calendar } from '../measures/calendar.ts';
import { hashObservation } from '../measures/observation-hash.ts';
import { databaseNow } from '../store/clock.ts';
import type { Instant } from '../store/db.ts';
import { foldTicker } from '../store/ids.ts';
import { stagePrices, stageSeries, type StagedPrice } from '../store/staging-prices.ts';
import { Faults, refused } from './faults.ts';
import { loadedCalendar } from './loaded-calendar.ts';
import { progressOf, type Loading } from './loading.ts';
import { adjustedBasis, recogniseLayout, type PriceLayout } from './price-layout.ts';
import { PriceRows, type PriceReading, type PriceRow, type RowsLeftOut } from './price-rows.ts';
import { PriceCheck, priceChunkRows, type SeriesPlan } from './price-check.ts';
import { SplitLoad } from './price-splits.ts';
import { readCsv } from './read-csv.ts';
import { SessionSet } from './session-set.ts';

export type PriceOptions = {
  ticker?: string;
  provider?: string;
  basis?: string;
  observedAt?: Instant;
  /** Made once for many files. */
  calendar?: Calendar;
};

export type PriceReport = {
  file: string;
  collection: string;
  dry_run: boolean;
  layout: string;
  mapping: string[];
  /** The first 100; the totals are over all. */
  series: { ticker: string; provider: string; rows: number; new: number; same: number; outcome: string }[];
  rows: number;
  new: number;
  same: number;
  splits: number;
  notes: string[];
};

const currency = 'USD';
const seriesShownMax = 100;

type Run = { loading: Loading; file: string; options: PriceOptions; reading: Omit<PriceReading, 'header' | 'columns'> };

export async function importPrices(loading: Loading, file: string, options: PriceOptions): Promise<PriceReport> {
  const reading = {
    calendar: options.calendar ?? (await loadedCalendar(loading)),
    now: await databaseNow(loading.db),
    ticker: foldTicker(options.ticker ?? tickerOf(file)),
    tickerStated: options.ticker !== undefined,
    observedAt: options.observedAt ?? null,
  };
  const run = { loading, file, options, reading };
  const faults = new Faults(file);
  const first = new Reading(run, 'check', faults);
  const check = new PriceCheck(loading, faults);
  const splits = new SplitLoad(loading, file, faults);
  for await (const row of first.rows()) {
    await check.take(row, seriesId(row, first.provider));
    splits.take(row);
  }
  await check.flush();
  await splits.check();
  faults.throwIfAny();
  await refuseUnequalRepeats(run, check);
  const plans = await check.plans();
  faults.throwIfAny();
  if (!loading.dryRun) {
    await stageFile(run, plans, first.provider);
    await splits.stage();
  }
  return reportOf(run, {
    layout: first.layout,
    provider: first.provider,
    plans,
    splits: splits.size,
    leftOut: first.leftOut,
  });
}

/** AAPL.csv.gz is AAPL. */
function tickerOf(file: string): string {
  return basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(csv|txt|tsv)$/i, '');
}

function seriesId(row: PriceRow, provider: string): string {
  return `${row.ticker}|${provider}`;
}

/** A file as rows, with the layout that its header shows. */
class Reading {
  readonly #run: Run;
  readonly #phase: 'check' | 'stage';
  readonly #faults: Faults;
  #layout: PriceLayout | null = null;
  #rows: PriceRows | null = null;

  constructor(run: Run, phase: 'check' | 'stage', faults: Faults) {
    this.#run = run;
    this.#phase = phase;
    this.#faults = faults;
  }

  get layout(): PriceLayout {
    if (this.#layout === null)
      throw refused(this.#run.file, {}, 'the file has no header', 'name its columns in the first line');
    return this.#layout;
  }

  get provider(): string {
    return this.#run.options.provider ?? this.layout.provider;
  }

  get leftOut(): RowsLeftOut | undefined {
    return this.#rows?.leftOut;
  }

  async *rows(): AsyncGenerator<PriceRow> {
    const { file, loading } = this.#run;
    for await (const row of readCsv(file, this.#faults, progressOf(loading, file, this.#phase))) {
      if (this.#rows === null) this.#rows = this.#begin(row.cells, row.line);
      else {
        const price = this.#rows.read(row);
        if (price !== null) yield price;
      }
    }
  }

  #begin(header: readonly string[], line: number): PriceRows {
    const { file, options, reading } = this.#run;
    const layout = recogniseLayout(header, options.basis ?? null);
    if (!('columns' in layout)) throw refused(file, { line, field: layout.field }, layout.what, layout.fix);
    this.#layout = layout;
    if (layout.columns.ticker === null && !/^[A-Z0-9.^=/:_&$*+-]{1,32}$/.test(reading.ticker ?? '')) {
      throw refused(
        file,
        { line, field: 'ticker' },
        'neither a column nor the name of the file says the ticker',
        'say --ticker',
      );
    }
    // A file with a ticker column does not fall back to its own name.
    const ticker = layout.columns.ticker !== null && !reading.tickerStated ? null : reading.ticker;
    return new PriceRows({ ...reading, ticker, header, columns: layout.columns }, this.#faults);
  }
}

/** Rows that repeat a session are rare: only then is the file read once more, to see whether they agree. */
async function refuseUnequalRepeats(run: Run, check: PriceCheck): Promise<void> {
  if (check.repeated.size === 0) return;
  const faults = new Faults(run.file);
  const values = new Map<string, { adjusted: string; line: number }>();
  const again = new Reading(run, 'check', faults);
  for await (const row of again.rows()) {
    const key = `${seriesId(row, again.provider)} ${row.session}`;
    if (!check.repeated.has(key)) continue;
    const first = values.get(key);
    if (first === undefined) values.set(key, { adjusted: row.adjusted, line: row.line });
    else if (first.adjusted !== row.adjusted) {
      const what = `${row.session} has ${row.adjusted} here and ${first.adjusted} on line ${first.line}`;
      faults.add({ line: row.line, field: row.ticker }, what, 'keep one row for each session');
    }
  }
  faults.throwIfAny();
}

async function stageFile(run: Run, plans: ReadonlyMap<string, SeriesPlan>, provider: string): Promise<void> {
  const { db, collection } = run.loading;
  const changing = [...plans.values()].filter((plan) => plan.added > 0);
  await stageSeries(
    db,
    collection,
    changing.map(({ seriesId: id, ticker }) => ({ seriesId: id, ticker, provider, currency, basis: adjustedBasis })),
  );
  const waiting = { append: [] as StagedPrice[], whole: [] as StagedPrice[] };
  const seen = new SessionSet();
  const flush = async (mode: 'append' | 'whole'): Promise<void> => {
    await stagePrices(db, collection, mode, waiting[mode]);
    waiting[mode] = [];
  };
  const faults = new Faults(run.file);
  for await (const row of new Reading(run, 'stage', faults).rows()) {
    const plan = plans.get(seriesId(row, provider));
    if (plan === undefined || plan.added === 0 || !seen.add(plan.seriesId, row.session)) continue;
    waiting[plan.mode].push(stagedPrice(row, plan.seriesId, provider));
    if (waiting[plan.mode].length >= priceChunkRows) await flush(plan.mode);
  }
  await flush('append');
  await flush('whole');
  faults.throwIfAny();
}

function stagedPrice(row: PriceRow, id: string, provider: string): StagedPrice {
  const hash = hashObservation({
    adjusted_close: row.adjusted,
    basis: adjustedBasis,
    currency,
    provider,
    provider_observed_at: row.observedAt,
    session_date: row.session,
    ticker: row.ticker,
  });
  const { session, adjusted, close, observedAt, observedStated } = row;
  return {
    seriesId: id,
    session,
    adjusted,
    close,
    observedAt,
    observedStated,
    observationHash: Buffer.from(hash, 'hex'),
  };
}

type Outcome = {
  layout: PriceLayout;
  provider: string;
  plans: ReadonlyMap<string, SeriesPlan>;
  splits: number;
  leftOut: RowsLeftOut | undefined;
};

function reportOf({ loading, file }: Run, { layout, provider, plans, splits, leftOut }: Outcome): PriceReport {
  const series = [...plans.values()].map(({ ticker, rows, added, outcome }) => ({
    ticker,
    provider,
    rows,
    new: added,
    same: rows - added,
    outcome,
  }));
  const sum = (field: 'rows' | 'new' | 'same'): number => series.reduce((total, each) => total + each[field], 0);
  return {
    file,
    collection: loading.collection,
    dry_run: loading.dryRun,
    layout: layout.name,
    mapping: layout.mapping,
    series: series.slice(0, seriesShownMax),
    rows: sum('rows'),
    new: sum('new'),
    same: sum('same'),
    splits,
    notes: leftOut === undefined ? [] : notesOf(leftOut),
  };
}

function notesOf({ empty, nonSession, outsideCalendar, examples }: RowsLeftOut): string[] {
  const note = (count: number, why: string, kind: string): string[] =>
    count === 0
      ? []
      : [`${count} ${count === 1 ? 'row' : 'rows'} left out: ${why} (the first: ${examples.get(kind) ?? ''})`];
  return [
    ...note(empty, 'no price in the row', 'empty'),
    ...note(nonSession, 'the exchange had no session that day', 'nonSession'),
    ...note(
      outsideCalendar,
      'the day is outside the calendar; load its sessions with import-sessions',
      'outsideCalendar',
    ),
  ];
}

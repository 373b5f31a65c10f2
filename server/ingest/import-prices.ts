// Imports a price file: one pass checks every row and compares it with what its series holds, a second one stages.
import { basename } from 'node:path';
import type { Calendar } from '../measures/calendar.ts';
import { hashObservation } from '../measures/observation-hash.ts';
import { databaseNow } from '../store/clock.ts';
import type { Instant } from '../store/db.ts';
import { foldTicker } from '../store/ids.ts';
import { seriesRanks, stagePrices, stageRanks, type SeriesKey, type StagedPrice } from '../store/staging-prices.ts';
import { checkTickers } from './check-tickers.ts';
import { Faults, refused } from './faults.ts';
import { loadedCalendar } from './loaded-calendar.ts';
import { progressOf, type Loading } from './loading.ts';
import { adjustedBasis, recogniseLayout, type PriceLayout } from './price-layout.ts';
import {
  currency,
  PriceRows,
  type PriceReading,
  type PriceRow,
  type RowsLeftOut,
  type SplitRow,
} from './price-rows.ts';
import { type PriceReport, priceReport } from './price-report.ts';
import { PriceCheck, priceChunkRows, type SeriesPlan } from './price-check.ts';
import { whereUnequal } from './price-repeats.ts';
import { SplitLoad } from './price-splits.ts';
import { readCsv } from './read-csv.ts';
import { SessionSet } from './session-set.ts';
import { TwoPasses } from './two-passes.ts';

export type PriceOptions = {
  ticker?: string;
  provider?: string;
  basis?: string;
  /** Which of a listing's providers is quoted: the smallest rank. */
  providerRank?: number;
  observedAt?: Instant;
  /** Made once for many files. */
  calendar?: Calendar;
};

type Run = {
  loading: Loading;
  file: string;
  options: PriceOptions;
  reading: Omit<PriceReading, 'header' | 'columns' | 'onLoneSplit'>;
};

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
  const splits = new SplitLoad(loading, file, faults);
  const first = new Reading(run, 'check', faults, (row) => splits.takeLone(row));
  const check = new PriceCheck(loading, faults);
  const passes = new TwoPasses<PriceRow>({ file, stretch: priceChunkRows, textOf: (row) => JSON.stringify(row) });
  for await (const row of passes.first(first.rows())) {
    await check.take(row, seriesId(row, first.provider));
    splits.take(row);
  }
  await check.flush();
  await splits.check(first.splitColumn);
  faults.throwIfAny();
  await refuseUnequalRepeats(run, check);
  const plans = await check.plans();
  const adding = [...plans.values()].filter((plan) => plan.added > 0);
  await checkTickers(loading, { said: new Map(adding.map(({ ticker }) => [ticker, { field: ticker }])) }, faults);
  faults.throwIfAny();
  if (!loading.dryRun) {
    await stageFile(run, passes, { plans, provider: first.provider });
    await stageRankAlone(run, [...plans.values()], first.provider);
    await splits.stage(adding.length > 0);
  }
  const report = priceReport({
    file,
    loading,
    observedAt: options.observedAt ?? null,
    layout: first.layout,
    provider: first.provider,
    plans,
    splits: splits.size,
    leftOut: first.leftOut,
    sparse: check.sparse(),
  });
  return { ...report, notes: [...report.notes, ...rankNotes(options, first.provider)] };
}

function rankNotes({ providerRank }: PriceOptions, provider: string): string[] {
  if (providerRank === undefined) return [];
  return [`${provider} has rank ${providerRank} among the providers of these tickers from the next release on`];
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
  readonly #onLoneSplit: (row: SplitRow) => void;
  #layout: PriceLayout | null = null;
  #rows: PriceRows | null = null;
  #splitColumn = '';

  constructor(run: Run, phase: 'check' | 'stage', faults: Faults, onLoneSplit: (row: SplitRow) => void = () => {}) {
    this.#run = run;
    this.#phase = phase;
    this.#faults = faults;
    this.#onLoneSplit = onLoneSplit;
  }

  get layout(): PriceLayout {
    if (this.#layout === null)
      throw refused(this.#run.file, {}, 'the file has no header', 'name its columns in the first line');
    return this.#layout;
  }

  get provider(): string {
    return this.#run.options.provider ?? this.layout.provider;
  }

  get splitColumn(): string {
    return this.#splitColumn;
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
    this.#splitColumn = header[layout.columns.split ?? -1] ?? '';
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
    return new PriceRows(
      { ...reading, ticker, header, columns: layout.columns, onLoneSplit: this.#onLoneSplit },
      this.#faults,
    );
  }
}

/** Rows that repeat a session are rare: only then is the file read once more, to see whether they agree. */
async function refuseUnequalRepeats(run: Run, check: PriceCheck): Promise<void> {
  if (check.repeated.size === 0) return;
  const faults = new Faults(run.file);
  const values = new Map<string, PriceRow>();
  const again = new Reading(run, 'check', faults);
  for await (const row of again.rows()) {
    const key = `${seriesId(row, again.provider)} ${row.session}`;
    if (!check.repeated.has(key)) continue;
    const first = values.get(key);
    if (first === undefined) values.set(key, row);
    const what = first === undefined ? null : whereUnequal(row, first);
    if (what !== null) faults.add({ line: row.line, field: row.ticker }, what, 'keep one row for each session');
  }
  faults.throwIfAny();
}

type Staging = { plans: ReadonlyMap<string, SeriesPlan>; provider: string };

async function stageFile(run: Run, passes: TwoPasses<PriceRow>, { plans, provider }: Staging): Promise<void> {
  const { db, collection } = run.loading;
  const changing = [...plans.values()].filter((plan) => plan.added > 0);
  const series = changing.map((plan) => ({ ...plan, ...seriesKey(run, plan, provider) }));
  const waiting = { append: [] as StagedPrice[], whole: [] as StagedPrice[] };
  const seen = new SessionSet();
  const begun = new Set<string>();
  const flush = async (mode: 'append' | 'whole'): Promise<void> => {
    const prices = waiting[mode];
    waiting[mode] = [];
    const ids = new Set(prices.map(({ seriesId: id }) => id));
    const joining = series.filter(({ seriesId: id }) => ids.has(id));
    const judged = joining.filter(({ seriesId: id }) => !begun.has(id));
    const changed = await stagePrices(db, collection, { mode, prices, series: joining, judged });
    refuseChanged(run, changed, begun.size > 0);
    for (const id of ids) begun.add(id);
  };
  const faults = new Faults(run.file);
  for await (const rows of passes.again(new Reading(run, 'stage', faults).rows(), faults)) {
    for (const row of rows) {
      const plan = plans.get(seriesId(row, provider));
      if (plan === undefined || plan.added === 0 || !seen.add(plan.seriesId, row.session)) continue;
      waiting[plan.mode].push(stagedPrice(row, plan.seriesId, provider));
      if (waiting[plan.mode].length >= priceChunkRows) await flush(plan.mode);
    }
  }
  await flush('append');
  await flush('whole');
}

function seriesKey({ options }: Run, { seriesId, ticker }: SeriesPlan, provider: string): SeriesKey {
  return { seriesId, ticker, provider, currency, basis: adjustedBasis, providerRank: options.providerRank ?? null };
}

/** A file that adds no price still gives its series their rank. */
async function stageRankAlone(run: Run, plans: readonly SeriesPlan[], provider: string): Promise<void> {
  const rank = run.options.providerRank;
  if (rank === undefined) return;
  const { db, collection } = run.loading;
  const unchanged = plans.filter(({ added }) => added === 0);
  const ranks = await seriesRanks(
    db,
    collection,
    unchanged.map(({ seriesId }) => seriesId),
  );
  const ranked = unchanged.filter(({ seriesId }) => ranks.get(seriesId) !== rank);
  await stageRanks(
    db,
    collection,
    ranked.map((plan) => seriesKey(run, plan, provider)),
  );
}

/** Series that another import has added to since the file was judged by what they held: their mixture would be of two bases. */
function refuseChanged({ file }: Run, series: readonly string[], isBegun: boolean): void {
  const faults = new Faults(file);
  for (const id of series) faults.add({ field: id }, 'other prices of it were loaded meanwhile', 'run it again');
  faults.throwIfAny(isBegun);
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

// How the rows of a price file stand to what their series hold: what each series would become, or why it may not.
import { comparePrices, seriesHeld, vintageOwners, type PriceSaid, type SeriesHeld } from '../store/staging-prices.ts';
import { listingsMeant } from './check-tickers.ts';
import { refused, type Faults } from './faults.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';
import type { Loading } from './loading.ts';
import type { PriceRow } from './price-rows.ts';
import { SessionSet } from './session-set.ts';

/** Sessions by which a file has to show that it continues the series it joins. */
const overlapMin = 5;

export const priceChunkRows = 5_000;

/** Between two sessions that follow each other lie at most so many days, but for a handful of closures. */
export const nextSessionDays = 4;
/** Fewer rows may be any days. */
const dailyRowsMin = 6;

const repeatedMax = 10_000;

/** `following` of its rows come within four days of another. */
export type SparseSeries = { ticker: string; rows: number; following: number };

export type SeriesPlan = {
  seriesId: string;
  ticker: string;
  rows: number;
  /** Rows that a release would add. */
  added: number;
  mode: 'append' | 'whole';
  /** What the series held by which this was judged. */
  held: SeriesHeld | null;
  outcome: 'opens' | 'appends' | 'restates' | 'unchanged';
  /** Sessions that would no longer have a split-adjusted close. */
  closesLost: number;
};

type Series = {
  seriesId: string;
  ticker: string;
  rows: number;
  /** Rows with a split-adjusted close. */
  closes: number;
  overlapping: number;
  differing: number;
  firstLine: number | null;
  /** What it holds there, and of which value. */
  held: string | null;
  named: string | null;
};

type Waiting = PriceSaid & { line: number };

export class PriceCheck {
  /** `series session` of rows that a file has more than once. */
  readonly repeated = new Set<string>();
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #seen = new SessionSet();
  readonly #series = new Map<string, Series>();
  #waiting: Waiting[] = [];
  readonly #limits: InputLimits;

  constructor(loading: Loading, faults: Faults, limits: InputLimits = inputLimits) {
    this.#loading = loading;
    this.#faults = faults;
    this.#limits = limits;
  }

  async take(row: PriceRow, seriesId: string): Promise<void> {
    if (!this.#series.has(seriesId) && this.#series.size >= this.#limits.series_max) this.#tooManySeries(row.line);
    if (!this.#seen.add(seriesId, row.session)) {
      this.repeated.add(`${seriesId} ${row.session}`);
      if (this.repeated.size > repeatedMax) this.#tooMany(row.line);
      return;
    }
    const series = this.#series.get(seriesId) ?? {
      seriesId,
      ticker: row.ticker,
      rows: 0,
      closes: 0,
      overlapping: 0,
      differing: 0,
      firstLine: null,
      held: null,
      named: null,
    };
    const { session, adjusted, close, line } = row;
    series.rows += 1;
    if (close !== null) series.closes += 1;
    this.#series.set(seriesId, series);
    this.#waiting.push({
      seriesId,
      session,
      adjusted,
      close,
      observedAt: row.observedInRow ? row.observedAt : null,
      line,
    });
    if (this.#waiting.length >= priceChunkRows) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    for (const found of await comparePrices(this.#loading.db, this.#loading.collection, rows)) {
      const series = this.#series.get(found.series_id);
      if (series === undefined) continue;
      series.overlapping += found.overlapping;
      series.differing += found.differing;
      if (series.firstLine === null && found.first_line !== null) {
        series.firstLine = found.first_line;
        series.held = found.first_held;
        series.named = found.first_named;
      }
    }
  }

  /** Series whose days mostly do not follow on each other: days are left out, or they are weekly or monthly prices. */
  sparse(): SparseSeries[] {
    return [...this.#series.values()].flatMap(({ seriesId, ticker, rows }) => {
      const following = this.#seen.closeTogether(seriesId, nextSessionDays);
      return rows < dailyRowsMin || following * 2 >= rows ? [] : [{ ticker, rows, following }];
    });
  }

  /** One plan for each series; a series that may not become what the file says is a fault. */
  async plans(): Promise<Map<string, SeriesPlan>> {
    const { db, collection } = this.#loading;
    const all = [...this.#series.values()];
    const ids = all.map((series) => series.seriesId);
    const held = await seriesHeld(db, collection, ids);
    const owners = await vintageOwners(db, collection, ids);
    const meant = await listingsMeant(
      this.#loading,
      all.map((series) => series.ticker),
    );
    const plans = new Map<string, SeriesPlan>();
    for (const series of all) {
      const owner = owners.get(series.seriesId);
      const listing = meant.get(series.ticker);
      const isOthers = owner !== undefined && listing !== undefined && owner !== listing;
      if (isOthers && this.#changes(series)) {
        const { what, fix } = otherListingFault(series.seriesId, owner);
        this.#faults.add({ field: series.ticker }, what, fix);
        continue;
      }
      const plan = this.#plan(series, held.get(series.seriesId) ?? null);
      if (plan !== null) plans.set(series.seriesId, plan);
    }
    return plans;
  }

  #changes({ rows, overlapping, differing }: Series): boolean {
    return differing > 0 || overlapping < rows;
  }

  #plan(series: Series, held: SeriesHeld | null): SeriesPlan | null {
    const { seriesId, ticker, rows, closes, overlapping, differing } = series;
    const lacking = rows - overlapping;
    const same = { seriesId, ticker, rows, held, closesLost: 0 };
    if (held === null) return { ...same, added: rows, mode: 'whole', outcome: 'opens' };
    const { sessions } = held;
    if (differing > 0) {
      if (overlapping < sessions) return this.#partial(series, sessions);
      const closesLost = Math.max(0, held.closes - closes);
      return { ...same, added: lacking + differing, mode: 'whole', outcome: 'restates', closesLost };
    }
    const needed = Math.min(overlapMin, sessions);
    if (overlapping >= needed)
      return { ...same, added: lacking, mode: 'append', outcome: lacking > 0 ? 'appends' : 'unchanged' };
    const what = `too-little-overlap: it shares ${overlapping} sessions with the ${sessions} that ${seriesId} holds`;
    this.#faults.add({ field: ticker }, what, `begin the file at least ${needed} sessions before the end of those`);
    return null;
  }

  #partial(series: Series, held: number): null {
    const { seriesId, ticker, overlapping, differing, firstLine } = series;
    const named = series.named ?? 'value';
    const what = `partial-restatement: ${differing} of ${overlapping} shared sessions have another ${named} than ${seriesId} holds (it has ${series.held ?? '?'} for this one), and ${held - overlapping} sessions of it are not in the file`;
    const place = firstLine === null ? { field: ticker } : { line: firstLine, field: ticker };
    this.#faults.add(place, what, 'load the whole history on its new basis');
    return null;
  }

  #tooManySeries(line: number): never {
    const what = `the file has more than ${this.#limits.series_max} tickers`;
    throw refused(this.#faults.file, { line }, what, 'split it into several files');
  }

  #tooMany(line: number): never {
    throw refused(
      this.#faults.file,
      { line },
      `more than ${repeatedMax} rows repeat a session of their ticker`,
      'keep one row for each session',
    );
  }
}

/** A ticker that went to another listing: its prices are no restatement of those that were told of the one before. */
function otherListingFault(seriesId: string, owner: string): { what: string; fix: string } {
  return {
    what: `${seriesId} holds the prices of another listing (entity_id ${owner})`,
    fix: 'load these with --provider and a name of their own',
  };
}

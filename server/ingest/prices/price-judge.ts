// The judgement of a price import, at its acceptance: what each of its series would become, or why it may not.
import {
  comparisons,
  dropHeld,
  dropRepeats,
  seriesHeld,
  summaries,
  unequalRepeats,
  type Batch,
  type Comparison,
  type SeriesState,
  type SeriesSummary,
  type UnequalRepeat,
} from '../../store/staged/price-checks.ts';
import { jumpTimesMin } from '../../measures/prices/prices.ts';
import { listingsMeant } from '../judging/check-tickers.ts';
import type { Faults } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import { repeatedMax, tooManyRepeats, type Series } from './price-intake.ts';

/** Sessions by which a file has to show that it continues the series it joins. */
const overlapMin = 5;
/** Rows that are judged in one step; on the embedded engine readers wait for it. */
const batchRows = 4_000;
/** Series whose holdings are looked up at once. */
const lookedUpMax = 500;
/** Between two sessions that follow each other lie at most so many days, but for a handful of closures. */
export const nextSessionDays = 4;

export type SeriesPlan = {
  seriesNo: number;
  seriesId: string;
  ticker: string;
  rows: number;
  /** Rows that a release would add. */
  added: number;
  outcome: 'opens' | 'appends' | 'restates' | 'unchanged';
  /** A release opens a vintage with it. */
  opens: boolean;
  /** Sessions that would no longer have a split-adjusted close. */
  closesLost: number;
  /** Values that differ from the held ones by less than the provider's precision. */
  noise: number;
  /** The series of the file as a whole. */
  summary: SeriesSummary | null;
};

export type PriceJudgeOptions = {
  loading: ImportOptions;
  importId: number;
  faults: Faults;
  /** Up to which relative difference two values are the same. */
  precision: number;
  series: readonly Series[];
  /** A sign of life before each step. */
};

type SeriesContext = { held: SeriesState | null; listing: string | undefined; compared: Comparison | undefined };

export class PriceJudge {
  readonly #judging: PriceJudgeOptions;
  readonly #summaries = new Map<number, SeriesSummary>();

  constructor(judging: PriceJudgeOptions) {
    this.#judging = judging;
  }

  /** One row for each session: equal repeats are dropped, unequal ones are faults. */
  async repeats(): Promise<void> {
    let repeats = 0;
    for (const batch of this.#batches(this.#judging.series)) {
      const found = await this.#summarise(batch);
      const nos = found.filter((one) => one.repeats > 0).map((one) => one.series_no);
      if (nos.length === 0) continue;
      repeats += found.reduce((sum, one) => sum + one.repeats, 0);
      if (repeats > repeatedMax) throw tooManyRepeats(this.#judging.faults.file, null);
      await this.#repeated({ ...batch, nos });
    }
  }

  async #repeated(batch: Batch): Promise<void> {
    const { db } = this.#judging.loading;
    const unequal = await unequalRepeats(db, batch);
    for (const row of unequal) {
      const field = this.#judging.series[row.series_no]?.ticker ?? '';
      this.#judging.faults.add({ line: row.line, field }, unequalRow(row), 'keep one row for each session');
    }
    if (unequal.length > 0) return;
    await dropRepeats(db, batch);
    await this.#summarise(batch);
  }

  /** One plan for each series; a series that may not become what the file says is a fault. */
  async plans(): Promise<SeriesPlan[]> {
    const { series, loading } = this.#judging;
    const plans: SeriesPlan[] = [];
    for (let start = 0; start < series.length; start += lookedUpMax) {
      const some = series.slice(start, start + lookedUpMax);
      const held = await this.#held(some);
      const meant = await listingsMeant(
        loading,
        some.map(({ ticker }) => ticker),
      );
      const compared = await this.#compare(some.filter(({ seriesId }) => held.has(seriesId)));
      for (const one of some) {
        const plan = this.#plan(one, {
          held: held.get(one.seriesId) ?? null,
          listing: meant.get(one.ticker),
          compared: compared.get(one.seriesNo),
        });
        if (plan !== null) plans.push(plan);
      }
    }
    return plans;
  }

  /** Leaves of each series only what it lacks, and counts again what that is. */
  async trim(plans: readonly SeriesPlan[]): Promise<ReadonlyMap<number, SeriesSummary>> {
    const { db } = this.#judging.loading;
    const joining = plans.filter(
      ({ opens, rows, added, outcome }) => !opens && (added < rows || outcome === 'restates'),
    );
    for (const batch of this.#batches(joining)) {
      const restating = new Set(joining.filter(({ outcome }) => outcome === 'restates').map((plan) => plan.seriesNo));
      await dropHeld(db, { ...batch, nos: batch.nos.filter((no) => !restating.has(no)) }, 'all');
      await dropHeld(db, { ...batch, nos: batch.nos.filter((no) => restating.has(no)) }, 'released');
      for (const no of batch.nos) this.#summaries.delete(no);
      await this.#summarise(batch);
    }
    return this.#summaries;
  }

  async #summarise(batch: Batch): Promise<SeriesSummary[]> {
    const found = await summaries(this.#judging.loading.db, batch, {
      daysMax: nextSessionDays,
      timesMin: jumpTimesMin,
    });
    for (const one of found) this.#summaries.set(one.series_no, one);
    return found;
  }

  async #held(series: readonly Series[]): Promise<Map<string, SeriesState>> {
    const held = new Map<string, SeriesState>();
    const { db, collection } = this.#judging.loading;
    for (const { nos } of this.#batches(series)) {
      const ids = nos.map((no) => this.#judging.series[no]?.seriesId ?? '');
      for (const [id, one] of await seriesHeld(db, collection, ids)) held.set(id, one);
    }
    return held;
  }

  async #compare(series: readonly Series[]): Promise<Map<number, Comparison>> {
    const compared = new Map<number, Comparison>();
    const { loading, precision } = this.#judging;
    for (const batch of this.#batches(series)) {
      for (const one of await comparisons(loading.db, batch, precision)) compared.set(one.series_no, one);
    }
    return compared;
  }

  /** Whole series, as many as one step bears. */
  *#batches(series: readonly { seriesNo: number; rows: number }[]): Generator<Batch> {
    const { importId } = this.#judging;
    let nos: number[] = [];
    let rows = 0;
    for (const one of series) {
      if (nos.length > 0 && rows + one.rows > batchRows) {
        yield { importId, nos };
        [nos, rows] = [[], 0];
      }
      nos.push(one.seriesNo);
      rows += one.rows;
    }
    if (nos.length > 0) yield { importId, nos };
  }

  #plan({ seriesNo, seriesId, ticker }: Series, { held, listing, compared }: SeriesContext): SeriesPlan | null {
    const summary = this.#summaries.get(seriesNo) ?? null;
    const { rows = 0, closes = 0 } = summary ?? {};
    const { overlapping = 0, differing = 0, noise = 0, differing_released = 0 } = compared ?? {};
    const same = { seriesNo, seriesId, ticker, rows, summary, closesLost: 0, noise };
    if (held === null) return { ...same, added: rows, outcome: 'opens', opens: true };
    const isOthers = held.entityId !== null && listing !== undefined && held.entityId !== listing;
    if (isOthers && (differing > 0 || overlapping < rows))
      return this.#otherListing(seriesId, ticker, held.entityId ?? '');
    const lacking = rows - overlapping;
    if (differing > 0) {
      if (compared === undefined || overlapping < held.sessions)
        return this.#partial(ticker, seriesId, { held, compared });
      const closesLost = Math.max(0, held.closes - closes);
      const opens = !held.isReleased || differing_released > 0;
      return { ...same, added: lacking + differing, outcome: 'restates', opens, closesLost, noise: 0 };
    }
    const needed = Math.min(overlapMin, held.sessions);
    if (overlapping >= needed)
      return { ...same, added: lacking, outcome: lacking > 0 ? 'appends' : 'unchanged', opens: false };
    const what = `too-little-overlap: it shares ${overlapping} sessions with the ${held.sessions} that ${seriesId} holds`;
    const fix = `begin the file at least ${needed} sessions before the end of those`;
    this.#judging.faults.add({ field: ticker }, what, fix);
    return null;
  }

  #partial(
    ticker: string,
    seriesId: string,
    { held, compared }: { held: SeriesState; compared: Comparison | undefined },
  ): null {
    const { overlapping = 0, differing = 0, first_line: line = null, first_held, first_named } = compared ?? {};
    const what = `partial-restatement: ${differing} of ${overlapping} shared sessions have another ${first_named ?? 'value'} than ${seriesId} holds (it has ${first_held ?? '?'} for this one), and ${held.sessions - overlapping} sessions of it are not in the file`;
    const place = line === null ? { field: ticker } : { line, field: ticker };
    this.#judging.faults.add(place, what, 'load the whole history on its new basis');
    return null;
  }

  /** A ticker that went to another listing: its prices do not restate those of the listing before. */
  #otherListing(seriesId: string, ticker: string, owner: string): null {
    const what = `${seriesId} holds the prices of another listing (entity_id ${owner})`;
    this.#judging.faults.add({ field: ticker }, what, 'load these with --provider and a name of their own');
    return null;
  }
}

const repeatNames = {
  price: '',
  close: 'a split-adjusted close of ',
  split: 'a split of ',
  time: 'an observation at ',
};

function unequalRow({ session_date, named, here, there, first_line }: UnequalRepeat): string {
  const name = repeatNames[named];
  return `${session_date} has ${name}${here ?? 'nothing'} here and ${there ?? 'nothing'} on line ${first_line}`;
}

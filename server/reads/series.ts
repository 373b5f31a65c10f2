// The prices of one security at a cutoff: the quoted series, and every objection to its latest price.
import { hashObservation } from '../measures/observation-hash.ts';
import type { Calendar } from '../measures/calendar.ts';
import { type Disagreement, providersDisagree } from '../measures/prices/price-status.ts';
import {
  newestJump,
  newestObserved,
  type PriceJump,
  type PriceSeries,
  type UsableSeries,
  noPrices,
  usable,
} from '../measures/prices/prices.ts';
import type { CalendarDate, Instant } from '../store/engine/db.ts';
import { type HistoryRow, type PriceRow, type Prices, type VintageRow, pricesOf } from '../store/known/read-prices.ts';

/** A vintage with all its sessions in a version; each cutoff of that version takes a part of it. */
export type History = {
  vintage: VintageRow;
  points: PriceSeries;
  rowAt: Prices['rowAt'];
  assumedFrom: Instant | null;
};

export type QuotedPrice = { row: PriceRow; vintage: VintageRow; hash: string };

type Cut = { calendar: Calendar; asOf: Instant };

export type SeriesAtCutoff = {
  vintage: VintageRow | null;
  series: UsableSeries;
  /** The last session of the vintage, even past the cutoff: each close is adjusted for every split before it. */
  adjustedThrough: CalendarDate;
  latest: QuotedPrice | null;
  /** The newest observation among these prices and their comparison series; an older session may be observed later. */
  observedAt: Instant | null;
  /** The stored hash of the latest price differs from the hash of its values. */
  hashMismatch: boolean;
  /** The first other provider whose returns differ from those of the quoted one. */
  disagreement: Disagreement | null;
  /** Some price has no stated observation time. */
  observedAssumed: boolean;
  jump: PriceJump | null;
};

const none: SeriesAtCutoff = {
  vintage: null,
  series: noPrices,
  adjustedThrough: '',
  latest: null,
  observedAt: null,
  hashMismatch: false,
  disagreement: null,
  observedAssumed: false,
  jump: null,
};

export function historyOf(row: HistoryRow): History {
  const { entity_id, vintage_id, ticker, provider, currency, basis, assumed_from: assumedFrom } = row;
  const { sessionDates, adjustedCloses, closes, observedAt, rowAt } = pricesOf(row);
  const points = sessionDates.map((sessionDate, index) => ({
    sessionDate,
    adjusted: Number(adjustedCloses[index]),
    close: closes[index] ? Number(closes[index]) : null,
    observedAt: observedAt[index] ?? '',
  }));
  return { vintage: { entity_id, vintage_id, ticker, provider, currency, basis }, points, rowAt, assumedFrom };
}

/** The published hash of a price, recomputed from its values. */
function hashOf(vintage: VintageRow, row: PriceRow): string {
  return hashObservation({
    adjusted_close: row.adjusted_close,
    basis: vintage.basis,
    currency: vintage.currency,
    provider: vintage.provider,
    provider_observed_at: row.observed_at,
    session_date: row.session_date,
    ticker: vintage.ticker,
  });
}

/**
 * Cuts the quoted series, which comes first, and compares it with the returns of other providers. Prices of the same
 * provider under an earlier ticker are on an older basis and do not count against it.
 */
export function seriesAt([quoted, ...others]: readonly History[], { calendar, asOf }: Cut): SeriesAtCutoff {
  if (quoted === undefined) return none;
  const { vintage, points, rowAt, assumedFrom } = quoted;
  const series = usable(points, calendar, asOf);
  const last = series.at(-1);
  if (last === undefined) return { ...none, vintage };
  const row = rowAt(points.lastIndexOf(last));
  const checks = others
    .filter((other) => other.vintage.provider !== vintage.provider)
    .map((other) => ({ provider: other.vintage.provider, series: usable(other.points, calendar, asOf) }));
  return {
    vintage,
    series,
    adjustedThrough: points.at(-1)?.sessionDate ?? '',
    latest: { row, vintage, hash: `sha256:${row.observation_hash}` },
    observedAt: newestObserved([series, ...checks.map((check) => check.series)]),
    // The hash stored on import must equal the hash of the quoted values.
    hashMismatch: row.observation_hash !== hashOf(vintage, row),
    disagreement: providersDisagree({ provider: vintage.provider, series }, checks),
    observedAssumed: assumedFrom !== null && assumedFrom <= asOf,
    jump: newestJump(series),
  };
}

// A listing's prices beside the benchmark's at a cutoff, and what is measured from both.
import type { PriceReference } from '../documents/brief-facts.ts';
import type { Calendar } from '../measures/calendar.ts';
import { type Mark, type MarkInput, measureMark } from '../measures/marks.ts';
import { type PriceStatus, priceStatus } from '../measures/price-status.ts';
import type { Cutoff, Db, Instant } from '../store/db.ts';
import { entityIdForTicker } from '../store/ids.ts';
import { type SeriesAtCutoff, readSeries } from './series.ts';

const benchmarkId = entityIdForTicker('SPY');

export type PricesAtCutoff = {
  calendar: Calendar;
  asOf: Instant;
  security: SeriesAtCutoff;
  benchmark: SeriesAtCutoff;
};

export async function readPrices(
  db: Db,
  cutoff: Cutoff,
  calendar: Calendar,
  entityId: string,
): Promise<PricesAtCutoff> {
  return {
    calendar,
    asOf: cutoff.asOf,
    security: await readSeries(db, cutoff, calendar, entityId),
    benchmark: await readSeries(db, cutoff, calendar, benchmarkId),
  };
}

/** What a measure of a statement made at this instant takes. */
export function markInput({ calendar, asOf, security, benchmark }: PricesAtCutoff, observedAt: Instant): MarkInput {
  return { observedAt, asOf, calendar, security: security.series, benchmark: benchmark.series };
}

export function markSince(prices: PricesAtCutoff, observedAt: Instant): Mark {
  return measureMark(markInput(prices, observedAt));
}

export function statusOf({ calendar, asOf }: PricesAtCutoff, series: SeriesAtCutoff): PriceStatus {
  return priceStatus({ asOf, calendar, ...series });
}

/** The latest price as an answer quotes it, or null when there is none. */
export function referenceOf({ latest }: SeriesAtCutoff): PriceReference | null {
  if (latest === null) return null;
  return {
    price: Number(latest.row.adjusted_close),
    currency: latest.vintage.currency,
    sessionDate: latest.row.session_date,
    providerObservedAt: latest.row.observed_at,
    source: latest.vintage.provider,
    observationHash: latest.hash,
  };
}

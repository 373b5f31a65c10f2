// Cached prices of a listing and of the benchmark at a cutoff, and the measures of both.
import type { PriceReference } from '../documents/brief/brief-facts.ts';
import type { Calendar } from '../measures/calendar.ts';
import { type Mark, type MarketAtCutoff, type ObservationTime, measureMark } from '../measures/prices/marks.ts';
import { type PriceStatus, priceStatus } from '../measures/prices/price-status.ts';
import { remembered } from '../memory/remembered.ts';
import type { Cutoff, Instant } from '../store/engine/db.ts';
import type { Fragment } from '../store/engine/fragment.ts';
import { entityIdForTicker } from '../store/engine/ids.ts';
import { type HistoryRow, priceHistories } from '../store/known/read-prices.ts';
import type { Query } from '../store/engine/read.ts';
import { type History, type SeriesAtCutoff, historyOf, seriesAt } from './series.ts';

const benchmarkId = entityIdForTicker('SPY');

export type PricesAtCutoff = {
  calendar: Calendar;
  asOf: Instant;
  security: SeriesAtCutoff;
  benchmark: SeriesAtCutoff;
};

/** The complete histories of a subject and of the benchmark in their version. */
export type Histories = { security: readonly History[]; benchmark: readonly History[] };

/** The subject of a price question: its name, and its id in the statement that reads it. */
export type PricedSubject = { name: string; entityId: string | Fragment };

export type PriceQuestion = {
  /** The query for the histories outside the cache; null if none is missing. */
  read: Query<HistoryRow> | null;
  /** Merges the cached histories with these rows and caches the result. */
  take(rows: readonly HistoryRow[], entityId: string): Histories;
};

export type PriceReader = { ask(cutoff: Cutoff, priced: PricedSubject): PriceQuestion };

/** Per session: two prices, two dates, a hash, and their source texts; 353 in 81 real histories. */
const SESSION_BYTES = 400;
const VINTAGE_BYTES = 1_000;

function bytesOf(histories: readonly History[]): number {
  return histories.reduce((sum, { points }) => sum + VINTAGE_BYTES + points.length * SESSION_BYTES, VINTAGE_BYTES);
}

/**
 * Caches the histories of a version, which never change. Another cutoff only sees another part, and a legal removal
 * deletes words but not prices.
 */
export function priceReader(): PriceReader {
  const kept = remembered<string, readonly History[]>('prices', { sizeOf: bytesOf });
  // The entity of a name in a version, so that a statement which resolves a ticker can skip cached prices.
  const named = remembered<string, string>('subjects');
  return {
    ask(cutoff, { name, entityId }) {
      const keyOf = (of: string): string => `${cutoff.collection} ${cutoff.version} ${of}`;
      const known = named.get(keyOf(name));
      const security = known === undefined ? undefined : kept.get(keyOf(known));
      const benchmark = kept.get(keyOf(benchmarkId));
      const missing = [...(security ? [] : [entityId]), ...(benchmark ? [] : [benchmarkId])];
      return {
        read: missing.length === 0 ? null : priceHistories(cutoff, missing),
        take(rows, id) {
          const keep = (owner: string): readonly History[] => {
            const histories = rows.filter((row) => row.entity_id === owner).map(historyOf);
            kept.set(keyOf(owner), histories);
            return histories;
          };
          named.set(keyOf(name), id);
          return { security: security ?? keep(id), benchmark: benchmark ?? keep(benchmarkId) };
        },
      };
    },
  };
}

/** The part of these histories that was known at the cutoff. */
export function pricesAt({ security, benchmark }: Histories, calendar: Calendar, asOf: Instant): PricesAtCutoff {
  const cut = { calendar, asOf };
  return { ...cut, security: seriesAt(security, cut), benchmark: seriesAt(benchmark, cut) };
}

/** The prices in the form that measures take. */
export function marketOf({ calendar, asOf, security, benchmark }: PricesAtCutoff): MarketAtCutoff {
  return { asOf, calendar, security: security.series, benchmark: benchmark.series };
}

/** The mark of a belief from an observation to the latest session, or to the observation that ended it. */
export function markFrom(prices: PricesAtCutoff, from: ObservationTime, until: ObservationTime | null = null): Mark {
  const { calendar, asOf, security, benchmark } = prices;
  return measureMark({ asOf, calendar, security: security.series, benchmark: benchmark.series, from, until });
}

export function statusOf({ calendar, asOf }: PricesAtCutoff, series: SeriesAtCutoff): PriceStatus {
  return priceStatus({ asOf, calendar, ...series });
}

/** The latest price as an answer quotes it, or null if there is none. */
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

// Reliability of a list: the freshness of its prices, its completeness, and its limitations.
import type { DataStatus, Pagination } from '../../generated/api.ts';
import type { PriceStatus } from '../measures/prices/price-status.ts';
import { dataFreshness } from '../measures/prices/price-status.ts';
import { newestOf } from '../measures/time.ts';
import type { Collection, Instant } from '../store/engine/db.ts';
import { type Limit, limitations, previewLimits } from './limitations.ts';

/**
 * The price that decides the freshness of a list: its subject's or the benchmark's. Null for a subject without a price.
 */
export type ListPrice = { readonly of: string; readonly price: PriceStatus } | null;

/** The position of a page in its list. */
export type PagePlace = {
  mode: Collection;
  asOf: Instant;
  /** True for the first page. */
  isFirst: boolean;
  next: { cursor: string; url: string } | null;
  price: ListPrice;
};

export function pagination({ next }: PagePlace): Pagination {
  return { next_cursor: next?.cursor ?? null, next_page_url: next?.url ?? null };
}

type PageCounts = { count: number; leftOut: number; without: string };

function coverage(
  { isFirst, next }: PagePlace,
  { count, leftOut, without }: PageCounts,
): { coverage: DataStatus['coverage']; limits: Limit[] } {
  const omitted = (text: string): Limit[] => [{ kind: 'omitted', text }];
  if (next !== null) {
    const text = 'More records match: follow pagination.next_page_url until it is null.';
    return { coverage: 'partial', limits: omitted(text) };
  }
  if (!isFirst) {
    const text = 'This is the last page; the previous pages hold the other records.';
    return { coverage: 'partial', limits: omitted(text) };
  }
  if (leftOut > 0) return { coverage: 'partial', limits: [] };
  if (count > 0) return { coverage: 'complete', limits: [] };
  return { coverage: 'insufficient', limits: omitted(without) };
}

export function freshnessOf(price: ListPrice): DataStatus['freshness'] {
  return price === null ? 'stale' : dataFreshness(price.price);
}

/** A list has no market_freshness, so its limitations name the prices that are not current. */
export function freshnessLimits(price: ListPrice): Limit[] {
  if (price === null) return [{ kind: 'other', text: 'The subject is not a listing, so it has no price.' }];
  if (price.price.status === 'current') return [];
  return [{ kind: 'other', text: `Prices of ${price.of}: ${price.price.reason}` }];
}

export type ListRecords = {
  /** The observations of the records. */
  observed: readonly Instant[];
  /** The number of records, where not each of them has an observation. */
  count?: number;
  limits: readonly Limit[];
  leftOut: number;
  /** The limitation of a list without records. */
  without?: string;
};

const noRecord = 'No released record matches at this cutoff.';

/**
 * Coverage describes the page within its list, with its count of omitted records. The newest observation is that of its
 * records.
 */
export function listStatus(
  place: PagePlace,
  { observed, count = observed.length, limits, leftOut, without = noRecord }: ListRecords,
): DataStatus {
  const covered = coverage(place, { count, leftOut, without });
  return {
    mode: place.mode,
    freshness: freshnessOf(place.price),
    coverage: covered.coverage,
    latest_observation_at: newestOf(observed),
    limitations: limitations([
      ...covered.limits,
      ...limits,
      ...freshnessLimits(place.price),
      ...previewLimits(place.mode),
    ]),
  };
}

// How far a list may be relied on: whether all that matches is on the page, and every limit in a sentence.
import type { DataStatus, Pagination } from '../../generated/api.ts';
import { newestOf } from '../measures/time.ts';
import type { Collection, Instant } from '../store/db.ts';

/** Where a page stands among the pages of its list. */
export type PagePlace = {
  mode: Collection;
  asOf: Instant;
  /** Whether pages come before it. */
  isFirst: boolean;
  next: { cursor: string; url: string } | null;
};

export function pagination({ next }: PagePlace): Pagination {
  return { next_cursor: next?.cursor ?? null, next_page_url: next?.url ?? null };
}

export function previewLimits(mode: Collection): string[] {
  return mode === 'preview' ? ['Preview data: fictional people and companies, for testing only.'] : [];
}

function coverage({ isFirst, next }: PagePlace, count: number): Pick<DataStatus, 'coverage' | 'limitations'> {
  if (next !== null) {
    return {
      coverage: 'partial',
      limitations: ['More records match: follow pagination.next_page_url until it is null.'],
    };
  }
  if (!isFirst) {
    return { coverage: 'partial', limitations: ['This is the last page; the pages before it hold the other records.'] };
  }
  if (count > 0) return { coverage: 'complete', limitations: [] };
  return { coverage: 'insufficient', limitations: ['No released record matches at this cutoff.'] };
}

/**
 * A list shows no prices, so nothing on it can be out of date: freshness is current. Coverage speaks of the page against
 * its list, and the newest observation is that of its records.
 */
export function listStatus(
  place: PagePlace,
  { observed, limits }: { observed: readonly Instant[]; limits: readonly string[] },
): DataStatus {
  const covered = coverage(place, observed.length);
  return {
    mode: place.mode,
    freshness: 'current',
    coverage: covered.coverage,
    latest_observation_at: newestOf(observed),
    limitations: [...previewLimits(place.mode), ...covered.limitations, ...limits],
  };
}

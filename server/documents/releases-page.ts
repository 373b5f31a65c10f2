// A page of releases, and each release in the contract's shape.
import type { ReleaseItem, ReleasesPage } from '../../generated/api.ts';
import type { Collection } from '../store/engine/db.ts';
import type { TouchingRelease } from '../store/published/releases-touched.ts';

/** Tickers that one release names. */
const NAMED_MAX = 500;

export function releaseItem(row: TouchingRelease, checkpoint: string | null): ReleaseItem {
  const { opened, revised, reversed, closed, withdrawn, rewritten, unmoved } = row;
  // By code unit, because databases sort texts by their own locale.
  const tickers = row.tickers.toSorted((a, b) => (a < b ? -1 : 1));
  return {
    number: row.version,
    kind: row.kind,
    effective_at: row.effective_at,
    counts: { opened, revised, reversed, closed, withdrawn, rewritten, unmoved },
    tickers: tickers.slice(0, NAMED_MAX),
    omitted_ticker_count: Math.max(0, tickers.length - NAMED_MAX),
    entity_count: row.unlisted_count,
    priced_ticker_count: row.priced_count,
    checkpoint,
  };
}

export function releasesPage(mode: Collection, releases: readonly ReleaseItem[], nextUrl: string | null): ReleasesPage {
  return { mode, releases: [...releases], pagination: { next_page_url: nextUrl } };
}

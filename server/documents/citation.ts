// A citation as the contract shows it: where the words stand, what was captured, and how far that was verified.
import type { BriefOverview } from '../../generated/api.ts';
import type { CitationRow, Locator } from '../store/read-citations.ts';
import { capText } from '../measures/text.ts';

type Citation = BriefOverview['citations'][number];

/** Code points of a quote that a document repeats; a longer one stays whole in its evidence. */
const QUOTE_CODE_POINTS_MAX = 300;

function locator(from: Locator): Citation['locator'] {
  if (from.kind === 'page') return { kind: 'page', page: from.page };
  if (from.kind === 'time_range') {
    return { kind: 'time_range', start_seconds: from.start_seconds, end_seconds: from.end_seconds };
  }
  return {
    kind: 'text_quote',
    exact: capText(from.exact, QUOTE_CODE_POINTS_MAX).text,
    prefix: from.prefix ?? null,
    suffix: from.suffix ?? null,
  };
}

/** One citation of a document. The hash is of the whole captured text of its evidence. */
export function citation(row: CitationRow): Citation {
  return {
    citation_id: row.citation_id,
    evidence_id: row.evidence_id,
    source_id: row.source_id,
    source_type: row.source_type,
    source_url: row.url,
    source_title: row.title,
    ...(row.author_name === null ? {} : { author_name: row.author_name }),
    published_at: row.published_at,
    published_on: row.published_on,
    observed_at: row.observed_at,
    locator: locator(row.locator),
    content_hash: row.content_hash,
    verification: row.verification,
  };
}

// A citation as the contract shows it: the place of the words, the captured text, and the level of verification.
import type { Citation } from '../../generated/api.ts';
import { travellingAddress } from '../contract/validation/web-address.ts';
import type { CitationRow, Locator } from '../store/known/read-citations.ts';
import { capText } from '../measures/text.ts';

/** Code points of a quote that a document repeats; a longer one is whole only in its evidence. */
const QUOTE_CODE_POINTS_MAX = 300;
/** Code points of the text before and after it. */
const AROUND_CODE_POINTS_MAX = 80;

function locator(from: Locator): Citation['locator'] {
  if (from.kind === 'page') return { kind: 'page', page: from.page };
  if (from.kind === 'time_range') {
    return { kind: 'time_range', start_seconds: from.start_seconds, end_seconds: from.end_seconds };
  }
  if (from.kind !== 'text_quote') return { kind: from.kind, text: capText(from.text, QUOTE_CODE_POINTS_MAX).text };
  const exact = capText(from.exact, QUOTE_CODE_POINTS_MAX).text;
  // If the quote is cut, its remainder follows it, not the text that followed the whole quote.
  const suffix = exact.length < from.exact.length ? from.exact.slice(exact.length) : from.suffix;
  return { kind: 'text_quote', exact, prefix: nearest(from.prefix, 'end'), suffix: nearest(suffix, 'start') };
}

/** Enough of the words around a quote to locate it; they are directly adjacent to it. */
function nearest(around: string | undefined, side: 'start' | 'end'): string | null {
  if (around === undefined) return null;
  const codePoints = [...around];
  if (codePoints.length <= AROUND_CODE_POINTS_MAX) return around;
  const kept =
    side === 'start' ? codePoints.slice(0, AROUND_CODE_POINTS_MAX) : codePoints.slice(-AROUND_CODE_POINTS_MAX);
  return kept.join('');
}

/** One citation of a document. The hash is of the whole captured text of its evidence. */
export function citation(row: CitationRow): Citation {
  return {
    citation_id: row.citation_id,
    evidence_id: row.evidence_id,
    source_id: row.source_id,
    source_type: row.source_type,
    source_url: travellingAddress(row.url),
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

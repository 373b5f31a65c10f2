// A statement as its dataset wrote it, reduced to what the service uses of it.
import type { StatedIntent, StatementRecord } from './records.ts';

type RawStatement = {
  record_id: string;
  dataset: string;
  person: { id: string; name: string; handle?: string | null };
  security: { ticker: string; name?: string | null };
  direction: StatementRecord['direction'];
  direction_basis?: string | null;
  observed_at: string;
  statement: string;
  source_url: string;
  source_url_kind?: string | null;
  source_title: string;
  author_name?: string | null;
} & Partial<StatedIntent>;

/** What a dataset may call a direction that the author gave: everything else, a word list for example, is the operator's. */
const declared = /^(author|self|user)[_-](declared|stated|labell?ed|label|tagged|tag)/i;

/** A link that was put together from a pattern has not been followed, and neither has one that nothing is said of. */
const followed = /^(permalink|retrieved|observed|archived|verified)$/i;

/** The texts are normalised already; only what names, links and words mean is settled here. */
export function usedOfStatement(raw: RawStatement): StatementRecord {
  return {
    type: 'statement',
    record_id: raw.record_id,
    dataset: raw.dataset,
    person: { id: raw.person.id, name: raw.person.name, handle: raw.person.handle ?? null },
    security: { ticker: raw.security.ticker, name: raw.security.name ?? null },
    direction: raw.direction,
    direction_basis: declared.test(raw.direction_basis ?? '') ? 'author_declared' : 'operator_classified',
    observed_at: raw.observed_at,
    statement: raw.statement,
    source_url: raw.source_url,
    source_title: raw.source_title,
    author_name: raw.author_name ?? null,
    verification: followed.test(raw.source_url_kind ?? '') ? 'verified' : 'unverified',
    ...intentOf(raw),
  };
}

/** An intent is told only when all four of its parts are: nothing is made up. */
function intentOf({ action, basis, time_context, instrument }: Partial<StatedIntent>): { intent?: StatedIntent } {
  if (action === undefined || basis === undefined || time_context === undefined || instrument === undefined) return {};
  return { intent: { action, basis, time_context, instrument } };
}

// A statement as its dataset wrote it, reduced to what the service uses of it.
import type { CalendarDate } from '../../store/engine/db.ts';
import { basisOf, type DirectionBasis } from './directions.ts';
import type { StatedIntent, StatedReview, StatedTarget, StatementRecord } from './records.ts';

type RawTarget = {
  horizon?: { text: string; until_on?: CalendarDate | null } | null;
  price_when_stated?: string | null;
  conditions?: string[] | null;
};

export type RawStatement = {
  record_id: string;
  dataset: string;
  person: { id: string; name: string; handle?: string | null };
  security: { ticker: string; name?: string | null };
  direction: StatementRecord['direction'];
  direction_basis?: string | null;
  observed_at: string;
  observed_at_precision?: string | null;
  statement: string;
  rating?: string | null;
  statement_kind?: 'verbatim' | 'rendered' | 'summarised' | null;
  truncated_by_source?: boolean | null;
  transaction_date?: CalendarDate | null;
  coverage?: 'dropped' | null;
  horizon?: { text: string; until_on?: CalendarDate } | null;
  target?: (Pick<StatedTarget, 'low' | 'high' | 'currency'> & RawTarget) | null;
  review?: StatedReview | null;
  source_url: string;
  source_url_kind?: string | null;
  source_title: string;
  author_name?: string | null;
} & Partial<StatedIntent>;

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
    direction_basis: basisOf(raw.direction, statedBasis(raw.direction_basis ?? '')),
    observed_at: raw.observed_at,
    ...(raw.observed_at_precision === 'day' && { observed_at_precision: 'day' }),
    statement: raw.statement,
    ...(raw.rating != null && { rating: raw.rating }),
    ...(isOthersWords(raw.statement_kind) && { statement_kind: raw.statement_kind }),
    ...(raw.truncated_by_source === true && { truncated_by_source: true }),
    ...(raw.transaction_date != null && { transaction_date: raw.transaction_date }),
    ...(raw.coverage === 'dropped' && { coverage: 'dropped' }),
    ...(raw.horizon != null && { horizon: raw.horizon }),
    ...(raw.target != null && { target: targetOf(raw.target) }),
    ...(raw.review != null && { review: raw.review }),
    source_url: raw.source_url,
    source_title: raw.source_title,
    author_name: raw.author_name ?? null,
    verification: followed.test(raw.source_url_kind ?? '') ? 'verified' : 'unverified',
    ...intentOf(raw),
  };
}

/** Exactly one word means that the author declared the direction; every other word names what classified it. */
function statedBasis(word: string): DirectionBasis {
  if (word.trim() === '') return 'unknown';
  return word === 'author_declared' ? 'author_declared' : 'operator_classified';
}

function isOthersWords(kind: RawStatement['statement_kind']): kind is 'rendered' | 'summarised' {
  return kind === 'rendered' || kind === 'summarised';
}

function targetOf({ low, high, currency, ...more }: NonNullable<RawStatement['target']>): StatedTarget {
  const { horizon, price_when_stated, conditions } = more;
  return {
    low,
    high,
    currency,
    horizon: horizon == null ? null : { text: horizon.text, until_on: horizon.until_on ?? null },
    price_when_stated: price_when_stated ?? null,
    conditions: conditions ?? [],
  };
}

/** An intent needs all four of its parts: none is made up. */
function intentOf({ action, basis, time_context, instrument }: Partial<StatedIntent>): { intent?: StatedIntent } {
  if (action === undefined || basis === undefined || time_context === undefined || instrument === undefined) return {};
  return { intent: { action, basis, time_context, instrument } };
}

// The full record of one belief, with no text cut.
import type { BeliefDetail, BeliefRecord, DataStatus } from '../../generated/api.ts';
import type { MarketFreshness, PriceStatus } from '../measures/prices/price-status.ts';
import type { Collection, Instant } from '../store/engine/db.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import type { PersonRow } from '../store/known/read-people.ts';
import type { PriceReference } from './brief/brief-facts.ts';
import { marketPrice } from './brief/brief-overview.ts';
import { citation } from './citation.ts';
import { directionOf } from './brief/activity.ts';
import { marketFreshness, nameLimits, targetLimits, unpriced } from './data-status.ts';
import { beliefLimits, citationLimits, limitations, previewLimits } from './limitations.ts';
import { mark, outcome } from './brief/marks.ts';
import { textOf } from './revisions.ts';
import { type ThesisFacts, outlook, priceOpportunity, thesisCase } from './brief/thesis.ts';
import { personOf, view } from './view.ts';

/** The known price of a belief's subject; null for a subject that is not a listing. */
export type SubjectPrice = {
  price: PriceStatus;
  reference: PriceReference | null;
  market: MarketFreshness;
  freshness: DataStatus['freshness'];
  benchmarkKnown: boolean;
};

export type DetailFacts = {
  mode: Collection;
  asOf: Instant;
  subject: EntityRow;
  people: ReadonlyMap<string, PersonRow>;
  thesis: ThesisFacts;
  priced: SubjectPrice | null;
  links: BeliefDetail['links'];
};

/** The record alone: its citations are fetched afterwards. */
export function beliefRecord({ subject, people, thesis, priced }: DetailFacts): BeliefRecord {
  const { state, mark: measured, sinceDirection } = thesis.belief;
  const { condition, investment_case, author_intent, latest_revision_at } = view(state, thesis.parts, people, 'whole');
  return {
    belief_id: state.belief_id,
    subject: { entity_id: subject.entity_id, kind: subject.kind, ticker: subject.ticker, name: subject.name },
    person: personOf(people, state.person_id),
    thesis: textOf(state.summary, 'summary', 'whole', state.body.truncated_by_source),
    direction: state.direction,
    ...directionOf(state),
    status: state.status,
    observed_at: state.first_observed_at,
    latest_revision_at,
    source_citation_id: state.source_citation_id,
    ...outlook(state),
    ...(investment_case === undefined ? {} : { investment_case }),
    ...(author_intent === undefined ? {} : { author_intent }),
    condition,
    ...thesisCase(thesis, 'whole'),
    outcomes: priced === null ? [] : thesis.outcomes.outcomes.map(outcome),
    omitted_span_count: priced === null ? 0 : thesis.outcomes.omittedSpans,
    since_inception_mark: priced === null ? null : mark(measured),
    since_direction_mark: priced === null ? null : mark(sinceDirection),
    entry_sessions_differ: thesis.entrySessionsDiffer,
    market_price: priced === null ? null : marketPrice(priced),
    price_opportunity: priced === null ? null : priceOpportunity(thesis, 'whole'),
  };
}

function coverage(priced: SubjectPrice | null): DataStatus['coverage'] {
  if (priced === null || priced.price.status === 'unavailable') return 'insufficient';
  return priced.price.status === 'current' && priced.benchmarkKnown ? 'complete' : 'partial';
}

function dataStatus(facts: DetailFacts, citations: readonly CitationRow[]): DataStatus {
  const { mode, priced, thesis, subject } = facts;
  return {
    mode,
    freshness: priced?.freshness ?? 'stale',
    coverage: coverage(priced),
    latest_observation_at: thesis.belief.state.observed_at,
    ...(priced === null ? {} : { market_freshness: marketFreshness(priced.market) }),
    limitations: limitations([
      ...nameLimits(subject),
      ...targetLimits([thesis]),
      ...beliefLimits([thesis.belief]),
      ...citationLimits(citations),
      ...(priced === null ? [{ kind: 'other', text: unpriced(subject) } as const] : []),
      ...previewLimits(mode),
    ]),
  };
}

/** The whole document; `citations` are the rows of every id that the record mentions. */
export function beliefDetail(
  facts: DetailFacts,
  belief: BeliefRecord,
  citations: readonly CitationRow[],
): BeliefDetail {
  return {
    as_of: facts.asOf,
    data: { belief, citations: citations.map(citation) },
    data_status: dataStatus(facts, citations),
    warnings: [],
    links: facts.links,
  };
}

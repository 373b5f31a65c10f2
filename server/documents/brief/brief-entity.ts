// The brief of a canonical entity that is not a listing: attributed views and conditions, and plainly no price.
import type { BriefEntity, DataStatus, Warning } from '../../../generated/api.ts';
import type { BeliefPart } from '../../store/known/read-beliefs.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import type { EntityRow } from '../../store/known/read-entities.ts';
import type { PersonRow } from '../../store/known/read-people.ts';
import type { Collection, Instant } from '../../store/engine/db.ts';
import type { MeasuredBelief } from './brief-facts.ts';
import { citation } from '../citation.ts';
import { latestObservation, unpriced } from '../data-status.ts';
import { beliefLimits, citationLimits, limitations, omittedLimits, previewLimits } from '../limitations.ts';
import { conditionOf, conditionsOf } from './trade-state.ts';
import { view } from '../view.ts';

export type EntityFacts = {
  mode: Collection;
  asOf: Instant;
  generatedAt: Instant;
  expectedSession: string | null;
  entity: EntityRow;
  beliefs: readonly MeasuredBelief[];
  returned: readonly MeasuredBelief[];
  parts: ReadonlyMap<string, readonly BeliefPart[]>;
  people: ReadonlyMap<string, PersonRow>;
  warnings: readonly Warning[];
  links: BriefEntity['links'];
};

/** Sections with citations in the brief of an entity. */
export type EntitySections = Pick<BriefEntity, 'views' | 'recorded_conditions' | 'omitted_condition_count'>;

/** Conditions of one view that the brief shows; the others are counted. */
const CONDITIONS_PER_VIEW_MAX = 5;

export function entitySections({ returned, parts, people, asOf }: EntityFacts): EntitySections {
  const recorded = returned.map(({ state }) => ({
    beliefId: state.belief_id,
    conditions: conditionsOf(parts.get(state.belief_id) ?? [], asOf),
  }));
  const shown = recorded.flatMap(({ beliefId, conditions }) =>
    conditions
      .slice(0, CONDITIONS_PER_VIEW_MAX)
      .map((condition) => ({ belief_id: beliefId, ...conditionOf(condition, 'summarised') })),
  );
  return {
    views: returned.map(({ state }) => view(state, parts.get(state.belief_id) ?? [], people)),
    recorded_conditions: shown,
    omitted_condition_count: recorded.reduce((sum, { conditions }) => sum + conditions.length, 0) - shown.length,
  };
}

function dataStatus(facts: EntityFacts, citations: readonly CitationRow[]): DataStatus {
  const omitted = facts.beliefs.length - facts.returned.length;
  const reason = unpriced(facts.entity);
  return {
    mode: facts.mode,
    freshness: 'stale',
    coverage: 'insufficient',
    latest_observation_at: latestObservation(facts),
    market_freshness: {
      status: 'unverified',
      expected_session: facts.expectedSession,
      security_through: null,
      benchmark_through: null,
      reason,
    },
    limitations: limitations([
      ...omittedLimits(omitted, facts.beliefs.length),
      ...beliefLimits(facts.returned),
      ...citationLimits(citations),
      ...previewLimits(facts.mode),
    ]),
  };
}

/** The whole document; `citations` are the rows of every id that the sections mention. */
export function briefEntity(
  facts: EntityFacts,
  { views, recorded_conditions, omitted_condition_count }: EntitySections,
  citations: readonly CitationRow[],
): BriefEntity {
  const { entity, asOf } = facts;
  return {
    view: 'entity',
    schema_version: '1',
    generated_at: facts.generatedAt,
    as_of: asOf,
    data_status: dataStatus(facts, citations),
    entity: { entity_id: entity.entity_id, name: entity.name, kind: entity.kind },
    price_capability: { status: 'unavailable', reason: 'It is not a listing, so no market price is recorded for it.' },
    benchmark_capability: {
      status: 'unavailable',
      reason: 'Without a price nothing can be compared with the benchmark.',
    },
    coverage: {
      released_record_count: facts.beliefs.length,
      returned_view_count: facts.returned.length,
      omitted_record_count: facts.beliefs.length - facts.returned.length,
      detail_available: true,
    },
    views,
    recorded_conditions,
    omitted_condition_count,
    citations: citations.map(citation),
    continuation: {
      operation: 'get_beliefs',
      arguments: { entity_id: entity.entity_id, as_of: asOf },
      url: facts.links.beliefs,
    },
    warnings: facts.warnings,
    links: facts.links,
  };
}

// Research on companies of the same observed SEC industry, at a cutoff.
import type { RelatedBelief, RelatedCompany, RelatedFacts } from '../documents/brief/brief-facts.ts';
import { orderRelated, relation } from '../measures/industry.ts';
import { newestOf } from '../measures/time.ts';
import { type Standing, standingOf } from '../measures/verdict/views.ts';
import type { BeliefState } from '../store/known/read-beliefs.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import type { Instant } from '../store/engine/db.ts';
import type { GroupBelief, GroupCompany } from '../store/known/read-industry.ts';
import type { IndustryGroup } from './subject.ts';

/** The related beliefs that are shown, before their states are read. */
export type RelatedChoice = Omit<RelatedFacts, 'returned'> & {
  chosen: readonly Candidate[];
  /** The newest observation of all related research and of the codes that relate it; null if no code was observed. */
  observedAt: Instant | null;
};

type Candidate = { beliefId: string; personId: string; company: RelatedCompany; standing: Standing };

function relatedCompany(entity: EntityRow, sic: string, row: GroupCompany): RelatedCompany | null {
  const related = relation({ sic, cik: entity.cik }, { sic: row.sic, cik: row.cik });
  if (related === null || row.ticker === null) return null;
  const { entity_id: entityId, ticker, name, sic: code, sic_observed_at: sicObservedAt } = row;
  return { entityId, ticker, name, sic: code, sicObservedAt, relation: related };
}

function standingOfRelated(belief: GroupBelief, asOf: Instant): Standing {
  const { direction, status, validity, horizon_ends_on: horizonEndsOn, direction_stated_at: stated } = belief;
  return standingOf({ direction, status, validity, horizonEndsOn, directionLastStatedAt: stated }, asOf);
}

/** Chooses among every eligible belief about a related listing. */
export function chooseRelated(entity: EntityRow, { companies, beliefs }: IndustryGroup, asOf: Instant): RelatedChoice {
  const own = companies.find((row) => row.entity_id === entity.entity_id);
  if (own === undefined) return { sic: null, chosen: [], total: 0, companies: 0, observedAt: null };
  const { sic } = own;
  const related = new Map(companies.map((row) => [row.entity_id, relatedCompany(entity, sic, row)]));
  const candidates = beliefs.flatMap((belief) => {
    const company = related.get(belief.entity_id) ?? null;
    if (company === null) return [];
    const { belief_id: beliefId, person_id: personId, observed_at: latestObservedAt } = belief;
    const standing = standingOfRelated(belief, asOf);
    return [{ beliefId, personId, latestObservedAt, company, relationship: company.relation, standing }];
  });
  const shown = new Set(candidates.map(({ company }) => company));
  return {
    sic,
    chosen: orderRelated(candidates).related,
    total: candidates.length,
    companies: shown.size,
    observedAt: newestOf([
      own.sic_observed_at,
      ...[...shown].map(({ sicObservedAt }) => sicObservedAt),
      ...candidates.map(({ latestObservedAt }) => latestObservedAt),
    ]),
  };
}

/** The chosen beliefs in their order, each with its state. */
export function statedRelated(
  { chosen, sic, total, companies }: RelatedChoice,
  states: readonly BeliefState[],
): RelatedFacts {
  const byId = new Map(states.map((state) => [state.belief_id, state]));
  const returned = chosen.flatMap(({ beliefId, company, standing }): RelatedBelief[] => {
    const state = byId.get(beliefId);
    return state === undefined ? [] : [{ state, company, standing }];
  });
  return { sic, total, companies, returned };
}

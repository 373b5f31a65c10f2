// Research on companies of the same observed SEC industry, at a cutoff.
import type { RelatedBelief, RelatedCompany, RelatedFacts } from '../documents/brief/brief-facts.ts';
import { orderRelated, relation } from '../measures/industry.ts';
import { newestOf } from '../measures/time.ts';
import type { Standing } from '../measures/verdict/views.ts';
import type { BeliefState } from '../store/known/read-beliefs.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import type { Instant } from '../store/engine/db.ts';
import type { GroupRow } from '../store/known/read-industry.ts';
import { type StatedFields, standingAt } from './measure-belief.ts';

/** The related beliefs that are shown, before their states are read. */
export type RelatedChoice = Omit<RelatedFacts, 'returned'> & {
  chosen: readonly Candidate[];
  /** The newest observation of all related research and of the codes that relate it; null if no code was observed. */
  observedAt: Instant | null;
};

type Candidate = { beliefId: string; personId: string; company: RelatedCompany; standing: Standing };

function relatedCompany(entity: EntityRow, sic: string, row: GroupRow): RelatedCompany | null {
  const related = relation({ sic, cik: entity.cik }, { sic: row.sic, cik: row.cik });
  if (related === null || row.ticker === null) return null;
  const { entity_id: entityId, ticker, name, sic: code, sic_observed_at: sicObservedAt } = row;
  return { entityId, ticker, name, sic: code, sicObservedAt, relation: related };
}

type GroupBelief = { [K in keyof GroupRow]: NonNullable<GroupRow[K]> };

/** The belief of a row; null for a listing without research. */
function beliefOf(
  row: GroupRow,
): Pick<GroupBelief, 'belief_id' | 'person_id' | 'observed_at' | keyof StatedFields> | null {
  const { belief_id, person_id, observed_at, direction, status, validity, body } = row;
  if (belief_id === null || person_id === null || observed_at === null) return null;
  if (direction === null || status === null || validity === null || body === null) return null;
  return { belief_id, person_id, observed_at, direction, status, validity, body };
}

/** Chooses among every eligible belief about a related listing. */
export function chooseRelated(entity: EntityRow, group: readonly GroupRow[], asOf: Instant): RelatedChoice {
  const own = group.find((row) => row.entity_id === entity.entity_id);
  if (own === undefined) return { sic: null, chosen: [], total: 0, companies: 0, observedAt: null };
  const { sic } = own;
  const candidates = group.flatMap((row) => {
    const belief = beliefOf(row);
    if (belief === null) return [];
    const company = relatedCompany(entity, sic, row);
    if (company === null) return [];
    const { belief_id: beliefId, person_id: personId, observed_at: latestObservedAt } = belief;
    const standing = standingAt(belief, asOf);
    return [{ beliefId, personId, latestObservedAt, company, relationship: company.relation, standing }];
  });
  return {
    sic,
    chosen: orderRelated(candidates).related,
    total: candidates.length,
    companies: new Set(candidates.map(({ company }) => company.entityId)).size,
    observedAt: newestOf([
      own.sic_observed_at,
      ...candidates.flatMap(({ latestObservedAt, company }) => [latestObservedAt, company.sicObservedAt]),
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

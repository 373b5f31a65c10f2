// SEC industry codes observed at a cutoff: a company's own, the listings of its three-digit group, and their beliefs.
import type { CalendarDate, Cutoff, Instant } from '../engine/db.ts';
import { eligible, inVersion } from './eligible.ts';
import { nameAt } from './entity-names.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { type BeliefStatus, type Direction, type Validity, stateAt } from './read-beliefs.ts';
import { type Query, read } from '../engine/read.ts';

/** A listing of an industry group. */
export type GroupCompany = {
  entity_id: string;
  sic: string;
  /** 00:00Z of the day after the filing that shows the code. */
  sic_observed_at: Instant;
  cik: string | null;
  ticker: string | null;
  name: string | null;
};

/** A belief about another listing of the group, with as much of its state as its choice needs. */
export type GroupBelief = {
  entity_id: string;
  belief_id: string;
  person_id: string;
  /** From when the state at the cutoff counts. */
  observed_at: Instant;
  direction: Direction;
  status: BeliefStatus;
  validity: Validity;
  horizon_ends_on: CalendarDate | null;
  direction_stated_at: Instant;
};

/**
 * The entities whose newest eligible code shares the first three digits with this one's, itself included. A code that
 * was never filed has no observation time and is never eligible.
 */
function group(cutoff: Cutoff, entityId: string | Fragment): Fragment {
  return sql`
    select i.entity_id, i.sic, i.observed_at
      from (select o.sic from industry o where o.entity_id = ${entityId}::uuid and ${eligible('o', cutoff)}
             order by o.observed_at desc, o.key desc limit 1) own
      join industry i on i.sic between left(own.sic, 3) || '0' and left(own.sic, 3) || '9' and ${eligible('i', cutoff)}
     where not exists (
       select 1 from industry n where n.entity_id = i.entity_id and ${eligible('n', cutoff)}
          and (n.observed_at, n.key) > (i.observed_at, i.key))`;
}

/** The listings of an entity's industry group, itself included; none if none of its codes was observed. */
export function groupCompanies(cutoff: Cutoff, entityId: string | Fragment): Query<GroupCompany> {
  return read<GroupCompany>(
    { entity_id: 'plain', sic: 'plain', sic_observed_at: 'instant', cik: 'plain', ticker: 'plain', name: 'plain' },
    sql`select g.entity_id, g.sic, g.observed_at as sic_observed_at, e.cik, e.ticker, ${nameAt('e', cutoff)} as name
          from (${group(cutoff, entityId)}) g
          join entity e on e.entity_id = g.entity_id and e.kind = 'listing' and ${inVersion('e', cutoff)}`,
  );
}

/** Every eligible belief about these entities, without those about one of them. */
export function groupBeliefs(
  cutoff: Cutoff,
  { entityIds, except }: { entityIds: Fragment; except: string | Fragment },
): Query<GroupBelief> {
  return read<GroupBelief>(
    {
      entity_id: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      observed_at: 'instant',
      direction: 'plain',
      status: 'plain',
      validity: 'plain',
      horizon_ends_on: 'plain',
      direction_stated_at: 'plain',
    },
    sql`select b.entity_id, b.belief_id, b.person_id, s.observed_at, s.direction, s.status, s.validity,
               s.body #>> '{horizon,until_on}' as horizon_ends_on, s.body ->> 'direction_stated_at' as direction_stated_at
          from belief b cross join lateral ${stateAt(cutoff, 'b.belief_id')} s
         where b.entity_id = any(${entityIds}) and b.entity_id <> ${except}::uuid and ${eligible('b', cutoff)}`,
  );
}

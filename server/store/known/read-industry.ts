// SEC industry codes observed at a cutoff: a company's own, the listings of its three-digit group, and their beliefs.
import type { Cutoff, Instant } from '../engine/db.ts';
import { eligible, inVersion } from './eligible.ts';
import { nameAt } from './entity-names.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { type BeliefStatus, type Direction, type RevisionBody, type Validity, stateAt } from './read-beliefs.ts';
import { bodyOf } from './read-columns.ts';
import { type Query, read } from '../engine/read.ts';

/** A listing of an industry group and a belief about it; without one, all from belief_id on are null. */
export type GroupRow = {
  entity_id: string;
  sic: string;
  /** 00:00Z of the day after the filing that shows the code. */
  sic_observed_at: Instant;
  cik: string | null;
  ticker: string | null;
  name: string | null;
  belief_id: string | null;
  person_id: string | null;
  /** From when the belief's state at the cutoff counts. */
  observed_at: Instant | null;
  direction: Direction | null;
  status: BeliefStatus | null;
  validity: Validity | null;
  body: RevisionBody | null;
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

/**
 * The listings of an entity's industry group with every eligible belief about them; itself included, without its own
 * beliefs. Empty if none of its codes was observed.
 */
export function industryGroup(cutoff: Cutoff, entityId: string | Fragment): Query<GroupRow> {
  return read<GroupRow>(
    {
      entity_id: 'plain',
      sic: 'plain',
      sic_observed_at: 'instant',
      cik: 'plain',
      ticker: 'plain',
      name: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      observed_at: 'instant',
      direction: 'plain',
      status: 'plain',
      validity: 'plain',
      body: 'plain',
    },
    sql`select g.entity_id, g.sic, g.observed_at as sic_observed_at, e.cik, e.ticker, ${nameAt('e', cutoff)} as name,
               b.belief_id, b.person_id, s.observed_at, s.direction, s.status, s.validity, ${bodyOf('s')} as body
          from (${group(cutoff, entityId)}) g
          join entity e on e.entity_id = g.entity_id and e.kind = 'listing' and ${inVersion('e', cutoff)}
          left join belief b on b.entity_id = g.entity_id and b.entity_id <> ${entityId}::uuid and ${eligible('b', cutoff)}
          left join lateral ${stateAt(cutoff, 'b.belief_id')} s on true
         where b.belief_id is null or s.belief_id is not null`,
  );
}

// Beliefs as they stood at a cutoff: the state of each, its moves, and the parts that were recorded for it.
import type * as Contract from '../../generated/api.ts';
import type { CalendarDate, Cutoff, Db, Instant } from './db.ts';
import { eligible, inVersion } from './eligible.ts';
import { type Fragment, sql } from './fragment.ts';
import { type Read, read } from './read.ts';

export type Direction = Contract.Direction;
export type BeliefStatus = Contract.BeliefStatus;
export type Validity = Contract.BeliefState['validity'];
export type ExternalState = Contract.BeliefState['external_state'];
export type ConditionKind = Contract.ConditionKind;
export type ConditionStatus = Contract.ConditionStatus;

export type RevisionBody = {
  blockers?: readonly string[];
  confidence?: 'low' | 'medium' | 'high';
  horizon?: { text: string; until_on?: string };
  direction_basis?: 'author_declared' | 'operator_classified';
};

/** A belief and the eligible revision with the greatest (observed_at, revision), which is its state. */
export type BeliefState = {
  belief_id: string;
  entity_id: string;
  person_id: string;
  origin: 'bundle' | 'statement';
  first_observed_at: Instant;
  /** Whether the state is another revision than the one that opened the belief. */
  is_revised: boolean;
  revision: number;
  observed_at: Instant;
  direction: Direction;
  status: BeliefStatus;
  summary: string;
  source_citation_id: string;
  validity: Validity;
  external_state: ExternalState;
  body: RevisionBody;
};

/** Its eligible revision with the greatest (observed_at, revision): one descent of an index, however long its course is. */
export function stateAt(cutoff: Cutoff, belief: string): Fragment {
  const id: Fragment = { sql: belief, bindings: [] };
  return sql`(
    select r.* from revision r where r.belief_id = ${id} and ${eligible('r', cutoff)}
     order by r.observed_at desc, r.revision desc limit 1)`;
}

/**
 * Whether the state `s` of a belief is not what opened it. Both may be of one instant: the opening is then the first of that
 * instant which is still told, and only a state that is not revision 1 has to look for it.
 */
export function isRevised(cutoff: Cutoff, belief: 'b' | 'listed'): Fragment {
  const b: Fragment = { sql: belief, bindings: [] };
  return sql`(s.observed_at > ${b}.observed_at or s.revision > 1 and exists (
    select 1 from revision o
     where o.belief_id = ${b}.belief_id and ${inVersion('o', cutoff)}
       and o.observed_at = ${b}.observed_at and o.revision < s.revision))`;
}

/**
 * The statement that gave a state its direction, where that is an earlier one: words that say neither way, or that came
 * late, leave the direction as it is, and words that reverse a belief give the other one to the next. No row for a state
 * whose own words gave it: for nearly every state nothing is looked up.
 */
export function directionGiver(cutoff: Cutoff, state: 's' | 'r'): Fragment {
  const s: Fragment = { sql: state, bindings: [] };
  return sql`(
    select d.body ->> 'direction_basis' as basis, d.from_version, d.to_version from revision d
     where (${s}.late or ${s}.body ->> 'stated_direction' <> ${s}.direction)
       and d.belief_id = ${s}.belief_id and d.body ->> 'stated_direction' = ${s}.direction and not d.late
       and (d.observed_at, d.revision) < (${s}.observed_at, ${s}.revision) and ${eligible('d', cutoff)}
     order by d.observed_at desc, d.revision desc limit 1)`;
}

/** What else a state says, with the basis of the direction from whoever gave it (`d`). */
export function bodyOf(state: 's' | 'r'): Fragment {
  const given = `${state}.body || jsonb_build_object('direction_basis', d.basis)`;
  return { sql: `case when d.basis is null then ${state}.body else ${given} end`, bindings: [] };
}

/**
 * A lookup for each belief. As one join with the revisions, of which the newest of each belief is kept, PostgreSQL read
 * the whole table for a subject with 1,300 of 20,000 beliefs: 17 ms where this takes 6.
 */
function states(cutoff: Cutoff, which: Fragment): Read<BeliefState> {
  return read<BeliefState>(
    {
      belief_id: 'plain',
      entity_id: 'plain',
      person_id: 'plain',
      origin: 'plain',
      first_observed_at: 'instant',
      is_revised: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      direction: 'plain',
      status: 'plain',
      summary: 'plain',
      source_citation_id: 'plain',
      validity: 'plain',
      external_state: 'plain',
      body: 'plain',
    },
    sql`select b.belief_id, b.entity_id, b.person_id, b.origin, b.observed_at as first_observed_at,
               ${isRevised(cutoff, 'b')} as is_revised, s.revision, s.observed_at, s.direction, s.status, s.summary, s.source_citation_id,
               s.validity, s.external_state, ${bodyOf('s')} as body
          from belief b cross join lateral ${stateAt(cutoff, 'b.belief_id')} s
          left join lateral ${directionGiver(cutoff, 's')} d on true
         where ${which} and ${eligible('b', cutoff)}
         order by b.belief_id`,
  );
}

/** Every eligible belief of this entity, each in its state at the cutoff, ordered by belief_id. */
export function beliefStates(cutoff: Cutoff, entityId: string | Fragment): Read<BeliefState> {
  return states(cutoff, sql`b.entity_id = ${entityId}::uuid`);
}

/** Those of these beliefs that are eligible, likewise. */
export function statesOfBeliefs(cutoff: Cutoff, beliefIds: readonly string[]): Read<BeliefState> {
  return states(cutoff, sql`b.belief_id = any(${[...beliefIds]}::text[])`);
}

export type MarkerKind = 'initiated' | 'updated' | 'strengthened' | 'weakened' | 'reversed' | 'closed';

export type MoveRow = {
  belief_id: string;
  person_id: string;
  revision: number;
  observed_at: Instant;
  move: MarkerKind;
  direction: Direction;
  source_citation_id: string;
};

/** The moves of these beliefs that a chart marks, oldest first. */
export function beliefMoves(cutoff: Cutoff, beliefIds: readonly string[]): Read<MoveRow> {
  return read<MoveRow>(
    {
      belief_id: 'plain',
      person_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      move: 'plain',
      direction: 'plain',
      source_citation_id: 'plain',
    },
    sql`select r.belief_id, r.person_id, r.revision, r.observed_at, r.move, r.direction, r.source_citation_id
          from revision r
         where r.belief_id = any(${[...beliefIds]}::text[]) and r.move <> 'none' and ${eligible('r', cutoff)}
         order by r.observed_at, r.belief_id, r.revision`,
  );
}

export type ClaimBody = { role: 'support' | 'risk' | 'context'; statement: string; citation_id: string };
export type ConditionBody = {
  kind: ConditionKind;
  statement: string;
  status: ConditionStatus;
  expected_by: Instant | null;
  citation_id: string;
};
export type TargetBody = {
  /** Decimal texts, in the shares and the currency of the day they were stated. */
  low: string | null;
  high: string | null;
  currency: string;
  stated_on: CalendarDate;
  horizon: { text: string; until_on: CalendarDate | null } | null;
  price_when_stated: string | null;
  conditions: readonly string[];
  citation_id: string;
};
export type NoteBody = {
  kind: 'change' | 'reason' | 'disagreement' | 'comparable_history' | 'unknown';
  statement: string;
  provenance: 'author_stated' | 'third_party_reported' | 'service_derived';
  citation_id: string | null;
};
export type InvestmentCaseBody = { paragraphs: readonly { text: string; citation_ids: readonly string[] }[] };

type PartOf<Kind extends string, Body> = {
  belief_id: string;
  kind: Kind;
  part_id: string;
  revision: number;
  observed_at: Instant;
  body: Body;
};

export type BeliefPart =
  | PartOf<'claim', ClaimBody>
  | PartOf<'condition', ConditionBody>
  | PartOf<'intent', Contract.AuthorIntent>
  | PartOf<'investment_case', InvestmentCaseBody>
  | PartOf<'target', TargetBody>
  | PartOf<'note', NoteBody>;

/** The state of every part of these beliefs: the eligible row of each part_id with the greatest (observed_at, revision). */
export function beliefParts(cutoff: Cutoff, beliefIds: readonly string[]): Read<BeliefPart> {
  return read<BeliefPart>(
    {
      belief_id: 'plain',
      kind: 'plain',
      part_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      body: 'plain',
    },
    sql`select distinct on (p.belief_id, p.kind, p.part_id)
               p.belief_id, p.kind, p.part_id, p.revision, p.observed_at, p.body
          from belief_part p
         where p.belief_id = any(${[...beliefIds]}::text[]) and ${eligible('p', cutoff)}
         order by p.belief_id, p.kind, p.part_id, p.observed_at desc, p.revision desc`,
  );
}

/** Why a belief that was once released is no longer so at the cutoff; null when it never was, or still is. */
export async function withdrawalReason(db: Db, cutoff: Cutoff, beliefId: string): Promise<string | null> {
  const result = await db.raw(
    `select b.withdrawn_reason from belief b
      where b.collection = ? and b.belief_id = ? and b.withdrawn_reason is not null and b.to_version <= ?
      order by b.to_version desc limit 1`,
    [cutoff.collection, beliefId, cutoff.version],
  );
  return (result.rows as { withdrawn_reason: string }[])[0]?.withdrawn_reason ?? null;
}

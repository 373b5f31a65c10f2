// Beliefs as they stood at a cutoff: the state of each, its moves, and the parts that were recorded for it.
import type * as Contract from '../../../generated/api.ts';
import type { CalendarDate, Cutoff, Db, Instant } from '../engine/db.ts';
import { eligible, inVersion } from './eligible.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { type Query, read } from '../engine/read.ts';
import { asLoaded, bodyOf } from './read-columns.ts';

export type Direction = Contract.Direction;
export type BeliefStatus = Contract.BeliefStatus;
export type Validity = Contract.BeliefState['validity'];
export type ExternalState = Contract.BeliefState['external_state'];
export type ConditionKind = Contract.ConditionKind;
export type ConditionStatus = Contract.ConditionStatus;

export type DirectionBasis = 'author_declared' | 'operator_classified' | 'unknown';

export type RevisionBody = {
  blockers?: readonly string[];
  confidence?: 'low' | 'medium' | 'high';
  horizon?: { text: string; until_on?: string };
  /** Of the revision that gave the current direction, as the next two. */
  direction_basis: DirectionBasis;
  /** As loaded. */
  direction_since: Instant;
  direction_since_day?: true;
  /** As loaded, of the newest revision that gave the direction or repeated it. */
  direction_stated_at: Instant;
  /** The direction before, only of a revision that changed it. */
  turned_from?: Direction;
  /** Statements of one instant disagreed, so the direction is mixed. */
  simultaneous?: true;
  /** The summary was already cut by its source. */
  truncated_by_source?: true;
  said_truncated_by_source?: true;
};

/**
 * A belief and the eligible revision with the greatest (observed_at, revision), which is its state. In every row
 * `observed_at` is the instant as loaded, and `counts_from` the one that eligibility and order use. They differ for a
 * record known to the day.
 */
export type BeliefState = {
  belief_id: string;
  entity_id: string;
  person_id: string;
  origin: 'bundle' | 'statement';
  first_observed_at: Instant;
  first_is_day: boolean;
  /** True if the state is another revision than the opening one. */
  is_revised: boolean;
  revision: number;
  observed_at: Instant;
  counts_from: Instant;
  is_day: boolean;
  /** The newest revision that moved it, as loaded: where a belief that has ended did so. */
  moved_at: Instant;
  moved_is_day: boolean;
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
 * True if the state `s` of a belief is not the opening one. Both may share an instant: the opening is then its first
 * current revision, and only a state other than revision 1 has to look for it.
 */
export function isRevised(cutoff: Cutoff, belief: 'b' | 'listed'): Fragment {
  const b: Fragment = { sql: belief, bindings: [] };
  return sql`(s.observed_at > ${b}.observed_at or s.revision > 1 and exists (
    select 1 from revision o
     where o.belief_id = ${b}.belief_id and ${inVersion('o', cutoff)}
       and o.observed_at = ${b}.observed_at and o.revision < s.revision))`;
}

/** Revisions that move nothing: late statements, and reviews of a view's conditions. */
export function isUnmoving(alias: string): Fragment {
  return { sql: `(${alias}.late or (${alias}.body -> 'review') is not null)`, bindings: [] };
}

/** The newest revision of a belief `b` that moved it; looked up only where its state `s` did not. */
function lastInTime(cutoff: Cutoff): Fragment {
  return sql`(
    select r.observed_at, r.observed_as from revision r
     where ${isUnmoving('s')} and r.belief_id = b.belief_id and not ${isUnmoving('r')} and ${eligible('r', cutoff)}
     order by r.observed_at desc, r.revision desc limit 1)`;
}

/** Columns of the state that a revision gives its belief. */
export const saidKinds = {
  revision: 'plain',
  observed_at: 'instant',
  counts_from: 'instant',
  is_day: 'plain',
  direction: 'plain',
  status: 'plain',
  summary: 'plain',
  source_citation_id: 'plain',
  validity: 'plain',
  external_state: 'plain',
  body: 'plain',
} as const;

/** The state that a revision gives its belief. */
export type SaidByRevision = Pick<BeliefState, keyof typeof saidKinds>;

export function saidBy(alias: string): Fragment {
  const column = raw(alias);
  return sql`
      ${column}.revision, ${asLoaded(alias)} as observed_at, ${column}.observed_at as counts_from,
      ${column}.observed_as is not null as is_day, ${column}.direction, ${column}.status, ${column}.summary,
      ${column}.source_citation_id, ${column}.validity, ${column}.external_state, ${bodyOf(alias)} as body`;
}

/** Columns of the part of a belief that its revisions do not change. */
export const openedKinds = {
  belief_id: 'plain',
  entity_id: 'plain',
  person_id: 'plain',
  origin: 'plain',
  first_observed_at: 'instant',
  first_is_day: 'plain',
} as const;

/** The part of a belief that its revisions do not change. */
export type OpenedBelief = Pick<BeliefState, keyof typeof openedKinds>;

export function openedBy(alias: string): Fragment {
  const column = raw(alias);
  return sql`
      ${column}.belief_id, ${column}.entity_id, ${column}.person_id, ${column}.origin,
      ${asLoaded(alias)} as first_observed_at, ${column}.observed_as is not null as first_is_day`;
}

const stateKinds = {
  ...openedKinds,
  ...saidKinds,
  is_revised: 'plain',
  moved_at: 'instant',
  moved_is_day: 'plain',
} as const;

/**
 * A lookup for each belief. As one join with the newest revision of each belief, PostgreSQL scanned the table for a
 * subject with 1,300 of 20,000 beliefs: 17 ms instead of 6.
 */
function states(cutoff: Cutoff, which: Fragment): Query<BeliefState> {
  return read<BeliefState>(
    stateKinds,
    sql`select ${openedBy('b')}, ${saidBy('s')}, ${isRevised(cutoff, 'b')} as is_revised,
               coalesce(${asLoaded('m')}, ${asLoaded('s')}) as moved_at,
               case when ${isUnmoving('s')} then m.observed_as else s.observed_as end is not null as moved_is_day
          from belief b cross join lateral ${stateAt(cutoff, 'b.belief_id')} s
          left join lateral ${lastInTime(cutoff)} m on true
         where ${which} and ${eligible('b', cutoff)}
         order by b.belief_id`,
  );
}

/** Every eligible belief of this entity, each in its state at the cutoff, ordered by belief_id. */
export function beliefStates(cutoff: Cutoff, entityId: string | Fragment): Query<BeliefState> {
  return states(cutoff, sql`b.entity_id = ${entityId}::uuid`);
}

/** Those of these beliefs that are eligible, likewise. */
export function statesOfBeliefs(cutoff: Cutoff, beliefIds: readonly string[]): Query<BeliefState> {
  return states(cutoff, sql`b.belief_id = any(${[...beliefIds]}::text[])`);
}

export type MarkerKind = 'initiated' | 'updated' | 'strengthened' | 'weakened' | 'reversed' | 'closed';

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
  /** The release that published the row. */
  release: number;
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
export function beliefParts(cutoff: Cutoff, beliefIds: readonly string[]): Query<BeliefPart> {
  return read<BeliefPart>(
    {
      belief_id: 'plain',
      kind: 'plain',
      part_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      release: 'plain',
      body: 'plain',
    },
    sql`select distinct on (p.belief_id, p.kind, p.part_id)
               p.belief_id, p.kind, p.part_id, p.revision, ${asLoaded('p')} as observed_at, p.from_version as release, p.body
          from belief_part p
         where p.belief_id = any(${[...beliefIds]}::text[]) and ${eligible('p', cutoff)}
         order by p.belief_id, p.kind, p.part_id, p.observed_at desc, p.revision desc`,
  );
}

export type DatedCondition = Omit<
  PartOf<'condition', ConditionBody & { expected_by: Instant }>,
  'kind' | 'revision' | 'release'
>;

/** The conditions of these beliefs that are dated and undecided, each in its current state. */
export function datedConditions(cutoff: Cutoff, beliefIds: readonly string[]): Query<DatedCondition> {
  return read<DatedCondition>(
    { belief_id: 'plain', part_id: 'plain', observed_at: 'instant', body: 'plain' },
    sql`select c.belief_id, c.part_id, ${asLoaded('c')} as observed_at, c.body
          from (select distinct on (p.belief_id, p.part_id) p.* from belief_part p
                 where p.belief_id = any(${[...beliefIds]}::text[]) and p.kind = 'condition' and ${eligible('p', cutoff)}
                 order by p.belief_id, p.part_id, p.observed_at desc, p.revision desc) c
         where c.body ->> 'expected_by' is not null
           and c.body ->> 'status' in ('pending', 'not_triggered', 'unknown')
         order by c.belief_id, c.part_id`,
  );
}

/** The reason why a released belief is withdrawn at the cutoff; null if it never was released, or still is. */
export async function withdrawalReason(db: Db, cutoff: Cutoff, beliefId: string): Promise<string | null> {
  const result = await db.raw(
    `select b.withdrawn_reason from belief b
      where b.collection = ? and b.belief_id = ? and b.withdrawn_reason is not null and b.to_version <= ?
      order by b.to_version desc limit 1`,
    [cutoff.collection, beliefId, cutoff.version],
  );
  return (result.rows as { withdrawn_reason: string }[])[0]?.withdrawn_reason ?? null;
}

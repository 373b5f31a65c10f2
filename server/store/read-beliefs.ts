// Beliefs as they stood at a cutoff: the state of each, its moves, and the parts that were recorded for it.
import type * as Contract from '../../generated/api.ts';
import type { CalendarDate, Cutoff, Db, Instant } from './db.ts';
import { eligible } from './eligible.ts';

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
  label?: string;
};

/** A belief and the eligible revision with the greatest (observed_at, revision), which is its state. */
export type BeliefState = {
  belief_id: string;
  entity_id: string;
  person_id: string;
  origin: 'bundle' | 'statement';
  first_observed_at: Instant;
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

const stateOfEach = (of: string, belief: string, revision: string) => `
  select distinct on (r.belief_id)
         b.belief_id, b.entity_id, b.person_id, b.origin, b.observed_at as first_observed_at,
         r.revision, r.observed_at, r.direction, r.status, r.summary, r.source_citation_id,
         r.validity, r.external_state, r.body
    from belief b
    join revision r on r.collection = b.collection and r.belief_id = b.belief_id
   where ${of} and ${belief} and ${revision}
   order by r.belief_id, r.observed_at desc, r.revision desc`;

/** Every eligible belief of these entities, each in its state at the cutoff, ordered by belief_id. */
export async function beliefStates(db: Db, cutoff: Cutoff, entityIds: readonly string[]): Promise<BeliefState[]> {
  if (entityIds.length === 0) return [];
  const belief = eligible('b', cutoff);
  const revision = eligible('r', cutoff);
  const result = await db.raw(stateOfEach('b.entity_id = any(?::uuid[])', belief.sql, revision.sql), [
    [...entityIds],
    ...belief.bindings,
    ...revision.bindings,
  ]);
  return result.rows as BeliefState[];
}

/** One eligible belief in its state at the cutoff, or null. */
export async function beliefState(db: Db, cutoff: Cutoff, beliefId: string): Promise<BeliefState | null> {
  const belief = eligible('b', cutoff);
  const revision = eligible('r', cutoff);
  const result = await db.raw(stateOfEach('b.belief_id = ?', belief.sql, revision.sql), [
    beliefId,
    ...belief.bindings,
    ...revision.bindings,
  ]);
  return (result.rows as BeliefState[])[0] ?? null;
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
  label: string | null;
};

/** The moves of these beliefs that a chart marks, oldest first. */
export async function beliefMoves(db: Db, cutoff: Cutoff, beliefIds: readonly string[]): Promise<MoveRow[]> {
  if (beliefIds.length === 0) return [];
  const seen = eligible('r', cutoff);
  const result = await db.raw(
    `select r.belief_id, r.person_id, r.revision, r.observed_at, r.move, r.direction, r.source_citation_id,
            r.body ->> 'label' as label
       from revision r
      where r.belief_id = any(?::text[]) and r.move <> 'none' and ${seen.sql}
      order by r.observed_at, r.belief_id, r.revision`,
    [[...beliefIds], ...seen.bindings],
  );
  return result.rows as MoveRow[];
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
export async function beliefParts(db: Db, cutoff: Cutoff, beliefIds: readonly string[]): Promise<BeliefPart[]> {
  if (beliefIds.length === 0) return [];
  const seen = eligible('p', cutoff);
  const result = await db.raw(
    `select distinct on (p.belief_id, p.kind, p.part_id)
            p.belief_id, p.kind, p.part_id, p.revision, p.observed_at, p.body
       from belief_part p
      where p.belief_id = any(?::text[]) and ${seen.sql}
      order by p.belief_id, p.kind, p.part_id, p.observed_at desc, p.revision desc`,
    [[...beliefIds], ...seen.bindings],
  );
  return result.rows as BeliefPart[];
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

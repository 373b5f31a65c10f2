// Pages of beliefs at a cutoff, newest first: an index walk to the place, and one lookup for the state of each belief.
import type { Cutoff, Db, Instant } from './db.ts';
import { eligible, inVersion } from './eligible.ts';
import { type Fragment, all, sql } from './fragment.ts';
import type { BeliefStatus, Direction, RevisionBody } from './read-beliefs.ts';
import type { EntityKind } from './read-entities.ts';
import { nameAt } from './read-people.ts';

/** Direction and status are those of a belief's state at the cutoff. */
export type BeliefFilters = {
  entityId?: string | undefined;
  personId?: string | undefined;
  direction?: Direction | undefined;
  status?: BeliefStatus | undefined;
  /** First observed or revised at or after this instant. */
  updatedSince?: Instant | undefined;
};

/** The belief after which a page begins. */
export type BeliefPosition = { observedAt: Instant; beliefId: string };

export type BeliefListQuestion = { filters: BeliefFilters; after: BeliefPosition | null; limit: number };

export type ListedBelief = {
  belief_id: string;
  entity_id: string;
  kind: EntityKind;
  ticker: string | null;
  name: string | null;
  person_id: string;
  /** Null when nothing known by the cutoff names the person. */
  person_name: string | null;
  person_handle: string | null;
  first_observed_at: Instant;
  observed_at: Instant;
  direction: Direction;
  status: BeliefStatus;
  summary: string;
  source_citation_id: string;
  body: RevisionBody;
};

const stateColumns: Fragment = {
  sql: 's.observed_at, s.direction, s.status, s.summary, s.source_citation_id, s.body',
  bindings: [],
};

/**
 * The state of a belief is its eligible revision with the greatest (observed_at, revision). Without a condition on it
 * that is one descent of an index. With one it is written as `no later revision is eligible`, so that the planner may
 * begin at the few revisions in a rare state instead of looking at the state of every belief there is.
 */
function stateJoin(cutoff: Cutoff, { direction, status }: BeliefFilters): Fragment {
  if (direction === undefined && status === undefined) {
    return sql`cross join lateral (
      select r.* from revision r
       where r.belief_id = b.belief_id and ${eligible('r', cutoff)}
       order by r.observed_at desc, r.revision desc limit 1) s`;
  }
  return sql`join revision s on s.belief_id = b.belief_id and ${eligible('s', cutoff)} and ${inState(direction, status)}
    and not exists (
      select 1 from revision n
       where n.belief_id = s.belief_id and ${eligible('n', cutoff)}
         and (n.observed_at, n.revision) > (s.observed_at, s.revision))`;
}

const statuses = ['forming', 'active', 'strengthened', 'weakened', 'reversed', 'resolved', 'abandoned', 'unknown'];

/** The index begins with the status: a direction alone is looked up under each of them. */
function inState(direction: Direction | undefined, status: BeliefStatus | undefined): Fragment {
  return all(
    status === undefined ? sql`s.status = any(${statuses}::text[])` : sql`s.status = ${status}`,
    direction === undefined ? null : sql`s.direction = ${direction}`,
  );
}

/** A state is never older than another eligible revision: it is new when any of them is. */
function updatedSince(cutoff: Cutoff, since: Instant | undefined): Fragment | null {
  if (since === undefined) return null;
  return sql`exists (
    select 1 from revision u where u.belief_id = b.belief_id and ${eligible('u', cutoff)} and u.observed_at >= ${since})`;
}

function matching(cutoff: Cutoff, { filters, limit }: BeliefListQuestion, place: Fragment | null): Fragment {
  const conditions = all(
    eligible('b', cutoff),
    filters.entityId === undefined ? null : sql`b.entity_id = ${filters.entityId}::uuid`,
    filters.personId === undefined ? null : sql`b.person_id = ${filters.personId}`,
    updatedSince(cutoff, filters.updatedSince),
    place,
  );
  return sql`(
    select b.belief_id, b.entity_id, b.person_id, b.observed_at as first_observed_at, ${stateColumns}
      from belief b ${stateJoin(cutoff, filters)}
     where ${conditions}
     order by b.observed_at desc, b.belief_id limit ${limit})`;
}

/**
 * The rest of the instant at which the last page ended, then what is older: two ranges of one index. As a single
 * condition every belief of that instant would be read again for each page of it, and whole days share one.
 */
function afterPlace(cutoff: Cutoff, question: BeliefListQuestion): Fragment {
  const { after } = question;
  if (after === null) return matching(cutoff, question, null);
  const { observedAt, beliefId } = after;
  const sameInstant = sql`b.observed_at = ${observedAt} and b.belief_id > ${beliefId}`;
  return sql`${matching(cutoff, question, sameInstant)}
    union all ${matching(cutoff, question, sql`b.observed_at < ${observedAt}`)}`;
}

/** The statement behind `listBeliefs`, which a test of its cost explains. */
export function beliefListQuery(cutoff: Cutoff, question: BeliefListQuestion): Fragment {
  return sql`
    with found as (${afterPlace(cutoff, question)}),
         page as (select * from found order by first_observed_at desc, belief_id limit ${question.limit})
    select page.*, e.kind, e.ticker, e.name, named.name as person_name, named.handle as person_handle
      from page
      join entity e on e.entity_id = page.entity_id and ${inVersion('e', cutoff)}
      left join lateral ${nameAt(cutoff, 'page.person_id')} named on true
     order by page.first_observed_at desc, page.belief_id`;
}

/** At most `limit` beliefs after the place, newest first, then by belief_id, each in its state at the cutoff. */
export async function listBeliefs(db: Db, cutoff: Cutoff, question: BeliefListQuestion): Promise<ListedBelief[]> {
  const query = beliefListQuery(cutoff, question);
  const { rows } = await db.raw(query.sql, query.bindings as never[]);
  return rows as ListedBelief[];
}

/** Whether anything about this entity is known at the cutoff. */
export async function hasBeliefs(db: Db, cutoff: Cutoff, entityId: string): Promise<boolean> {
  const query = sql`select 1 from belief b where b.entity_id = ${entityId}::uuid and ${eligible('b', cutoff)} limit 1`;
  const { rows } = await db.raw(query.sql, query.bindings as never[]);
  return rows.length > 0;
}

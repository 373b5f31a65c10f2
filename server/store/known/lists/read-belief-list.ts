// Pages of beliefs at a cutoff, newest first: an index walk to the place, and one lookup for the state of each belief.
import type { Cutoff, Db, Instant } from '../../engine/db.ts';
import { eligible } from '../eligible.ts';
import { type Fragment, all, raw, sql } from '../../engine/fragment.ts';
import { type BeliefStatus, type Direction, isRevised, stateAt } from '../read-beliefs.ts';
import { type ObservedRange, asLoaded, observedWithin } from '../read-columns.ts';
import { runPrepared } from '../../engine/named-statement.ts';
import { type Query, read, readRows } from '../../engine/read.ts';
import { nameAt } from '../read-people.ts';

/** The subject of beliefs, and the person. */
export type BeliefSubject = { entityId?: string | undefined; personId?: string | undefined };

/** Direction and status are those of a belief's state at the cutoff. */
export type BeliefFilters = BeliefSubject &
  ObservedRange & {
    direction?: Direction | undefined;
    status?: BeliefStatus | undefined;
    /** First observed or revised at or after this instant. */
    updatedSince?: Instant | undefined;
  };

/** The belief after which a page begins. */
export type BeliefPosition = { observedAt: Instant; beliefId: string };

export type BeliefListQuestion = { filters: BeliefFilters; after: BeliefPosition | null; limit: number };

/**
 * A belief of a page: its id, its state, and its person. Its content is read separately (`read-stated-beliefs.ts`),
 * because pages share it.
 */
export type PlacedBelief = {
  belief_id: string;
  first_observed_at: Instant;
  /** The instant by which the belief has its place in the list. */
  counts_from: Instant;
  /** True if its state is another revision than the opening one. */
  is_revised: boolean;
  /** The revision of its state, and the first version in which that revision is current. */
  revision: number;
  stated_in: number;
  /** Null when nothing known by the cutoff names the person. */
  person_name: string | null;
  person_handle: string | null;
};

/** Beliefs of nearly every page, and one more. */
const PAGE_ROWS = 101;

/**
 * Bound of a range as a constant. With a parameter alone PostgreSQL expects a tenth of the table, so a plan for all
 * values seemed too dear in a large one, and each page was planned anew.
 */
function bounded(range: Fragment, limit: number): Fragment {
  return sql`${range} limit ${raw(String(Math.max(limit, PAGE_ROWS)))}`;
}

/** Beliefs of a list in their order, before their state is looked at; `after` is where the list goes on. */
function walk(cutoff: Cutoff, { filters, after }: BeliefListQuestion, limit: number): Fragment {
  const range = (place: Fragment | null): Fragment => sql`(
    ${bounded(
      sql`
    select b.belief_id, b.entity_id, b.person_id, b.observed_at, b.observed_as from belief b
     where ${all(eligible('b', cutoff), ofSubject('b', filters), observedWithin('b', filters), place)}
     order by b.observed_at desc, b.belief_id`,
      limit,
    )})`;
  if (after === null) return sql`(select * from ${range(null)} b limit ${limit})`;
  const { observedAt, beliefId } = after;
  // The rest of the instant at which the last page ended, then older rows: two ranges of one index. As a single
  // condition every belief of that instant would be read again for each page, and whole days share one.
  return sql`(
    select * from (${range(sql`b.observed_at = ${observedAt} and b.belief_id > ${beliefId}`)}
      union all ${range(sql`b.observed_at < ${observedAt}`)}) b
     order by b.observed_at desc, b.belief_id limit ${limit})`;
}

export function ofSubject(alias: 'b' | 's', { entityId, personId }: BeliefSubject): Fragment | null {
  const table: Fragment = { sql: alias, bindings: [] };
  if (entityId === undefined && personId === undefined) return null;
  return all(
    entityId === undefined ? null : sql`${table}.entity_id = ${entityId}::uuid`,
    personId === undefined ? null : sql`${table}.person_id = ${personId}`,
  );
}

const statuses = ['forming', 'active', 'strengthened', 'weakened', 'reversed', 'resolved', 'abandoned', 'unknown'];

/** The filter on the state `s`; null without one. It is new since an instant when any revision is: it is the newest. */
function inState({ direction, status, updatedSince }: BeliefFilters): Fragment | null {
  if (direction === undefined && status === undefined && updatedSince === undefined) return null;
  return all(
    // The index begins with the status: a direction alone is looked up under each of them.
    status === undefined && direction !== undefined ? sql`s.status = any(${statuses}::text[])` : null,
    status === undefined ? null : sql`s.status = ${status}`,
    direction === undefined ? null : sql`s.direction = ${direction}`,
    updatedSince === undefined ? null : sql`s.observed_at >= ${updatedSince}`,
  );
}

/** Beliefs examined one by one before those in the requested state are gathered. */
const WALKED_MAX = 1_000;

/** First page of beliefs in the requested state, found by walking the index; fast unless matches are rare. */
function near(cutoff: Cutoff, question: BeliefListQuestion): Fragment {
  const { filters, limit } = question;
  const state = inState(filters);
  if (state === null) return walk(cutoff, question, limit);
  return sql`(
    select b.* from ${walk(cutoff, question, WALKED_MAX)} b cross join lateral ${stateAt(cutoff, 'b.belief_id')} s
     where ${state} order by b.observed_at desc, b.belief_id limit ${limit})`;
}

/**
 * Beliefs after the walk, and so after its last match. Near the end a walk would examine every remaining state, so here
 * the matching revisions are gathered by index alone. All are gathered before sorting: otherwise the planner expects a
 * page soon, and walks.
 */
function far(cutoff: Cutoff, question: BeliefListQuestion, found: BeliefPosition | null): Fragment {
  const { filters, limit } = question;
  const subject = (alias: 'b' | 's'): Fragment => all(eligible(alias, cutoff), ofSubject(alias, filters));
  const { observedAt, beliefId } = found ?? { observedAt: cutoff.asOf, beliefId: '' };
  return sql`(
    with walked as (select count(*) as beliefs from ${walk(cutoff, question, WALKED_MAX)} b),
         stated as materialized (
           select distinct s.belief_id from revision s
            where (select w.beliefs from walked w) = ${WALKED_MAX}
              and ${all(subject('s'), inState(filters), newest(cutoff, filters))})
    select b.belief_id, b.entity_id, b.person_id, b.observed_at, b.observed_as
      from stated join belief b on b.belief_id = stated.belief_id and ${all(subject('b'), observedWithin('b', filters))}
     where b.observed_at < ${observedAt} or b.observed_at = ${observedAt} and b.belief_id > ${beliefId}
     order by b.observed_at desc, b.belief_id limit ${limit})`;
}

/** The revision `s` is its belief's state. Any revision since an instant implies the same for the state. */
function newest(cutoff: Cutoff, { direction, status }: BeliefFilters): Fragment | null {
  if (direction === undefined && status === undefined) return null;
  return sql`not exists (
    select 1 from revision n
     where n.belief_id = s.belief_id and ${eligible('n', cutoff)}
       and (n.observed_at, n.revision) > (s.observed_at, s.revision))`;
}

/** These beliefs, each with its state and the name of its person, which is looked up once for all of theirs. */
function placed(cutoff: Cutoff, beliefs: Fragment): Query<PlacedBelief> {
  return read<PlacedBelief>(
    {
      belief_id: 'plain',
      first_observed_at: 'instant',
      counts_from: 'instant',
      is_revised: 'plain',
      revision: 'plain',
      stated_in: 'plain',
      person_name: 'plain',
      person_handle: 'plain',
    },
    sql`
    with page as materialized (
           select listed.*, s.revision, s.from_version as stated_in, ${isRevised(cutoff, 'listed')} as is_revised,
                  case when s.person_name is not null then s.observed_at end as spoke_at
             from ${beliefs} listed cross join lateral ${stateAt(cutoff, 'listed.belief_id')} s),
         named as materialized (
           select speaker.person_id, n.name, n.handle
             from (select person_id, max(spoke_at) as spoke_at from page group by person_id) speaker
            cross join lateral ${nameAt(cutoff, 'speaker.person_id', 'speaker.spoke_at')} n)
    select page.belief_id, ${asLoaded('page')} as first_observed_at, page.observed_at as counts_from,
           page.is_revised, page.revision, page.stated_in,
           named.name as person_name, named.handle as person_handle
      from page left join named on named.person_id = page.person_id
     order by page.observed_at desc, page.belief_id`,
  );
}

/** The question behind most pages, which a test of its cost explains. */
export function pageQuery(cutoff: Cutoff, question: BeliefListQuestion): Query<PlacedBelief> {
  return placed(cutoff, near(cutoff, question));
}

/** The second question if the first found too few; null if it has walked to the end. */
export function restQuery(
  cutoff: Cutoff,
  question: BeliefListQuestion,
  found: readonly PlacedBelief[],
): Query<PlacedBelief> | null {
  if (found.length >= question.limit || inState(question.filters) === null) return null;
  const last = found.at(-1);
  const place = last === undefined ? question.after : { observedAt: last.counts_from, beliefId: last.belief_id };
  return placed(cutoff, far(cutoff, question, place));
}

/** At most `limit` beliefs after the place, newest first, then by belief_id, each in its state at the cutoff. */
export async function listBeliefs(db: Db, cutoff: Cutoff, question: BeliefListQuestion): Promise<PlacedBelief[]> {
  const found = await readRows(db, pageQuery(cutoff, question));
  const rest = restQuery(cutoff, question, found);
  return rest === null ? found : [...found, ...(await readRows(db, rest))].slice(0, question.limit);
}

/** True if any belief about this entity is known at the cutoff. */
export async function hasBeliefs(db: Db, cutoff: Cutoff, entityId: string): Promise<boolean> {
  const query = sql`select 1 from belief b where b.entity_id = ${entityId}::uuid and ${eligible('b', cutoff)} limit 1`;
  return (await runPrepared(db, query)).length > 0;
}

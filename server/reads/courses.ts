// Cache of the courses of the beliefs about an entity, each complete for a range of versions, and their states at a
// cutoff.
import { boundOf, bytesOf } from '../memory/caches.ts';
import { remembered } from '../memory/remembered.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { groupedBy } from '../store/engine/grouped.ts';
import type { BeliefState } from '../store/known/read-beliefs.ts';
import {
  type BeliefVersion,
  COURSES_ROWS_MAX,
  type RevisionVersion,
  readCourses,
} from '../store/known/read-courses.ts';
import type { GroupBelief } from '../store/known/read-industry.ts';
import { countedAt, isRevised, tells } from './versions.ts';

/** A belief with its revisions, newest first. */
type Course = { opened: readonly BeliefVersion[]; revisions: readonly RevisionVersion[] };

/** The courses of the beliefs about an entity, by belief_id, in every version up to `known`. */
type EntityCourses = {
  known: number;
  /** A legal removal deletes words from every version. */
  removals: number;
  courses: readonly Course[];
};

/** Why memory has no courses of these entities: too many rows, another request reads them, or others fill the memory. */
type Absence = 'too-many' | 'being-read' | 'full';

/** The courses of each entity, by its id. */
export type Courses = ReadonlyMap<string, EntityCourses>;

export type CourseReader = {
  about(db: Db, cutoff: Cutoff, entityIds: readonly string[]): Promise<Courses | Absence>;
};

/** 4.8 MB on the heap are counted as 5.0 for 3,000 revisions of 1,900 beliefs. */
const BELIEF_BYTES = 700;
const REVISION_BYTES = 1_000;
const CHARACTER_BYTES = 2;

function sizeOf({ courses }: EntityCourses): number {
  let sum = BELIEF_BYTES;
  for (const { opened, revisions } of courses) {
    sum += BELIEF_BYTES * opened.length;
    for (const { summary } of revisions) sum += REVISION_BYTES + CHARACTER_BYTES * summary.length;
  }
  return sum;
}

/** Above this share of its bound the cache is full. */
const FULL_SHARE = 0.75;
/** Of the questions for which a full cache has no room, one in so many is read, and the least used leave. */
const FULL_TURNS = 16;

/**
 * A walk over more subjects than fit would read and evict each of them. So a full cache keeps what it has, and only
 * some questions bring a new subject in.
 */
export function courseReader(bytesMax?: number): CourseReader {
  const kept = remembered<string, EntityCourses>('courses', { ...(bytesMax !== undefined && { bytesMax }), sizeOf });
  const reading = new Set<string>();
  let turn = 0;

  const hasRoom = (keys: readonly string[]): boolean => {
    const isReplaced = keys.every((key) => kept.peek(key) !== undefined);
    if (isReplaced || kept.bytes() < FULL_SHARE * (bytesMax ?? bytesOf(boundOf('courses')))) return true;
    turn = (turn + 1) % FULL_TURNS;
    return turn === 0;
  };

  return {
    async about(db, cutoff, entityIds) {
      const { collection, version, removals = 0 } = cutoff;
      const keyOf = (id: string): string => `${collection} ${id}`;
      const found = new Map<string, EntityCourses>();
      const missing: string[] = [];
      for (const id of entityIds) {
        const one = kept.get(keyOf(id), (it) => it.known >= version && it.removals === removals);
        if (one === undefined) missing.push(id);
        else found.set(id, one);
      }
      if (missing.length === 0) return found;
      if (missing.some((id) => reading.has(keyOf(id)))) return 'being-read';
      if (!hasRoom(missing.map(keyOf))) return 'full';
      for (const id of missing) reading.add(keyOf(id));
      try {
        const rows = await readCourses(db, collection, missing);
        if (Math.max(rows.beliefs.length, rows.revisions.length) > COURSES_ROWS_MAX) return 'too-many';
        for (const [id, read] of coursesOf(rows, missing)) {
          const one = { ...read, removals };
          kept.set(keyOf(id), one);
          found.set(id, one);
        }
        // More than the bound holds at once would be read for each question.
        return entityIds.every((id) => kept.peek(keyOf(id)) !== undefined) ? found : 'too-many';
      } finally {
        for (const id of missing) reading.delete(keyOf(id));
      }
    },
  };
}

type Rows = Awaited<ReturnType<typeof readCourses>>;

function coursesOf(
  { known, beliefs, revisions }: Rows,
  entityIds: readonly string[],
): Map<string, Omit<EntityCourses, 'removals'>> {
  const opened = groupedBy(beliefs.toSorted(byBeliefId), (row) => row.entity_id);
  const said = groupedBy(revisions.toSorted(newestFirst), (row) => row.belief_id);
  const version = known[0]?.version ?? 0;
  return new Map(
    entityIds.map((id) => {
      const ofBelief = groupedBy(opened.get(id) ?? [], (row) => row.belief_id);
      const courses = [...ofBelief].map(([belief, rows]) => ({ opened: rows, revisions: said.get(belief) ?? [] }));
      return [id, { known: version, courses }];
    }),
  );
}

function byBeliefId(a: BeliefVersion, b: BeliefVersion): number {
  return a.belief_id < b.belief_id ? -1 : a.belief_id > b.belief_id ? 1 : 0;
}

function newestFirst(a: RevisionVersion, b: RevisionVersion): number {
  if (a.counts_from !== b.counts_from) return a.counts_from > b.counts_from ? -1 : 1;
  return b.revision - a.revision;
}

type StateInMemory = { opened: BeliefVersion; said: RevisionVersion; revisions: readonly RevisionVersion[] };

/** The eligible beliefs about these entities, each with its state and its revisions. */
function* eligibleAt(courses: Courses, entityIds: readonly string[], cutoff: Cutoff): Generator<StateInMemory> {
  for (const id of entityIds) {
    for (const course of courses.get(id)?.courses ?? []) {
      const opened = countedAt(course.opened, cutoff);
      const said = opened && countedAt(course.revisions, cutoff);
      if (opened !== undefined && said !== undefined) yield { opened, said, revisions: course.revisions };
    }
  }
}

/** The same as `beliefStates`. */
export function statesAt(courses: Courses, entityId: string, cutoff: Cutoff): BeliefState[] {
  return Array.from(eligibleAt(courses, [entityId], cutoff), ({ opened, said, revisions }) => {
    const moved = said.is_unmoving ? revisions.find((row) => hasMoved(row, cutoff)) : said;
    return {
      belief_id: opened.belief_id,
      entity_id: opened.entity_id,
      person_id: opened.person_id,
      origin: opened.origin,
      first_observed_at: opened.first_observed_at,
      first_is_day: opened.first_is_day,
      revision: said.revision,
      observed_at: said.observed_at,
      counts_from: said.counts_from,
      is_day: said.is_day,
      direction: said.direction,
      status: said.status,
      summary: said.summary,
      source_citation_id: said.source_citation_id,
      validity: said.validity,
      external_state: said.external_state,
      body: said.body,
      is_revised: isRevised(opened, revisions, said, cutoff.version),
      moved_at: (moved ?? said).observed_at,
      moved_is_day: moved?.is_day ?? false,
    };
  });
}

function hasMoved(row: RevisionVersion, { version, asOf }: Cutoff): boolean {
  return !row.is_unmoving && row.counts_from <= asOf && tells(row, version);
}

/** The same as `groupBeliefs`, in another order. */
export function groupBeliefsAt(courses: Courses, entityIds: readonly string[], cutoff: Cutoff): GroupBelief[] {
  return Array.from(eligibleAt(courses, entityIds, cutoff), ({ opened, said }) => ({
    entity_id: opened.entity_id,
    belief_id: opened.belief_id,
    person_id: opened.person_id,
    observed_at: said.counts_from,
    direction: said.direction,
    status: said.status,
    validity: said.validity,
    horizon_ends_on: said.body.horizon?.until_on ?? null,
    direction_stated_at: said.body.direction_stated_at,
  }));
}

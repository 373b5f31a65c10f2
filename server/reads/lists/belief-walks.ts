// Pages of a list at many cutoffs, from cached stretches of the list.

// A first request is looked up in the store. A repetition, a next page or another cutoff reads a whole stretch with all
// its versions, which then answers further pages from memory.
import { remembered } from '../../memory/remembered.ts';
import type { Cutoff, Db, Instant } from '../../store/engine/db.ts';
import {
  type BeliefFilters,
  type BeliefListQuestion,
  type BeliefPosition,
  type PlacedBelief,
  listBeliefs,
} from '../../store/known/lists/read-belief-list.ts';
import { type ListedVersion, type StatedVersion, readStretch } from '../../store/known/lists/read-belief-stretch.ts';
import { firstThat } from '../../store/engine/sorted.ts';
import { type ListPosition, type Stretch, isBefore, positionOf, stretchOf, stretches } from './belief-stretches.ts';
import { type Name, nameReader } from './names.ts';
import { countedAt, isRevised, tells } from '../versions.ts';

export type BeliefWalks = {
  /** The same as `listBeliefs`. */
  list(db: Db, cutoff: Cutoff, question: BeliefListQuestion): Promise<PlacedBelief[]>;
};

const STRETCH_ROWS = 512;
/** Pages of the first stretch of a walk; each further one is twice as long as its predecessor. */
const PAGES_AHEAD = 3;
const ROWS_STEP = 64;
/** Give up after this many stretches newer than the cutoff; SQL skips such rows faster. */
const STRETCHES_READ_MAX = 3;

type StatedBelief = { listed: ListedVersion; state: StatedVersion; isRevised: boolean };

type WalkOptions = { rows?: number; bytesMax?: number };

/** Reads `rows` of a list at once and keeps `bytesMax` of them. */
export function beliefWalks({ rows = STRETCH_ROWS, bytesMax }: WalkOptions = {}): BeliefWalks {
  const kept = stretches(bytesMax);
  const names = nameReader();
  const asked = remembered<string, true>('lists');
  const reading = new Set<string>();

  /** Null while another request reads the list, and if one belief fills a whole read. */
  async function read(db: Db, { cutoff, question, list }: Walk, from: BeliefPosition): Promise<Stretch | null> {
    if (reading.has(list)) return null;
    reading.add(list);
    try {
      const { collection } = cutoff;
      // A large store has many places where a walk begins: the rows behind its few pages would be read for nothing.
      const ahead = Math.max(PAGES_AHEAD * question.limit, 2 * kept.lengthBefore(list, from));
      // In steps, because PostgreSQL plans a statement for each number.
      const count = Math.min(rows, ROWS_STEP * Math.ceil(ahead / ROWS_STEP));
      const found = await readStretch(db, { collection, subject: question.filters, from, rows: count });
      const stretch = stretchOf(from, {
        ...found,
        known: found.known[0]?.version ?? 0,
        isFull: found.listed.length === count,
      });
      if (stretch !== null) kept.keep(list, stretch);
      return stretch;
    } finally {
      reading.delete(list);
    }
  }

  /** Null if memory does not cover the page. */
  async function pageFromMemory(db: Db, walk: Walk): Promise<PlacedBelief[] | null> {
    const { cutoff, question, list } = walk;
    const found: StatedBelief[] = [];
    let place: BeliefPosition | null = question.after ?? { observedAt: cutoff.asOf, beliefId: '' };
    for (let reads = 0, passed = 0; place !== null && passed < question.limit;) {
      let stretch = kept.at(list, place, cutoff.version);
      if (stretch === null) {
        if (reads === STRETCHES_READ_MAX) return null;
        reads += 1;
        stretch = await read(db, walk, place);
      }
      if (stretch === null || stretch.known < cutoff.version) return null;
      const gone = passOver(stretch, walk, { place, passed, found });
      if (gone === null) return null;
      passed = gone;
      place = stretch.until;
    }
    return named(found, await names.at(db, cutoff, speakersOf(found)));
  }

  return {
    async list(db, cutoff, question) {
      const list = listOf(cutoff, question.filters);
      if (list === null) return listBeliefs(db, cutoff, question);
      const isFirst = asked.get(list) === undefined;
      asked.set(list, true);
      const page = isFirst ? null : await pageFromMemory(db, { cutoff, question, list });
      return page ?? listBeliefs(db, cutoff, question);
    },
  };
}

/** The newest state of each person that names them. */
function speakersOf(beliefs: readonly StatedBelief[]): Map<string, Instant | null> {
  const speakers = new Map<string, Instant | null>();
  for (const { listed, state } of beliefs) {
    const before = speakers.get(listed.person_id) ?? null;
    const spokeAt = state.names_person ? state.counts_from : null;
    speakers.set(listed.person_id, before !== null && (spokeAt === null || spokeAt < before) ? before : spokeAt);
  }
  return speakers;
}

function named(beliefs: readonly StatedBelief[], people: ReadonlyMap<string, Name>): PlacedBelief[] {
  return beliefs.map(({ listed, state, isRevised: is_revised }) => {
    const person = people.get(listed.person_id);
    return {
      belief_id: listed.belief_id,
      first_observed_at: listed.first_observed_at,
      counts_from: listed.counts_from,
      is_revised,
      revision: state.revision,
      stated_in: state.from_version,
      person_name: person?.name ?? null,
      person_handle: person?.handle ?? null,
    };
  });
}

type Walk = { cutoff: Cutoff; question: BeliefListQuestion; list: string };

/** Null for a list filtered by state or by a range of observation: an index is faster. */
function listOf({ collection, removals = 0 }: Cutoff, filters: BeliefFilters): string | null {
  const { entityId = '', personId = '', ...others } = filters;
  if (Object.values(others).some((filter) => filter !== undefined)) return null;
  return JSON.stringify([collection, removals, entityId, personId]);
}

/**
 * Number of beliefs that the walk has passed by the end of the stretch; null at a belief whose course is too long to
 * cache.
 */
function passOver(
  { places }: Stretch,
  { cutoff, question: { after, limit } }: Walk,
  { place, passed, found }: { place: BeliefPosition; passed: number; found: StatedBelief[] },
): number | null {
  let count = passed;
  const start = firstThat(places, ({ listed }) => !isBefore(positionOf(listed), place));
  for (let index = start; index < places.length && count < limit; index += 1) {
    const { listed, course } = places[index] as ListPosition;
    if (listed.counts_from > cutoff.asOf || !tells(listed, cutoff.version)) continue;
    if (after !== null && !isBefore(after, positionOf(listed))) continue;
    if (course === null) return null;
    count += 1;
    // Newest first, so the first row that is eligible is the state.
    const state = countedAt(course, cutoff);
    if (state !== undefined) found.push({ listed, state, isRevised: isRevised(listed, course, state, cutoff.version) });
  }
  return count;
}

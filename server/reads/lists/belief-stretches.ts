// Cache of stretches of belief lists: contiguous runs of positions, each complete for a range of versions.
import { remembered } from '../../memory/remembered.ts';
import { groupedBy } from '../../store/engine/grouped.ts';
import type { BeliefPosition } from '../../store/known/lists/read-belief-list.ts';
import { firstThat } from '../../store/engine/sorted.ts';
import {
  COURSE_ROWS_MAX,
  type ListedVersion,
  type StatedVersion,
} from '../../store/known/lists/read-belief-stretch.ts';

/** A row of a belief at its position in the list, and the rows of its revisions, newest first; null if too many. */
export type ListPosition = { listed: ListedVersion; course: readonly StatedVersion[] | null };

export type Stretch = {
  from: BeliefPosition;
  /** The first position after the stretch; null at the end of the list. */
  until: BeliefPosition | null;
  /** The newest version that the stretch covers. */
  known: number;
  places: readonly ListPosition[];
};

export type Stretches = {
  /** The cached stretch that covers this position at this version, or null. */
  at(list: string, place: BeliefPosition, version: number): Stretch | null;
  /** Number of rows of the cached stretch that ends at this position; 0 without one. */
  lengthBefore(list: string, place: BeliefPosition): number;
  /** Stores a stretch, trims it at its successor, and replaces the stretches that it overlaps. */
  keep(list: string, stretch: Stretch): void;
};

const PLACE_BYTES = 400;
const STATED_BYTES = 200;

/** List order: newest first, then by belief_id. */
export function isBefore(one: BeliefPosition, other: BeliefPosition): boolean {
  if (one.observedAt !== other.observedAt) return one.observedAt > other.observedAt;
  return one.beliefId < other.beliefId;
}

export function positionOf({ counts_from: observedAt, belief_id: beliefId }: ListedVersion): BeliefPosition {
  return { observedAt, beliefId };
}

export function stretches(bytesMax?: number): Stretches {
  /** The cached stretches of each list, in its order and without overlap. */
  const lists = new Map<string, Stretch[]>();
  const kept = remembered<Stretch, string>('stretches', {
    ...(bytesMax !== undefined && { bytesMax }),
    sizeOf: (_, { places }) => sizeOf(places),
    dispose: (list, stretch) => {
      const others = (lists.get(list) ?? []).filter((other) => other !== stretch);
      if (others.length === 0) lists.delete(list);
      else lists.set(list, others);
    },
  });
  return {
    at(list, place, version) {
      const all = lists.get(list) ?? [];
      const found = all[firstThat(all, ({ from }) => isBefore(place, from)) - 1];
      if (found === undefined || found.known < version) return null;
      if (found.until !== null && !isBefore(place, found.until)) return null;
      kept.get(found);
      return found;
    },
    lengthBefore(list, place) {
      const all = lists.get(list) ?? [];
      const before = all[firstThat(all, ({ from }) => !isBefore(from, place)) - 1];
      const adjoins = before !== undefined && before.until !== null && !isBefore(before.until, place);
      return adjoins ? before.places.length : 0;
    },
    keep(list, read) {
      const others = lists.get(list) ?? [];
      const next = others.find(({ from, known }) => isBefore(read.from, from) && known >= read.known);
      const stretch = next === undefined ? read : endedAt(read, next.from);
      for (const other of others.filter((one) => isOver(one, stretch))) kept.delete(other);
      const rest = lists.get(list) ?? [];
      const place = firstThat(rest, ({ from }) => isBefore(stretch.from, from));
      lists.set(list, rest.toSpliced(place, 0, stretch));
      kept.set(stretch, list);
    },
  };
}

function isOver(one: Stretch, other: Stretch): boolean {
  const begins = (a: Stretch, b: Stretch): boolean => b.until === null || isBefore(a.from, b.until);
  return begins(one, other) && begins(other, one);
}

/** The part of the stretch before a position. */
function endedAt(stretch: Stretch, until: BeliefPosition): Stretch {
  if (stretch.until !== null && !isBefore(until, stretch.until)) return stretch;
  const end = firstThat(stretch.places, ({ listed }) => !isBefore(positionOf(listed), until));
  return { ...stretch, until, places: stretch.places.slice(0, end) };
}

function sizeOf(places: readonly ListPosition[]): number {
  return places.reduce((sum, { course }) => sum + PLACE_BYTES + STATED_BYTES * (course?.length ?? 0), PLACE_BYTES);
}

/**
 * A stretch of the rows read from a position on. If the read hit its limit, the last belief may have more rows, so the
 * stretch ends before it. Null if no position remains.
 */
export function stretchOf(
  from: BeliefPosition,
  {
    known,
    listed,
    stated,
    isFull,
  }: { known: number; listed: ListedVersion[]; stated: StatedVersion[]; isFull: boolean },
): Stretch | null {
  const last = listed.at(-1);
  const courses = groupedBy(stated, (row) => row.belief_id);
  const whole = (id: string): StatedVersion[] | null => {
    const course = courses.get(id) ?? [];
    return course.length < COURSE_ROWS_MAX ? course : null;
  };
  const places = listed.map((row) => ({ listed: row, course: whole(row.belief_id) }));
  const stretch = { from, until: null, known, places };
  if (!isFull || last === undefined) return stretch;
  const ended = endedAt(stretch, positionOf(last));
  return ended.places.length === 0 ? null : ended;
}

// Courses of statements: the statements of one person about one listing become beliefs with revisions. Pure, one group of
// statements at a time, in the order in which they were released.
import type { Instant } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { directionAfter, isStatedBy, type DirectionFacts } from '../records/directions.ts';
import type { Direction, StatedReview } from '../records/records.ts';
import type { Horizon, StatementGroup, Words } from './statement-groups.ts';

/** The state of a belief with one of its revisions. */
export type BeliefMoment = {
  countsFrom: Instant;
  revision: number;
  direction: Direction;
  status: string;
  /** The newest words that are not unclear; of an unclear opener until there are such. */
  summary: Words;
  facts: DirectionFacts;
  /** Of the statement that last gave the direction or repeated it. */
  horizon: (Horizon & { recordId: string }) | null;
  /** The last clear direction of a belief that is mixed now. */
  lastClear: Direction | null;
};

export type CourseBelief = {
  beliefId: string;
  openedAt: Instant;
  /** The greatest revision number ever given, also to rows that have been corrected since. */
  lastRevision: number;
  /** The newest revision that is not a late one. */
  newest: BeliefMoment;
  /** Every revision, oldest first; needed only where a late statement has to find its place. */
  history: readonly BeliefMoment[] | null;
};

/** The beliefs of a pair, oldest first. At most the last one is open. */
export type PairCourse = { beliefs: CourseBelief[] };

export type CourseRevision = BeliefMoment & {
  beliefId: string;
  move: string;
  late: boolean;
  /** The words of the step, where they are not the summary. */
  said: Words | null;
  /** The first revision of its belief ends it too. */
  isOpeningEnd: boolean;
  group: StatementGroup;
  /** Absent where no review of the belief precedes the step. */
  assessment?: Assessment;
};

/** Assessment of a belief's conditions by its newest review. */
export type Assessment = { review: StatedReview; citationId: string };

export type Opening = { beliefId: string; openedAt: Instant; openedAs: Instant | null };
export type CourseStep = { opened: Opening | null; revisions: CourseRevision[]; late: boolean };

const isClear = (direction: Direction): boolean => direction === 'bullish' || direction === 'bearish';

/** A group is late when it is not newer than the newest that earlier releases have of its pair. */
export function isLate(course: PairCourse, countsFrom: Instant): boolean {
  return course.beliefs.some((belief) => countsFrom <= belief.newest.countsFrom);
}

const ended = ['reversed', 'abandoned'];

/** Applies one group to its pair, which it changes, and returns the rows to write. `opens` is the id of a belief that it opens. */
export function applyGroup(course: PairCourse, group: StatementGroup, opens = openedBy(group)): CourseStep {
  if (isLate(course, group.countsFrom)) return joinLate(course, group);
  const open = course.beliefs.at(-1);
  if (open === undefined || ended.includes(open.newest.status)) return openBelief(course, group, opens);
  const turn = turnOf(open.newest, group);
  const revision = revise(open, group, turn);
  if (turn.move !== 'reversed') return { opened: null, revisions: [revision], late: false };
  const next = openBelief(course, group, opens);
  return { ...next, revisions: [revision, ...next.revisions] };
}

/** A belief has its id from the first statement of the group that opens it. */
export function openedBy({ statements: [first] }: StatementGroup): string {
  return derivedId('belief', first.recordId);
}

type Turn = { direction: Direction; status: string; move: string };

/**
 * Turn of an open belief by the next group.
 * The same direction updates, and the status stays. The opposite of the last clear one reverses, and a new belief opens.
 * Mixed after a clear direction weakens. The same clear direction after mixed strengthens.
 * The first direction after unclear, or the first clear one after a mixed opening, makes the belief active.
 * An unclear group adds its citation and changes nothing else.
 * Dropped coverage abandons. With nothing open, a belief opens that is abandoned at once, in one revision.
 * A group that is not newer than an earlier release is late. It repeats the state of its time and moves nothing.
 */
function turnOf({ direction: before, status, lastClear }: BeliefMoment, group: StatementGroup): Turn {
  const { direction } = group;
  if (group.isDropped) return { direction: before, status: 'abandoned', move: 'closed' };
  if (direction === 'unclear' || direction === before) return { direction: before, status, move: 'updated' };
  if (before === 'unclear') return { direction, status: 'active', move: 'updated' };
  if (direction === 'mixed') return { direction, status: 'weakened', move: 'weakened' };
  const clear = isClear(before) ? before : lastClear;
  if (clear === null) return { direction, status: 'active', move: 'updated' };
  if (clear === direction) return { direction, status: 'strengthened', move: 'strengthened' };
  return { direction: before, status: 'reversed', move: 'reversed' };
}

function openBelief(course: PairCourse, group: StatementGroup, beliefId: string): CourseStep {
  const { isDropped: isOpeningEnd, direction, countsFrom, observedAs } = group;
  const turn: Turn = isOpeningEnd
    ? { direction, status: 'abandoned', move: 'closed' }
    : { direction, status: 'active', move: 'initiated' };
  const first = { ...momentAfter(null, group, turn), revision: 1 };
  course.beliefs.push({ beliefId, openedAt: countsFrom, lastRevision: 1, newest: first, history: [first] });
  const revision = { ...first, beliefId, move: turn.move, late: false, said: null, isOpeningEnd, group };
  return { opened: { beliefId, openedAt: countsFrom, openedAs: observedAs }, revisions: [revision], late: false };
}

function revise(belief: CourseBelief, group: StatementGroup, turn: Turn): CourseRevision {
  belief.lastRevision += 1;
  const moment = { ...momentAfter(belief.newest, group, turn), revision: belief.lastRevision };
  belief.newest = moment;
  if (belief.history !== null) belief.history = [...belief.history, moment];
  const said = moment.summary === group.leading.words ? null : group.leading.words;
  const { beliefId } = belief;
  return { ...moment, beliefId, move: turn.move, late: false, said, isOpeningEnd: false, group };
}

function momentAfter(before: BeliefMoment | null, group: StatementGroup, turn: Turn): Omit<BeliefMoment, 'revision'> {
  const { leading, countsFrom, observedAs } = group;
  const { direction, status } = turn;
  const step = {
    stated: { at: observedAs ?? countsFrom, isDay: observedAs !== null },
    direction,
    ownDirection: group.direction,
    ownBasis: leading.basis,
    isReversal: status === 'reversed',
    isSimultaneous: group.isSimultaneous,
  };
  const keepsWords = before !== null && (group.direction === 'unclear' || status === 'reversed');
  const horizon = leading.horizon === null ? null : { ...leading.horizon, recordId: leading.recordId };
  return {
    countsFrom,
    direction,
    status,
    summary: keepsWords ? before.summary : leading.words,
    facts: directionAfter(before?.facts ?? null, step),
    horizon: before === null || isStatedBy(before.facts, step) ? horizon : before.horizon,
    lastClear: direction === 'mixed' && before !== null ? lastClearOf(before) : null,
  };
}

const lastClearOf = ({ direction, lastClear }: BeliefMoment): Direction | null =>
  isClear(direction) ? direction : lastClear;

/** It takes the state that the belief had at its time, keeps its own words, and moves nothing. */
function joinLate(course: PairCourse, group: StatementGroup): CourseStep {
  const { countsFrom, leading } = group;
  const belief = course.beliefs.findLast((each) => each.openedAt <= countsFrom) ?? course.beliefs[0];
  if (belief === undefined || belief.history === null)
    throw new Error('a late statement needs the history of its belief');
  const before = belief.history.filter((moment) => moment.countsFrom <= countsFrom);
  const state = newestOf(before) ?? belief.history.reduce(older);
  belief.lastRevision += 1;
  const facts = { ...state.facts, turnedFrom: null };
  const moment = { ...state, facts, countsFrom, revision: belief.lastRevision };
  belief.history = [...belief.history, moment];
  const { beliefId } = belief;
  const late = { move: 'none', late: true, said: leading.words, isOpeningEnd: false };
  return { opened: null, revisions: [{ ...moment, ...late, beliefId, group }], late: true };
}

type StepOrder = Pick<BeliefMoment, 'countsFrom' | 'revision'>;

/** The newest by time, then by number. */
export function newestOf<Moment extends StepOrder>(moments: readonly Moment[]): Moment | undefined {
  return moments.length === 0 ? undefined : moments.reduce((a, b) => (older(a, b) === a ? b : a));
}

export function older<Moment extends StepOrder>(a: Moment, b: Moment): Moment {
  if (a.countsFrom !== b.countsFrom) return a.countsFrom < b.countsFrom ? a : b;
  return a.revision < b.revision ? a : b;
}

// How the statements of one person about one listing become beliefs with revisions: pure, a statement at a time.
import type { Instant } from '../store/db.ts';
import type { Direction } from './records.ts';

export type CourseStatement = {
  recordId: string;
  observedAt: Instant;
  direction: Direction;
  text: string;
  citationId: string;
  /** The id of the belief that this statement opens, if it opens one. */
  opensBeliefId: string;
};

export type BeliefMoment = {
  observedAt: Instant;
  revision: number;
  direction: Direction;
  status: string;
  summary: string;
  citationId: string;
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

export type CourseRevision = BeliefMoment & { beliefId: string; move: string; late: boolean; recordId: string };

export type CourseStep = {
  opened: { beliefId: string; openedAt: Instant } | null;
  revisions: CourseRevision[];
  late: boolean;
};

const isClear = (direction: Direction): boolean => direction === 'bullish' || direction === 'bearish';

/** A statement is late when it is older than the newest that its pair has released. */
export function isLate(course: PairCourse, observedAt: Instant): boolean {
  return course.beliefs.some((belief) => observedAt < belief.newest.observedAt);
}

/** Applies one statement to its pair, which it changes, and tells what is to be written. */
export function applyStatement(course: PairCourse, statement: CourseStatement): CourseStep {
  if (isLate(course, statement.observedAt)) return joinLate(course, statement);
  const open = course.beliefs.at(-1);
  if (open === undefined || open.newest.status === 'reversed') return openBelief(course, statement);
  const known = isClear(open.newest.direction);
  const turns = known && isClear(statement.direction) && statement.direction !== open.newest.direction;
  if (!turns) {
    const direction = known || !isClear(statement.direction) ? open.newest.direction : statement.direction;
    return {
      opened: null,
      revisions: [revise(open, statement, { direction, status: 'active', move: 'updated' })],
      late: false,
    };
  }
  const last = revise(open, statement, { direction: open.newest.direction, status: 'reversed', move: 'reversed' });
  const next = openBelief(course, statement);
  return { ...next, revisions: [last, ...next.revisions] };
}

function openBelief(course: PairCourse, statement: CourseStatement): CourseStep {
  const beliefId = statement.opensBeliefId;
  const first: BeliefMoment = {
    observedAt: statement.observedAt,
    revision: 1,
    direction: statement.direction,
    status: 'active',
    summary: statement.text,
    citationId: statement.citationId,
  };
  course.beliefs.push({ beliefId, openedAt: statement.observedAt, lastRevision: 1, newest: first, history: [first] });
  return {
    opened: { beliefId, openedAt: statement.observedAt },
    revisions: [{ ...first, beliefId, move: 'initiated', late: false, recordId: statement.recordId }],
    late: false,
  };
}

type Turn = { direction: Direction; status: string; move: string };

function revise(belief: CourseBelief, statement: CourseStatement, { direction, status, move }: Turn): CourseRevision {
  belief.lastRevision += 1;
  const moment: BeliefMoment = {
    observedAt: statement.observedAt,
    revision: belief.lastRevision,
    direction,
    status,
    summary: statement.text,
    citationId: statement.citationId,
  };
  belief.newest = moment;
  if (belief.history !== null) belief.history = [...belief.history, moment];
  return { ...moment, beliefId: belief.beliefId, move, late: false, recordId: statement.recordId };
}

/** It takes the state that the belief had at its time, says nothing of its own, and moves nothing. */
function joinLate(course: PairCourse, statement: CourseStatement): CourseStep {
  const belief = course.beliefs.findLast((each) => each.openedAt <= statement.observedAt) ?? course.beliefs[0];
  if (belief === undefined || belief.history === null)
    throw new Error('a late statement needs the history of its belief');
  const before = belief.history.filter((moment) => moment.observedAt <= statement.observedAt);
  const state = newestOf(before) ?? belief.history.reduce(older);
  belief.lastRevision += 1;
  const moment = { ...state, observedAt: statement.observedAt, revision: belief.lastRevision };
  belief.history = [...belief.history, moment];
  const revision: CourseRevision = {
    ...moment,
    beliefId: belief.beliefId,
    move: 'none',
    late: true,
    recordId: statement.recordId,
  };
  return { opened: null, revisions: [revision], late: true };
}

function newestOf(moments: readonly BeliefMoment[]): BeliefMoment | undefined {
  return moments.length === 0 ? undefined : moments.reduce((a, b) => (older(a, b) === a ? b : a));
}

function older(a: BeliefMoment, b: BeliefMoment): BeliefMoment {
  if (a.observedAt !== b.observedAt) return a.observedAt < b.observedAt ? a : b;
  return a.revision < b.revision ? a : b;
}

// Courses of beliefs: every revision that the statements of a pair make, release by release, by the table of design item 5.19.
import { createHash } from 'node:crypto';
import { groupsOf } from './own-groups.ts';
import type { Group } from './own-groups.ts';
import type { Statement } from '../raw-statements.ts';

export type Move = 'initiated' | 'updated' | 'strengthened' | 'weakened' | 'reversed' | 'closed' | 'none';
/** `given` is the direction of the statements, `direction` and `status` are those of the belief after the revision. */
export type Revision = {
  number: number;
  release: number;
  counts: string;
  at: string;
  isDay: boolean;
  move: Move;
  isLate: boolean;
  given: string;
  direction: string;
  status: string;
  turnedFrom: string | null;
  words: Statement;
  statements: Statement[];
};
export type Course = { id: string; ticker: string; personId: string; revisions: Revision[] };
type State = { direction: string; status: string; move: Move };
/** Where a pair stands: its beliefs, and the newest step of any release before this one. */
type Pair = { courses: Course[]; newest: string };

const isClear = (direction: string): boolean => direction === 'bullish' || direction === 'bearish';
export const isFinal = (status: string): boolean => ['reversed', 'resolved', 'abandoned'].includes(status);

export function beliefId(recordId: string): string {
  return `bel_${createHash('sha256').update(`belief:${recordId}`).digest('hex').slice(0, 32)}`;
}

export const inTime = (course: readonly Revision[]): Revision[] => course.filter(({ isLate }) => !isLate);

function revisionOf(group: Group, number: number, state: State, before: string | null): Revision {
  const { counts, at, isDay, words, statements } = group;
  const turnedFrom = before !== null && before !== state.direction ? before : null;
  const release = statements[0]?.release ?? 0;
  return {
    number,
    release,
    counts,
    at,
    isDay,
    isLate: false,
    given: group.direction,
    turnedFrom,
    words,
    statements,
    ...state,
  };
}

/** The row of the table that applies; null if the statement opens another belief because it reverses this one. */
function next(course: readonly Revision[], { direction: given, isDropped }: Group): State | null {
  const revisions = inTime(course);
  const { direction = 'unclear', status = 'unknown' } = revisions.at(-1) ?? {};
  const lastClear = revisions.map((revision) => revision.direction).findLast(isClear) ?? null;
  if (isDropped) return { direction, status: 'abandoned', move: 'closed' };
  if (given === direction || given === 'unclear') return { direction, status, move: 'updated' };
  if (direction === 'unclear') return { direction: given, status: 'active', move: 'updated' };
  if (given === 'mixed') return { direction: given, status: 'weakened', move: 'weakened' };
  if (direction !== 'mixed') return null;
  if (lastClear === null) return { direction: given, status: 'active', move: 'updated' };
  return lastClear === given ? { direction: given, status: 'strengthened', move: 'strengthened' } : null;
}

function opened(group: Group): Course {
  const [first] = group.statements;
  if (first === undefined) throw new Error('a step without a statement');
  const state: State = group.isDropped
    ? { direction: group.direction, status: 'abandoned', move: 'closed' }
    : { direction: group.direction, status: 'active', move: 'initiated' };
  const { ticker, personId, recordId } = first;
  return { id: beliefId(recordId), ticker, personId, revisions: [revisionOf(group, 1, state, null)] };
}

function extend(pair: Pair, group: Group): void {
  const course = pair.courses.at(-1);
  const last = course && inTime(course.revisions).at(-1);
  if (!course || !last || isFinal(last.status)) {
    pair.courses.push(opened(group));
    return;
  }
  const state = next(course.revisions, group);
  const { direction } = last;
  const reversed: State = { direction, status: 'reversed', move: 'reversed' };
  course.revisions.push(revisionOf(group, course.revisions.length + 1, state ?? reversed, direction));
  if (state === null) pair.courses.push(opened(group));
}

/** A late step joins the belief that was the pair's newest at its instant, or its first, and repeats the state there. */
function joinLate({ courses }: Pair, group: Group): void {
  const began = ({ revisions }: Course): string => revisions[0]?.counts ?? '';
  const course = courses.findLast((candidate) => began(candidate) <= group.counts) ?? courses[0];
  if (!course) throw new Error('a late statement of a pair without a belief');
  const revisions = inTime(course.revisions);
  const before = revisions.findLast(({ counts }) => counts <= group.counts) ?? revisions[0];
  if (!before) throw new Error('a belief without a revision');
  const state: State = { direction: before.direction, status: before.status, move: 'none' };
  const revision = revisionOf(group, course.revisions.length + 1, state, before.direction);
  course.revisions.push({ ...revision, isLate: true });
}

function coursesOfPair(statements: readonly Statement[], releases: readonly string[]): Course[] {
  const pair: Pair = { courses: [], newest: '' };
  for (const [release] of releases.entries()) {
    const groups = groupsOf(
      statements.filter((statement) => statement.release === release),
      releases,
    );
    for (const group of groups) {
      if (group.counts <= pair.newest) joinLate(pair, group);
      else extend(pair, group);
    }
    pair.newest = [pair.newest, ...groups.map(({ counts }) => counts)].sort().at(-1) ?? '';
  }
  return pair.courses;
}

export function coursesOf(statements: readonly Statement[], releases: readonly string[]): Course[] {
  const pairs = new Map<string, Statement[]>();
  for (const statement of statements) {
    const key = `${statement.personId}\n${statement.ticker}`;
    const own = pairs.get(key);
    if (own) own.push(statement);
    else pairs.set(key, [statement]);
  }
  return [...pairs.values()].flatMap((own) => coursesOfPair(own, releases));
}

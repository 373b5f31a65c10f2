// Beliefs at a cutoff: what of each course is eligible by then, the state it gives, and since when.
import { coursesOf, inTime, isFinal } from './own-courses.ts';
import type { Course, Revision } from './own-courses.ts';
import { countsFrom, inOrder } from './own-groups.ts';
import type { RawData } from '../raw-files.ts';
import type { Statement } from '../raw-statements.ts';

/** `revisions` are all eligible ones by (counting instant, number), `course` those that are not late. */
export type Belief = {
  id: string;
  ticker: string;
  personId: string;
  direction: string;
  status: string;
  isFinal: boolean;
  firstAt: string;
  /** observed_at of the newest revision, and the instant from which that revision counts. */
  latestAt: string;
  latestCounts: string;
  isRevised: boolean;
  revisions: Revision[];
  course: Revision[];
  opener: Revision;
  since: Revision;
  lastStated: Revision;
  basis: string;
  summary: Statement;
  horizon: Statement['horizon'];
};

const byTime = (a: Revision, b: Revision): number =>
  a.counts === b.counts ? a.number - b.number : a.counts < b.counts ? -1 : 1;

/** Words that count as the summary: not unclear ones, and never those that reversed the belief. */
function summaryOf(course: readonly Revision[]): Statement | undefined {
  const own = course.filter(({ move }) => move !== 'reversed');
  return (own.findLast(({ words }) => words.direction !== 'unclear') ?? own[0])?.words;
}

export function basisOf({ direction, words }: Revision): string {
  if (direction === 'unclear' || !words.basis) return 'unknown';
  return words.basis === 'author_declared' ? 'author_declared' : 'operator_classified';
}

function beliefOf({ id, ticker, personId, revisions: all }: Course, isEligible: (r: Revision) => boolean): Belief[] {
  const revisions = all.filter(isEligible).sort(byTime);
  const course = inTime(revisions);
  const [opener, last, newest] = [course[0], course.at(-1), revisions.at(-1)];
  if (!opener || !last || !newest) return [];
  const since = course.findLast(({ turnedFrom }) => turnedFrom !== null) ?? opener;
  const lastStated = course.findLast(({ given, move }) => given === last.direction && move !== 'reversed') ?? since;
  const summary = summaryOf(course) ?? opener.words;
  const { direction, status } = last;
  const names = { id, ticker, personId, direction, status, isFinal: isFinal(status) };
  const times = { firstAt: opener.at, latestAt: newest.at, latestCounts: newest.counts, isRevised: newest !== opener };
  const steps = { revisions, course, opener, since, lastStated };
  return [{ ...names, ...times, ...steps, basis: basisOf(since), summary, horizon: lastStated.words.horizon }];
}

const coursesByStatements = new WeakMap<readonly Statement[], Course[]>();

/** Every belief that exists at the cutoff: a revision is eligible when it counts and its release is out. */
export function beliefsAt(
  { statements, releases }: Pick<RawData, 'statements' | 'releases'>,
  cutoff: string,
): Belief[] {
  const courses = coursesByStatements.get(statements) ?? coursesOf(statements, releases);
  coursesByStatements.set(statements, courses);
  return courses.flatMap((course) =>
    beliefOf(course, ({ counts, release }) => counts <= cutoff && (releases[release] ?? '') <= cutoff),
  );
}

/** Newest counting instant first, then the id. */
export function newestFirst(a: Belief, b: Belief): number {
  if (a.latestCounts !== b.latestCounts) return a.latestCounts > b.latestCounts ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The name and handle of a person's newest eligible statement about any security. */
export function personAt(
  { statements, releases }: Pick<RawData, 'statements' | 'releases'>,
  personId: string,
  cutoff: string,
): { name: string; handle: string | null } {
  const own = statements.filter(
    (s) => s.personId === personId && (releases[s.release] ?? '') <= cutoff && countsFrom(s, releases) <= cutoff,
  );
  const newest = own.sort(inOrder(releases)).at(-1);
  if (!newest) throw new Error(`no statement of ${personId} by ${cutoff}`);
  return { name: newest.personName, handle: newest.personHandle };
}

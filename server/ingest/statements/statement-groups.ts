// Statements of one pair in one release, grouped by the instant they count from: each group becomes one revision.
import type { CalendarDate, Instant } from '../../store/engine/db.ts';
import { groupedBy } from '../../store/engine/grouped.ts';
import type { DirectionBasis } from '../records/directions.ts';
import type { Direction, StatedIntent, StatedReview, StatedTarget, StatementRecord } from '../records/records.ts';

export type Horizon = NonNullable<StatementRecord['horizon']>;

/** A statement as a course reads it. */
export type CourseStatement = {
  recordId: string;
  /** From when it counts. */
  countsFrom: Instant;
  /** As loaded, only where it is known to the day. */
  observedAs: Instant | null;
  direction: Direction;
  basis: DirectionBasis;
  rating?: string;
  words: Words;
  personName: string | null;
  personHandle: string | null;
  transactionDate: CalendarDate | null;
  /** The author no longer follows the listing. */
  isDropped: boolean;
  horizon: Horizon | null;
  intent: StatedIntent | null;
  target: StatedTarget | null;
  /** Not null: a review of a view's conditions, which is a step of that view and of no group. */
  review: StatedReview | null;
};

export type Words = { text: string; citationId: string; isCut: boolean };

export type StatementGroup = {
  /** In the order (counting instant, record id). */
  statements: readonly [CourseStatement, ...CourseStatement[]];
  countsFrom: Instant;
  observedAs: Instant | null;
  direction: Direction;
  /** The last statement that gives the direction; of a group that disagrees, the last that is not unclear. */
  leading: CourseStatement;
  /** Its statements disagree, so its direction is mixed. */
  isSimultaneous: boolean;
  isDropped: boolean;
};

/** The groups of one pair in one release, oldest first, for statements in any order; reviews are in none. */
export function groupsOf(statements: readonly CourseStatement[]): StatementGroup[] {
  const stated = statements.filter(({ review }) => review === null);
  const byDate = groupedBy(stated.sort(inOrder), (statement) => statement.countsFrom.slice(0, 10));
  return [...byDate.values()].flatMap((date) => {
    // The hour of one of them is not known, so none of that date can be said to come before another.
    if (date.some(({ observedAs }) => observedAs !== null)) return groupOf(date);
    return [...groupedBy(date, ({ countsFrom }) => countsFrom).values()].flatMap(groupOf);
  });
}

/** The reviews of one pair in one release, oldest first. */
export function reviewsOf(statements: readonly CourseStatement[]): Review[] {
  return statements.filter((statement): statement is Review => statement.review !== null).sort(inOrder);
}

export type Review = CourseStatement & { review: StatedReview };

/** A review as the group of its step. */
export function groupOfReview(review: Review): StatementGroup {
  return {
    statements: [review],
    countsFrom: review.countsFrom,
    observedAs: review.observedAs,
    direction: review.direction,
    leading: review,
    isSimultaneous: false,
    isDropped: false,
  };
}

function inOrder(a: CourseStatement, b: CourseStatement): number {
  if (a.countsFrom !== b.countsFrom) return a.countsFrom < b.countsFrom ? -1 : 1;
  return a.recordId < b.recordId ? -1 : Number(a.recordId > b.recordId);
}

function groupOf(statements: readonly CourseStatement[]): StatementGroup[] {
  const [first, ...rest] = statements;
  if (first === undefined) return [];
  const isDay = statements.some(({ observedAs }) => observedAs !== null);
  return [
    {
      statements: [first, ...rest],
      countsFrom: newest(statements.map(({ countsFrom }) => countsFrom)),
      observedAs: isDay ? newest(statements.map(({ observedAs, countsFrom }) => observedAs ?? countsFrom)) : null,
      ...directionOf(statements, first),
      isDropped: statements.some((statement) => statement.isDropped),
    },
  ];
}

function newest(instants: readonly Instant[]): Instant {
  return instants.reduce((a, b) => (a > b ? a : b));
}

type GroupDirection = Pick<StatementGroup, 'direction' | 'leading' | 'isSimultaneous'>;

function directionOf(statements: readonly CourseStatement[], first: CourseStatement): GroupDirection {
  const giving = ofLatestTrade(statements);
  const known = giving.filter(({ direction }) => direction !== 'unclear');
  const last = known.at(-1);
  if (last === undefined) return { direction: 'unclear', leading: giving.at(-1) ?? first, isSimultaneous: false };
  const isSimultaneous = known.some(({ direction }) => direction !== last.direction);
  return { direction: isSimultaneous ? 'mixed' : last.direction, leading: last, isSimultaneous };
}

/** If all carry the date of a trade, those of the latest date give the direction; else all do. */
function ofLatestTrade(statements: readonly CourseStatement[]): readonly CourseStatement[] {
  const dates = statements.map(({ transactionDate }) => transactionDate ?? '');
  if (dates.includes('')) return statements;
  const latest = newest(dates);
  return statements.filter(({ transactionDate }) => transactionDate === latest);
}

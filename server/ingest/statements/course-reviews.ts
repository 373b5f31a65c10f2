// Reviews in a course of statements: each is a step of its belief, and its assessment holds until the next review. Pure.
import { groupedBy } from '../../store/engine/grouped.ts';
import { newestOf, older, type CourseRevision } from './statement-course.ts';
import { groupOfReview, type Review } from './statement-groups.ts';

/** `reviews` come in the order of their releases. Of a belief that is not in the course they are left out. */
export function withReviews(steps: readonly CourseRevision[], reviews: readonly Review[]): CourseRevision[] {
  if (reviews.length === 0) return [...steps];
  const byBelief = groupedBy(reviews.toSorted(byTime), ({ review }) => review.belief_id);
  const assessed = steps.map((step) => assessedBy(byBelief.get(step.beliefId) ?? [], step));
  const added = [...groupedBy(steps, ({ beliefId }) => beliefId)].flatMap(([beliefId, course]) =>
    (byBelief.get(beliefId) ?? []).map((review) => stepOf(review, course)),
  );
  return [...assessed, ...added];
}

/** Reviews of one instant stay in the order of their releases. */
function byTime(a: Review, b: Review): number {
  return a.countsFrom === b.countsFrom ? 0 : a.countsFrom < b.countsFrom ? -1 : 1;
}

function assessedBy(reviews: readonly Review[], step: CourseRevision): CourseRevision {
  const newest = reviews.findLast(({ countsFrom }) => countsFrom <= step.countsFrom);
  return newest === undefined ? step : { ...step, assessment: assessmentOf(newest) };
}

/** It repeats the state of its time and moves nothing. Before the first step it has the state of that. */
function stepOf(review: Review, course: readonly CourseRevision[]): CourseRevision {
  const { countsFrom, words } = review;
  const before = course.filter((step) => step.countsFrom <= countsFrom);
  const state = newestOf(before) ?? course.reduce(older);
  return {
    ...state,
    countsFrom,
    facts: { ...state.facts, turnedFrom: null },
    move: 'none',
    late: false,
    said: words,
    isOpeningEnd: false,
    group: groupOfReview(review),
    assessment: assessmentOf(review),
  };
}

function assessmentOf({ review, words }: Review): NonNullable<CourseRevision['assessment']> {
  return { review, citationId: words.citationId };
}

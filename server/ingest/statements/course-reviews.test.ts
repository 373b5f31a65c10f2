// Reviews in courses: they assess, and change nothing of what the statements say.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Direction, StatedReview } from '../records/records.ts';
import { courseStatement } from '../testing/courses.ts';
import { withReviews } from './course-reviews.ts';
import { applyGroup, type CourseRevision, type PairCourse } from './statement-course.ts';
import { groupsOf, reviewsOf, type CourseStatement, type Review } from './statement-groups.ts';

const at = (day: number, hour = 15): string => `2020-01-0${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

const said = (day: number, direction: Direction, recordId = `s${day}`): CourseStatement =>
  courseStatement({ recordId, countsFrom: at(day), direction });

function review(countsFrom: string, beliefId: string, given: Partial<StatedReview> = {}): Review {
  const assessed = { validity: 'conditions_supported', external_state: 'clear', blockers: [], ...given } as const;
  const recordId = `r:${countsFrom}:${assessed.validity}`;
  const stated = { belief_id: beliefId, ...assessed };
  return { ...courseStatement({ recordId, countsFrom, direction: 'unclear' }), review: stated };
}

function stepsOf(...releases: readonly (readonly CourseStatement[])[]): CourseRevision[] {
  const course: PairCourse = { beliefs: [] };
  return releases.flatMap((release) => groupsOf(release).flatMap((group) => applyGroup(course, group).revisions));
}

const shown = (steps: readonly CourseRevision[]): string[] =>
  steps
    .toSorted((a, b) => (a.countsFrom < b.countsFrom ? -1 : Number(a.countsFrom > b.countsFrom)))
    .map(({ group, direction, status, move, summary, assessment }) =>
      [
        group.leading.recordId,
        direction,
        status,
        move,
        summary.text,
        assessment?.review.validity ?? 'unassessed',
        assessment?.citationId ?? '',
      ].join(' '),
    );

it('a review repeats the state of its time, and assesses every later step of its view', () => {
  const steps = stepsOf([said(1, 'bullish'), said(4, 'mixed'), said(6, 'bearish')]);
  const [first] = steps;
  const reviewed = withReviews(steps, [review(at(3), first?.beliefId ?? '')]);
  const by = 'conditions_supported cit_r:2020-01-03T15:00:00.000Z:conditions_supported';
  expect(shown(reviewed)).toEqual([
    's1 bullish active initiated s1 unassessed ',
    `r:2020-01-03T15:00:00.000Z:conditions_supported bullish active none s1 ${by}`,
    `s4 mixed weakened weakened s4 ${by}`,
    `s6 mixed reversed reversed s4 ${by}`,
    // The view that the reversal opens was never reviewed.
    's6 bearish active initiated s6 unassessed ',
  ]);
});

it('a review makes no statement late, and repeats what a statement before it says that arrives later', () => {
  const before = stepsOf([said(1, 'bullish')], [said(2, 'mixed')]);
  const reviewed = withReviews(before, [review(at(3), before[0]?.beliefId ?? '')]);
  expect(shown(reviewed).at(-1)).toContain('mixed weakened none s2 conditions_supported');
});

it('the newest review holds, and of one instant the one that arrived last', () => {
  const steps = stepsOf([said(1, 'bullish'), said(5, 'bullish')]);
  const id = steps[0]?.beliefId ?? '';
  const found = withReviews(steps, [
    review(at(4), id),
    review(at(3), id, { validity: 'needs_review' }),
    review(at(4), id, { validity: 'invalidated' }),
  ]);
  expect(found.find(({ group }) => group.leading.recordId === 's5')?.assessment?.review.validity).toBe('invalidated');
});

it('a review of a view that is not in the course is left out', () => {
  const steps = stepsOf([said(1, 'bullish')]);
  expect(withReviews(steps, [review(at(3), 'bel_of_another_course')])).toEqual(steps);
});

it('a statement and a review of one release are kept apart', () => {
  const reviewed = review(at(1), 'bel_x');
  const all = [said(1, 'bullish'), reviewed];
  expect(groupsOf(all).map(({ statements }) => statements.map(({ recordId }) => recordId))).toEqual([['s1']]);
  expect(reviewsOf(all)).toEqual([reviewed]);
});

const random = fc.record({
  statements: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 6 }),
      direction: fc.constantFrom<Direction>('bullish', 'bearish', 'mixed', 'unclear'),
      release: fc.nat(2),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  reviews: fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 6 }), hour: fc.constantFrom(9, 15, 20), of: fc.nat(3) }),
    {
      maxLength: 4,
    },
  ),
});

it('reviews of random courses leave each step as it is, and add one unmoving step each', () => {
  fc.assert(
    fc.property(random, ({ statements, reviews }) => {
      const all = statements.map((one, index) => ({ ...one, said: said(one.day, one.direction, `s:${index}`) }));
      const steps = stepsOf(
        ...[0, 1, 2].map((release) => all.filter((one) => one.release === release).map((one) => one.said)),
      );
      const ids = [...new Set(steps.map(({ beliefId }) => beliefId))];
      const given = reviews.map(({ day, hour, of }) => review(at(day, hour), ids[of % ids.length] ?? ''));
      const found = withReviews(steps, given);
      const own = found.slice(0, steps.length).map((step) => ({ ...step, assessment: undefined }));
      expect(own).toEqual(steps);
      const added = found.slice(steps.length);
      expect(added).toHaveLength(given.length);
      for (const step of added) {
        expect([step.move, step.late]).toEqual(['none', false]);
        const before = steps.filter((one) => one.beliefId === step.beliefId && one.countsFrom <= step.countsFrom);
        const state = before.toSorted((a, b) => (a.countsFrom < b.countsFrom ? -1 : 1)).at(-1);
        if (state !== undefined && before.filter((one) => one.countsFrom === state.countsFrom).length === 1)
          expect([step.direction, step.status, step.summary]).toEqual([state.direction, state.status, state.summary]);
      }
      for (const { beliefId, countsFrom, assessment } of found) {
        const known = given.filter((one) => one.review.belief_id === beliefId && one.countsFrom <= countsFrom);
        const newest = known
          .map((one) => one.countsFrom)
          .toSorted()
          .at(-1);
        expect(known.find((one) => one.words.citationId === assessment?.citationId)?.countsFrom).toBe(newest);
      }
    }),
    { numRuns: 200 },
  );
});

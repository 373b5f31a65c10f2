// Judgement of the reviews of an import: each is of a released view, in the order of time, and moves its assessment as it may.
import { groupedBy } from '../../store/engine/grouped.ts';
import type { Db } from '../../store/engine/db.ts';
import {
  releasedViews,
  reviewedViews,
  reviewSteps,
  type ReleasedView,
  type ReviewStep,
} from '../../store/staged/import-reviews.ts';
import type { ImportOf } from '../../store/staged/import-rows.ts';
import { shown, type Faults } from '../files/faults.ts';
import { reviewFault } from '../statements/course-rules.ts';

type ReviewFault = { field: string; what: string; fix: string };

export async function checkReviews(db: Db, of: ImportOf, faults: Faults): Promise<void> {
  for await (const ids of reviewedViews(db, of)) {
    const views = new Map((await releasedViews(db, of.collection, ids)).map((view) => [view.belief_id, view]));
    const steps = groupedBy(await reviewSteps(db, of, ids), ({ belief_id: id }) => id);
    for (const [id, reviews] of steps) checkView(views.get(id), reviews, faults);
  }
}

/** The reviews of one view, oldest first. One that a release had before keeps its place, and was judged then. */
function checkView(view: ReleasedView | undefined, reviews: readonly ReviewStep[], faults: Faults): void {
  let last = reviews.findLast(({ line }) => line === null);
  for (const review of reviews) {
    if (review.line === null || review.isKnown) continue;
    const found = view === undefined ? unknownView(review) : (ofView(view, review) ?? inTime(view, last, review));
    const fault = found ?? moved(view, last, review);
    if (fault !== null) faults.add({ line: review.line, field: fault.field }, fault.what, fault.fix);
    else last = review;
  }
}

function unknownView({ belief_id: id }: ReviewStep): ReviewFault {
  return {
    field: 'review.belief_id',
    what: `no view with the id ${shown(id)} is released`,
    fix: 'copy the id from an answer; the statements of a new view are released before its review',
  };
}

function ofView(view: ReleasedView, review: ReviewStep): ReviewFault | null {
  if (view.origin === 'bundle') {
    return {
      field: 'review.belief_id',
      what: 'this view is stated by revision records',
      fix: 'load a further revision of it with the new assessment',
    };
  }
  const { person_id: person, ticker } = view;
  if (review.person_id !== person)
    return { field: 'person.id', what: `the view is that of ${shown(person)}`, fix: 'write the person of the view' };
  if (review.ticker !== ticker)
    return { field: 'security.ticker', what: `the view is about ${shown(ticker)}`, fix: 'write its ticker' };
  return null;
}

function inTime(view: ReleasedView, last: ReviewStep | undefined, review: ReviewStep): ReviewFault | null {
  const fault = (what: string): ReviewFault => ({
    field: 'observed_at',
    what,
    fix: 'review the view as it stands now, on evidence that was seen since',
  });
  if (review.observed_at < view.moved_at)
    return fault(`it is observed before the newest statement of the view (${view.moved_at})`);
  if (last !== undefined && review.observed_at <= last.observed_at)
    return fault(`it is not observed after the newest review of the view (${last.observed_at})`);
  return null;
}

const unassessed = { validity: 'unknown', external_state: 'unknown' };

function moved(view: ReleasedView | undefined, last: ReviewStep | undefined, review: ReviewStep): ReviewFault | null {
  const what = reviewFault(view?.status ?? '', last ?? unassessed, review);
  return what === null
    ? null
    : {
        field: 'review.validity',
        what,
        fix: 'see the moves in /docs/operate#moves, and review it in the steps between',
      };
}

// The case behind beliefs at a cutoff: their course, their outcomes, and their targets with the price.
import type { MeasuredBelief } from '../documents/brief/brief-facts.ts';
import { opposingTo } from '../documents/brief/derived-notes.ts';
import { type MeasuredTarget, type TargetPart, type ThesisFacts, numberOf } from '../documents/brief/thesis.ts';
import { partsOf, personOf } from '../documents/view.ts';
import { entrySessionOf } from '../measures/prices/marks.ts';
import { type CourseStep, measureOutcomes } from '../measures/prices/outcomes.ts';
import { measureOpportunity } from '../measures/prices/price-opportunity.ts';
import { latestPoint } from '../measures/prices/prices.ts';
import type { SplitHistory } from '../measures/prices/splits.ts';
import { isFinal } from '../measures/verdict/views.ts';
import type { BeliefPart } from '../store/known/read-beliefs.ts';
import type { PersonRow } from '../store/known/read-people.ts';
import type { RevisionRow } from '../store/known/read-revisions.ts';
import { directionGivenBy, openedBy } from './measure-belief.ts';
import { type PricesAtCutoff, marketOf, statusOf } from './prices.ts';

export type ThesesQuestion = {
  beliefs: readonly MeasuredBelief[];
  /** Every belief of the subject: some of them may point the other way. */
  all: readonly MeasuredBelief[];
  parts: ReadonlyMap<string, readonly BeliefPart[]>;
  people: ReadonlyMap<string, PersonRow>;
  /** Every revision of each of them, the oldest first. */
  courses: ReadonlyMap<string, readonly RevisionRow[]>;
  prices: PricesAtCutoff;
  splitHistory: SplitHistory | null;
};

function measureTarget(target: TargetPart, belief: MeasuredBelief, question: ThesesQuestion): MeasuredTarget {
  const { prices, splitHistory } = question;
  const { series, latest, adjustedThrough } = prices.security;
  const point = latestPoint(series);
  const { low, high, currency, stated_on: statedOn, horizon } = target.body;
  const horizonEndsOn = horizon?.until_on ?? null;
  const measured = measureOpportunity({
    asOf: prices.asOf,
    direction: belief.state.direction,
    target: { low: numberOf(low), high: numberOf(high), currency, statedOn, horizonEndsOn },
    price: {
      status: statusOf(prices, prices.security).status,
      point,
      currency: latest?.vintage.currency ?? '',
      adjustedThrough,
    },
    splitHistory,
  });
  const close = point === null || point.close === null ? null : { price: point.close, session: point.sessionDate };
  return { target, measured, close };
}

/** The revisions that outcomes are measured over: a late one moved no direction. */
function stepsOf(course: readonly RevisionRow[]): CourseStep[] {
  return course
    .filter(({ late }) => !late)
    .map(({ observed_at: at, is_day: isDay, counts_from: countsFrom, direction, status }) => ({
      observed: { at, isDay },
      countsFrom,
      direction,
      isFinal: isFinal({ status }),
    }));
}

/** One thesis for each belief, in their order. */
export function measureTheses(question: ThesesQuestion): ThesisFacts[] {
  const { beliefs, all, parts, people, courses, prices } = question;
  const nameOf = ({ state }: MeasuredBelief): string => personOf(people, state.person_id).name;
  return beliefs.map((belief) => {
    const { state } = belief;
    const own = parts.get(state.belief_id) ?? [];
    const course = courses.get(state.belief_id) ?? [];
    const opposing = opposingTo(belief, all);
    const [opened, turned] = [openedBy(state), directionGivenBy(state)].map((observed) =>
      entrySessionOf(prices.calendar, observed),
    );
    return {
      belief,
      parts: own,
      revisions: course,
      outcomes: measureOutcomes(marketOf(prices), stepsOf(course)),
      targets: partsOf(own, 'target').map((target) => measureTarget(target, belief, question)),
      asOf: prices.asOf,
      entrySessionsDiffer: opened !== turned,
      person: nameOf(belief),
      opposing: opposing === null ? null : { ...opposing, person: nameOf(opposing.newest) },
    };
  });
}

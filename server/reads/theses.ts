// The case behind beliefs at a cutoff: their course, their outcomes, and their targets beside the price.
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import { type MeasuredTarget, type TargetPart, type ThesisFacts, numberOf } from '../documents/thesis.ts';
import { partsOf } from '../documents/view.ts';
import { measureOutcomes } from '../measures/outcomes.ts';
import { measureOpportunity } from '../measures/price-opportunity.ts';
import { latestPoint } from '../measures/prices.ts';
import type { SplitHistory } from '../measures/splits.ts';
import type { BeliefPart } from '../store/read-beliefs.ts';
import type { RevisionRow } from '../store/read-revisions.ts';
import { type PricesAtCutoff, markInput, statusOf } from './prices.ts';

export type ThesesQuestion = {
  beliefs: readonly MeasuredBelief[];
  parts: ReadonlyMap<string, readonly BeliefPart[]>;
  /** Every revision of each of them, the oldest first. */
  courses: ReadonlyMap<string, readonly RevisionRow[]>;
  prices: PricesAtCutoff;
  splitHistory: SplitHistory | null;
};

function measureTarget(target: TargetPart, belief: MeasuredBelief, question: ThesesQuestion): MeasuredTarget {
  const { prices, splitHistory } = question;
  const { series, latest, adjustedThrough } = prices.security;
  const point = latestPoint(series);
  const { low, high, currency, stated_on: statedOn } = target.body;
  const measured = measureOpportunity({
    direction: belief.state.direction,
    target: { low: numberOf(low), high: numberOf(high), currency, statedOn },
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

/** One thesis for each belief, in their order. */
export function measureTheses(question: ThesesQuestion): ThesisFacts[] {
  const { beliefs, parts, courses, prices } = question;
  return beliefs.map((belief) => {
    const { belief_id: id, first_observed_at: since } = belief.state;
    const own = parts.get(id) ?? [];
    return {
      belief,
      parts: own,
      revisions: courses.get(id) ?? [],
      outcomes: measureOutcomes(markInput(prices, since)),
      targets: partsOf(own, 'target').map((target) => measureTarget(target, belief, question)),
    };
  });
}

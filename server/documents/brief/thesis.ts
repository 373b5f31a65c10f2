// The case behind one view: its claims, course, outcomes, mark, targets with the price, and packet.
import type { PriceOpportunity, TargetDistance, Thesis } from '../../../generated/api.ts';
import type { Outcomes } from '../../measures/prices/outcomes.ts';
import { type PriceOpportunity as MeasuredOpportunity, isCompared } from '../../measures/prices/price-opportunity.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { BeliefPart, BeliefState } from '../../store/known/read-beliefs.ts';
import type { RevisionRow } from '../../store/known/read-revisions.ts';
import { directionOf } from './activity.ts';
import type { MeasuredBelief } from './brief-facts.ts';
import { type NotedThesis, derivedNotes } from './derived-notes.ts';
import { mark, outcome } from './marks.ts';
import { packet } from './packet.ts';
import { type Cut, revisions, textOf } from '../revisions.ts';
import { conditionOf, conditionsOf } from './trade-state.ts';
import { partsOf } from '../view.ts';

export type TargetPart = Extract<BeliefPart, { kind: 'target' }>;

/** One target with the split-adjusted close that it was compared with. */
export type MeasuredTarget = {
  target: TargetPart;
  measured: MeasuredOpportunity;
  close: { price: number; session: string } | null;
};

export type ThesisFacts = {
  belief: MeasuredBelief;
  parts: readonly BeliefPart[];
  revisions: readonly RevisionRow[];
  outcomes: Outcomes;
  targets: readonly MeasuredTarget[];
  asOf: Instant;
  /** True if the view and its current direction have different entry sessions. */
  entrySessionsDiffer: boolean;
  /** The name of the person. */
  person: string;
  opposing: NotedThesis['opposing'];
};

export const numberOf = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

function distance({ target: { part_id, body }, measured, close }: MeasuredTarget, cut: Cut): TargetDistance {
  const compared = isCompared(measured.gap);
  return {
    target_id: part_id,
    low: numberOf(body.low),
    high: numberOf(body.high),
    currency: body.currency,
    stated_on: body.stated_on,
    horizon: body.horizon === null ? null : { text: body.horizon.text, until_on: body.horizon.until_on },
    conditions: body.conditions.map((text) => textOf(text, 'statement', cut)),
    price_when_stated: numberOf(body.price_when_stated),
    split_factor: measured.splitFactor,
    current_price: compared ? (close?.price ?? null) : null,
    current_session: compared ? (close?.session ?? null) : null,
    remaining_change_to_low_percent: measured.remainingToLowPercent,
    remaining_change_to_high_percent: measured.remainingToHighPercent,
    proximity: measured.proximity,
    reason: measured.gap,
    citation_id: body.citation_id,
  };
}

/** A thesis is active from its opening until it is reversed, resolved or abandoned; a forming one is not yet. */
function isActive({ status }: Pick<BeliefState, 'status'>): boolean {
  return status === 'active' || status === 'strengthened' || status === 'weakened';
}

/** The author's targets with the price, or null for a thesis that is not active. */
export function priceOpportunity({ belief, targets }: ThesisFacts, cut: Cut): PriceOpportunity | null {
  if (!isActive(belief.state)) return null;
  return {
    targets: targets.map((target) => distance(target, cut)),
    is_expected_return: false,
    proves_thesis_valid: false,
  };
}

/** The recorded confidence and horizon; absent if none was recorded. */
export function outlook({ body }: Pick<BeliefState, 'body'>): Pick<Thesis, 'confidence' | 'horizon'> {
  return {
    ...(body.confidence === undefined ? {} : { confidence: body.confidence }),
    ...(body.horizon === undefined
      ? {}
      : { horizon: { text: body.horizon.text, until_on: body.horizon.until_on ?? null } }),
  };
}

/** The common part of a thesis in a brief and of a belief's own record; the latter cuts no text. */
export function thesisCase(
  facts: ThesisFacts,
  cut: Cut,
): Pick<Thesis, 'claims' | 'conditions' | 'revisions' | 'packet'> {
  return {
    claims: partsOf(facts.parts, 'claim').map(({ part_id, body, revision, observed_at }) => ({
      claim_id: part_id,
      role: body.role,
      statement: textOf(body.statement, 'statement', cut),
      revision,
      observed_at,
      citation_id: body.citation_id,
    })),
    conditions: conditionsOf(facts.parts, facts.asOf).map((condition) => conditionOf(condition, cut)),
    revisions: revisions(facts.revisions, cut),
    packet: packet(facts.parts, derivedNotes(facts), cut),
  };
}

/** The thesis of one returned view. */
export function thesis(facts: ThesisFacts, price: Thesis['market_price']): Thesis {
  const { claims, conditions, revisions: course, packet: known } = thesisCase(facts, 'summarised');
  return {
    belief_id: facts.belief.state.belief_id,
    ...directionOf(facts.belief.state),
    ...outlook(facts.belief.state),
    claims,
    conditions,
    revisions: course,
    outcomes: facts.outcomes.outcomes.map(outcome),
    omitted_span_count: facts.outcomes.omittedSpans,
    since_inception_mark: mark(facts.belief.mark),
    since_direction_mark: mark(facts.belief.sinceDirection),
    entry_sessions_differ: facts.entrySessionsDiffer,
    market_price: price,
    price_opportunity: priceOpportunity(facts, 'summarised'),
    packet: known,
  };
}

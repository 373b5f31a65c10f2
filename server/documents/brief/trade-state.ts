// The trade state of a brief: the policy's verdict, its reasons, its setups, and the conditions to watch.
import type { BriefOverview } from '../../../generated/api.ts';
import { capText, textCaps } from '../../measures/text.ts';
import { type Setup as MeasuredSetup, isOverdue, soonest } from '../../measures/verdict/trade-state.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { BeliefPart } from '../../store/known/read-beliefs.ts';
import type { BriefCondition, BriefFacts } from './brief-facts.ts';
import { type Cut, textOf } from '../revisions.ts';
import { partsOf } from '../view.ts';

type State = BriefOverview['trade_state'];
type Setup = State['setups'][number];
type Condition = Setup['conditions'][number];

/** Past conditions first, then the awaited ones, then those that are over. */
const statusOrder: readonly BriefCondition['status'][] = [
  'triggered',
  'pending',
  'not_triggered',
  'unknown',
  'met',
  'missed',
];

/** Conditions of one status by their date; overdue ones that are still pending come first. */
function byUrgency(asOf: Instant): (a: BriefCondition, b: BriefCondition) => number {
  return (a, b) =>
    Number(isOverdue(b, asOf)) - Number(isOverdue(a, asOf)) ||
    statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status) ||
    soonest(a.expectedBy, b.expectedBy);
}

/** The conditions recorded for one belief, the most urgent first. */
export function conditionsOf(parts: readonly BeliefPart[], asOf: Instant): BriefCondition[] {
  return partsOf(parts, 'condition')
    .map(({ body }) => ({
      kind: body.kind,
      statement: body.statement,
      status: body.status,
      expectedBy: body.expected_by,
      citationId: body.citation_id,
    }))
    .sort(byUrgency(asOf));
}

/** A condition in the contract's shape. */
export function conditionOf(from: BriefCondition, cut: Cut): Condition {
  return {
    kind: from.kind,
    statement: textOf(from.statement, 'statement', cut),
    status: from.status,
    expected_by: from.expectedBy,
    citation_id: from.citationId,
  };
}

function setup(measured: MeasuredSetup<BriefCondition>): Setup {
  return {
    direction: measured.direction,
    posture: measured.posture,
    price_confirmation: measured.priceConfirmation,
    thesis_ids: measured.thesisIds,
    conditions: measured.conditions.items.map((item) => conditionOf(item, 'summarised')),
    omitted_condition_count: measured.conditions.omitted,
  };
}

/** The whole trade state; related companies never enter it. */
export function tradeState({ trade }: BriefFacts): State {
  return {
    action: trade.action,
    direction: trade.direction,
    decision_mode: trade.decisionMode,
    reasons: trade.reasons.map((reason) => capText(reason, textCaps.reason)),
    watch_conditions: trade.watchConditions.items.map(({ statement }) => capText(statement, textCaps.reason)),
    omitted_watch_condition_count: trade.watchConditions.omitted,
    setups: trade.setups.map(setup),
  };
}

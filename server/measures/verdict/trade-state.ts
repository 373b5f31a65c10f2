// The trade state of a listing by the published policy trade-state-v2: deterministic, and computed from its own views alone.
import { type PriceStatus, dataFreshness } from '../prices/price-status.ts';
import {
  cap,
  type CappedList,
  makeSetup,
  type Setup,
  type StateCondition,
  type StateView,
  tradeStateCaps,
} from './setups.ts';
import type { Instant } from '../time.ts';
import { type Action, stateReasons } from './trade-state-reasons.ts';
import { type Tally, isOpposedBySilence, isOutnumbered, tallyOf } from './trade-state-tally.ts';
import type { Direction } from './views.ts';

export type { ExcessSince, Setup, StateCondition, StateView } from './setups.ts';
export type { Action } from './trade-state-reasons.ts';
export type { Tally } from './trade-state-tally.ts';

export type DecisionMode = 'one_sided' | 'competing_setups' | 'no_directional_setup';

export type TradeState<C extends StateCondition = StateCondition> = {
  readonly action: Action;
  readonly direction: Direction;
  readonly decisionMode: DecisionMode;
  readonly reasons: readonly string[];
  readonly setups: readonly Setup<C>[];
  /** Conditions of the returned open views that are still to be decided: overdue ones first, then the soonest. */
  readonly watchConditions: CappedList<C>;
  readonly tally: Tally;
};

export type TradeStateInput<C extends StateCondition = StateCondition> = {
  readonly asOf: Instant;
  readonly views: readonly StateView<C>[];
  readonly priceStatus: PriceStatus;
};

export function measureTradeState<C extends StateCondition>(input: TradeStateInput<C>): TradeState<C> {
  const { asOf, views, priceStatus } = input;
  const isPriceStale = dataFreshness(priceStatus) === 'stale';
  const setups = (['bullish', 'bearish'] as const).flatMap((side) => makeSetup(side, views, isPriceStale));
  const tally = tallyOf(views);
  const action = decide(setups, tally, isPriceStale);
  return {
    action,
    ...position(setups, tally),
    reasons: stateReasons({ action, setups, tally, priceStatus }),
    setups,
    watchConditions: cap(watched(views, asOf), tradeStateCaps.watchConditions),
    tally,
  };
}

function decide(setups: readonly Setup[], tally: Tally, isPriceStale: boolean): Action {
  const [setup, other] = setups;
  if (setup === undefined || other !== undefined || setup.supportedViews === 0) return 'WAIT';
  if (isOutnumbered(setup.direction, tally) || isOpposedBySilence(setup.direction, tally)) return 'WAIT';
  if (setup.direction === 'bearish') return 'AVOID';
  const isConfirmed = setup.priceConfirmation === 'working' || setup.priceConfirmation === 'mixed';
  return tally.triggeredViews === 0 && isConfirmed && !isPriceStale ? 'BUY' : 'WAIT';
}

function position(setups: readonly Setup[], { views }: Tally): Pick<TradeState, 'direction' | 'decisionMode'> {
  const [setup, other] = setups;
  if (setup === undefined) {
    return { direction: views.mixed > 0 ? 'mixed' : 'unclear', decisionMode: 'no_directional_setup' };
  }
  if (other !== undefined) return { direction: 'mixed', decisionMode: 'competing_setups' };
  return { direction: setup.direction, decisionMode: 'one_sided' };
}

function watched<C extends StateCondition>(views: readonly StateView<C>[], asOf: Instant): readonly C[] {
  const open = views
    .filter((view) => view.returned && view.standing !== 'final')
    .flatMap((view) => view.conditions)
    .filter(({ status }) => status === 'pending' || status === 'not_triggered' || status === 'unknown');
  return open.toSorted(
    (a, b) => Number(isOverdue(b, asOf)) - Number(isOverdue(a, asOf)) || soonest(a.expectedBy, b.expectedBy),
  );
}

/** Past the date on which its author expected it, and still pending. */
export function isOverdue({ status, expectedBy }: StateCondition, asOf: Instant): boolean {
  return status === 'pending' && expectedBy !== null && expectedBy < asOf;
}

/** Conditions without a date come last, and keep their order. */
export function soonest(a: Instant | null, b: Instant | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

// The trade state of a listing by the published policy trade-state-v1: deterministic, and computed from its own views alone.
import type { PriceStatus } from './price-status.ts';
import {
  cap,
  type Capped,
  makeSetup,
  type Setup,
  type StateCondition,
  type StateView,
  tradeStateCaps,
} from './setups.ts';
import type { Instant } from './time.ts';
import { type Action, stateReasons, type Tally } from './trade-state-reasons.ts';
import { type Direction, isCounting, isFinal } from './views.ts';

export type { Setup, StateCondition, StateView } from './setups.ts';
export type { Action } from './trade-state-reasons.ts';

export type DecisionMode = 'one_sided' | 'competing_setups' | 'no_directional_setup';

export type TradeState<C extends StateCondition = StateCondition> = {
  readonly action: Action;
  readonly direction: Direction;
  readonly decisionMode: DecisionMode;
  readonly reasons: readonly string[];
  readonly setups: readonly Setup<C>[];
  /** Conditions of the returned open views that are still to be decided, the soonest first. */
  readonly watchConditions: Capped<C>;
};

export type TradeStateInput<C extends StateCondition = StateCondition> = {
  readonly views: readonly StateView<C>[];
  readonly priceStatus: Pick<PriceStatus, 'status' | 'through'>;
};

export function measureTradeState<C extends StateCondition>(input: TradeStateInput<C>): TradeState<C> {
  const counting = input.views.filter(isCounting);
  const setups = (['bullish', 'bearish'] as const).flatMap((direction) => makeSetup(direction, input.views));
  const tally = count(counting);
  const action = decide(setups, tally, input.priceStatus.status);
  return {
    action,
    ...position(setups),
    reasons: stateReasons({ action, setups, tally, priceStatus: input.priceStatus }),
    setups,
    watchConditions: cap(watched(input.views), tradeStateCaps.watchConditions),
  };
}

function count(counting: readonly StateView[]): Tally {
  const bullish = counting.filter((view) => view.direction === 'bullish').length;
  const bearish = counting.filter((view) => view.direction === 'bearish').length;
  const triggered = counting.filter((view) => view.externalState === 'triggered').length;
  return { counting: counting.length, bullish, bearish, undirected: counting.length - bullish - bearish, triggered };
}

function decide(setups: readonly Setup[], tally: Tally, price: PriceStatus['status']): Action {
  const [setup, other] = setups;
  if (setup === undefined || other !== undefined || setup.supportedViews === 0) return 'WAIT';
  if (setup.direction === 'bearish') return 'AVOID';
  const isConfirmed = setup.priceConfirmation === 'working' || setup.priceConfirmation === 'mixed';
  return tally.triggered === 0 && isConfirmed && price === 'current' ? 'BUY' : 'WAIT';
}

function position(setups: readonly Setup[]): Pick<TradeState, 'direction' | 'decisionMode'> {
  const [setup, other] = setups;
  if (setup === undefined) return { direction: 'unclear', decisionMode: 'no_directional_setup' };
  if (other !== undefined) return { direction: 'mixed', decisionMode: 'competing_setups' };
  return { direction: setup.direction, decisionMode: 'one_sided' };
}

function watched<C extends StateCondition>(views: readonly StateView<C>[]): readonly C[] {
  const open = views
    .filter((view) => view.returned && !isFinal(view))
    .flatMap((view) => view.conditions)
    .filter(({ status }) => status === 'pending' || status === 'not_triggered' || status === 'unknown');
  return open.toSorted((a, b) => soonest(a.expectedBy, b.expectedBy));
}

/** Conditions without a date come last, and keep their order. */
function soonest(a: Instant | null, b: Instant | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

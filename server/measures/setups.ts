// Setups: what the counting views of one direction say together, and whether the price has confirmed them.
import { isAbove } from './limits.ts';
import type { Instant } from './time.ts';
import {
  type ConditionStatus,
  type Direction,
  type ExternalState,
  isCounting,
  type Validity,
  type ViewStatus,
} from './views.ts';

/** Points of median excess beyond which the price confirms a setup, or contradicts it. */
export const confirmationPoints = 2;
export const tradeStateCaps = { reasons: 5, watchConditions: 5, setupConditions: 5, viewBlockers: 5 } as const;

export type SetupDirection = 'bullish' | 'bearish';
export type PriceConfirmation = 'working' | 'mixed' | 'against' | 'unmeasured';

/** What the policy reads of a condition; the caller's own condition objects come back unchanged. */
export type StateCondition = { readonly status: ConditionStatus; readonly expectedBy: Instant | null };

export type StateView<C extends StateCondition = StateCondition> = {
  readonly beliefId: string;
  readonly direction: Direction;
  readonly status: ViewStatus;
  readonly validity: Validity;
  readonly externalState: ExternalState;
  /** Excess of the since-inception mark in points; null when not measured. */
  readonly excessPercent: number | null;
  /** Whether the document shows this view. */
  readonly returned: boolean;
  readonly conditions: readonly C[];
};

export type Capped<T> = { readonly items: readonly T[]; readonly omitted: number };

export type Setup<C extends StateCondition = StateCondition> = {
  readonly direction: SetupDirection;
  readonly posture: 'long_watch' | 'avoid_watch';
  readonly priceConfirmation: PriceConfirmation;
  /** Of all counting views of the direction, sign-adjusted for this comparison: above 0 favours the setup. */
  readonly medianExcess: number | null;
  readonly countingViews: number;
  readonly measuredViews: number;
  readonly supportedViews: number;
  readonly unassessedViews: number;
  /** Of the returned views of the direction, in their order. */
  readonly thesisIds: string[];
  readonly conditions: Capped<C>;
};

/** A direction has a setup as soon as one view of it counts. */
export function makeSetup<C extends StateCondition>(
  direction: SetupDirection,
  views: readonly StateView<C>[],
): readonly Setup<C>[] {
  const ofDirection = views.filter((view) => view.direction === direction);
  const counting = ofDirection.filter(isCounting);
  if (counting.length === 0) return [];
  const measured = counting.flatMap((view) => (view.excessPercent === null ? [] : [view.excessPercent]));
  const medianExcess = median(direction === 'bullish' ? measured : measured.map((excess) => -excess));
  const returned = ofDirection.filter((view) => view.returned);
  const setup: Setup<C> = {
    direction,
    posture: direction === 'bullish' ? 'long_watch' : 'avoid_watch',
    priceConfirmation: confirmation(medianExcess),
    medianExcess,
    countingViews: counting.length,
    measuredViews: measured.length,
    supportedViews: counting.filter((view) => view.validity === 'conditions_supported').length,
    unassessedViews: counting.filter((view) => view.validity === 'unknown').length,
    thesisIds: returned.map((view) => view.beliefId),
    conditions: cap(
      returned.flatMap((view) => view.conditions),
      tradeStateCaps.setupConditions,
    ),
  };
  return [setup];
}

function confirmation(medianExcess: number | null): PriceConfirmation {
  if (medianExcess === null) return 'unmeasured';
  if (isAbove(medianExcess, confirmationPoints)) return 'working';
  return isAbove(-medianExcess, confirmationPoints) ? 'against' : 'mixed';
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

export function cap<T>(items: readonly T[], max: number): Capped<T> {
  return { items: items.slice(0, max), omitted: Math.max(0, items.length - max) };
}

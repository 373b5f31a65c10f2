// Setups: the counting views of one direction together, and their confirmation by the price.
import { isAbove } from '../limits.ts';
import type { Instant } from '../time.ts';
import type { ConditionStatus, Direction, ExternalState, Standing, Validity } from './views.ts';

/** Points of median excess beyond which the price confirms or contradicts a setup. */
export const confirmationPoints = 2;
export const tradeStateCaps = { reasons: 5, watchConditions: 5, setupConditions: 5, viewBlockers: 5 } as const;

export type SetupDirection = 'bullish' | 'bearish';
export type PriceConfirmation = 'working' | 'mixed' | 'against' | 'unmeasured';

/** The part of a condition that the policy reads; the caller's own condition objects come back unchanged. */
export type StateCondition = { readonly status: ConditionStatus; readonly expectedBy: Instant | null };

/** The excess over the benchmark since a view took its direction, and over how many sessions. */
export type ExcessSince = { readonly percent: number; readonly sessions: number };

export type StateView<C extends StateCondition = StateCondition> = {
  readonly beliefId: string;
  readonly personId: string;
  readonly direction: Direction;
  readonly standing: Standing;
  readonly validity: Validity;
  readonly externalState: ExternalState;
  /** Null when not measured. */
  readonly excess: ExcessSince | null;
  /** True if the document shows this view. */
  readonly returned: boolean;
  readonly conditions: readonly C[];
};

export type CappedList<T> = { readonly items: readonly T[]; readonly omitted: number };

export type Setup<C extends StateCondition = StateCondition> = {
  readonly direction: SetupDirection;
  readonly posture: 'long_watch' | 'avoid_watch';
  readonly priceConfirmation: PriceConfirmation;
  /** Over all counting views of the direction, with the sign of the direction: above 0 favours the setup. */
  readonly medianExcess: number | null;
  readonly countingViews: number;
  readonly measuredViews: number;
  /** Sessions of the shortest and the longest measured span; null when none is measured. */
  readonly spans: { readonly shortest: number; readonly longest: number } | null;
  readonly supportedViews: number;
  /** Of the returned counting views of the direction, in their order. */
  readonly thesisIds: string[];
  readonly conditions: CappedList<C>;
};

/** A direction has a setup as soon as one view of it counts. A stale price confirms nothing. */
export function makeSetup<C extends StateCondition>(
  direction: SetupDirection,
  views: readonly StateView<C>[],
  isPriceStale: boolean,
): readonly Setup<C>[] {
  const counting = views.filter((view) => view.direction === direction && view.standing === 'counting');
  if (counting.length === 0) return [];
  const measured = isPriceStale ? [] : counting.flatMap(({ excess }) => excess ?? []);
  const sign = direction === 'bullish' ? 1 : -1;
  const medianExcess = median(measured.map(({ percent }) => sign * percent));
  const sessions = measured.map((excess) => excess.sessions);
  const returned = counting.filter((view) => view.returned);
  const setup: Setup<C> = {
    direction,
    posture: direction === 'bullish' ? 'long_watch' : 'avoid_watch',
    priceConfirmation: confirmation(medianExcess),
    medianExcess,
    countingViews: counting.length,
    measuredViews: measured.length,
    spans: sessions.length === 0 ? null : { shortest: Math.min(...sessions), longest: Math.max(...sessions) },
    supportedViews: counting.filter((view) => view.validity === 'conditions_supported').length,
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

export function cap<T>(items: readonly T[], max: number): CappedList<T> {
  return { items: items.slice(0, max), omitted: Math.max(0, items.length - max) };
}

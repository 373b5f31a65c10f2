// Price opportunity: the distance from the dated price to each stated target, or the reason why it is unknown.
import { isAbove } from '../limits.ts';
import type { PriceStatus } from './price-status.ts';
import type { PricePoint } from './prices.ts';
import { knownSplitFactor, type SplitHistory } from './splits.ts';
import { type CalendarDate, type Instant, wholeDays } from '../time.ts';
import { type Direction, hasEnded, silentAfterDays } from '../verdict/views.ts';

/** A price within this many percent of the target is near it. */
const nearPercent = 5;

export type Proximity = 'not_reached' | 'near' | 'reached_or_beyond' | 'unknown';

/** Reasons why a target cannot be compared; the first that holds, in this order. */
export type OpportunityGap =
  | 'no_target_price'
  | 'horizon_ended'
  | 'target_not_restated'
  | 'price_unavailable'
  | 'price_stale'
  | 'price_unverified'
  | 'currency_mismatch'
  | 'adjusted_price_not_comparable'
  | 'split_history_unknown'
  | 'no_clear_direction';

/** A target as its author stated it, in the shares and the currency of that day. */
export type StatedTarget = {
  readonly low: number | null;
  readonly high: number | null;
  readonly currency: string;
  readonly statedOn: CalendarDate;
  /** The last day of the target's own horizon; null if it names none. */
  readonly horizonEndsOn: CalendarDate | null;
};

export type OpportunityPrice = {
  readonly status: PriceStatus['status'];
  readonly point: PricePoint | null;
  readonly currency: string;
  /** The last session of the price's vintage: its closes are adjusted for every split up to there. */
  readonly adjustedThrough: CalendarDate;
};

export type PriceOpportunity = {
  /** Null if the splits between the target's date and the price's date are not known. */
  readonly splitFactor: number | null;
  /** The target in today's shares. */
  readonly comparableLow: number | null;
  readonly comparableHigh: number | null;
  /** The change to the edge of the target that the thesis meets first; null for a range without a clear direction. */
  readonly remainingChangePercent: number | null;
  readonly remainingToLowPercent: number | null;
  readonly remainingToHighPercent: number | null;
  readonly proximity: Proximity;
  readonly gap: OpportunityGap | null;
};

export type OpportunityInput = {
  readonly asOf: Instant;
  readonly direction: Direction;
  readonly target: StatedTarget;
  readonly price: OpportunityPrice;
  readonly splitHistory: SplitHistory | null;
};

export function measureOpportunity(input: OpportunityInput): PriceOpportunity {
  const { direction, target, price } = input;
  const splitFactor = factorOf(input);
  const inShares = (stated: number | null): number | null =>
    stated === null || splitFactor === null ? null : stated / splitFactor;
  const comparableLow = inShares(target.low);
  const comparableHigh = inShares(target.high);
  const gap = findGap(input, splitFactor);
  const close = isCompared(gap) ? (price.point?.close ?? null) : null;
  const edge = firstEdge(direction, comparableLow, comparableHigh);
  const remainingChangePercent = remaining(close, edge);
  return {
    splitFactor,
    comparableLow,
    comparableHigh,
    remainingChangePercent,
    remainingToLowPercent: remaining(close, comparableLow),
    remainingToHighPercent: remaining(close, comparableHigh),
    proximity: proximityOf(direction, remainingChangePercent),
    gap,
  };
}

function factorOf({ target, price, splitHistory }: OpportunityInput): number | null {
  if (price.point === null) return null;
  const { sessionDate } = price.point;
  const through = price.adjustedThrough > sessionDate ? price.adjustedThrough : sessionDate;
  return knownSplitFactor(splitHistory, target.statedOn, through);
}

/** Distances are measured without a clear direction too: only the verdict "reached" stays open. */
export function isCompared(gap: OpportunityGap | null): boolean {
  return gap === null || gap === 'no_clear_direction';
}

function findGap(input: OpportunityInput, splitFactor: number | null): OpportunityGap | null {
  const { target, price, direction } = input;
  if (target.low === null && target.high === null) return 'no_target_price';
  const lapsed = findLapse(input);
  if (lapsed !== null) return lapsed;
  if (price.status === 'unavailable' || price.point === null) return 'price_unavailable';
  if (price.status === 'stale') return 'price_stale';
  if (price.status === 'unverified') return 'price_unverified';
  if (price.currency !== target.currency) return 'currency_mismatch';
  if (price.point.close === null) return 'adjusted_price_not_comparable';
  if (splitFactor === null) return 'split_history_unknown';
  return direction === 'bullish' || direction === 'bearish' ? null : 'no_clear_direction';
}

/** A target holds until its own horizon ends; without a dated one, as long as an unrepeated view would count. */
function findLapse({ target, asOf }: OpportunityInput): OpportunityGap | null {
  if (target.horizonEndsOn !== null) return hasEnded(target.horizonEndsOn, asOf) ? 'horizon_ended' : null;
  return wholeDays(`${target.statedOn}T00:00:00.000Z`, asOf) > silentAfterDays ? 'target_not_restated' : null;
}

/** A rising price meets the low edge of a range first, a falling price the high edge. */
function firstEdge(direction: Direction, low: number | null, high: number | null): number | null {
  if (direction === 'bullish') return low ?? high;
  if (direction === 'bearish') return high ?? low;
  return low === null || high === null || low === high ? (low ?? high) : null;
}

function remaining(close: number | null, target: number | null): number | null {
  return close === null || target === null ? null : (target / close - 1) * 100;
}

/** Proximity is decided in decimals, because a split may have divided the target. */
function proximityOf(direction: Direction, remainingPercent: number | null): Proximity {
  if (remainingPercent === null) return 'unknown';
  if (direction !== 'bullish' && direction !== 'bearish') return 'unknown';
  const ahead = direction === 'bullish' ? remainingPercent : -remainingPercent;
  if (!isAbove(ahead, 0)) return 'reached_or_beyond';
  return isAbove(ahead, nearPercent) ? 'not_reached' : 'near';
}

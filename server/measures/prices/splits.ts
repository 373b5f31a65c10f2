// Share splits, and the factor that makes an old price or target comparable with a split-adjusted close.
import type { CalendarDate } from '../time.ts';

/** `numerator` new shares for `denominator` old ones, from this session on. */
export type Split = {
  readonly effectiveSession: CalendarDate;
  readonly numerator: number;
  readonly denominator: number;
};

/** The splits of a listing, and the range of days in which all are known. */
export type SplitHistory = {
  readonly knownFrom: CalendarDate;
  readonly knownThrough: CalendarDate;
  readonly splits: readonly Split[];
};

/**
 * The product of the splits effective after `from` and not after `through`: statements of the effective day are in new
 * shares. Numerators and denominators are multiplied separately, so that a 3:1 after a 1:3 is exactly 1.
 */
export function splitFactor(splits: readonly Split[], from: CalendarDate, through: CalendarDate): number {
  let numerator = 1;
  let denominator = 1;
  for (const split of splits) {
    if (split.effectiveSession <= from || split.effectiveSession > through) continue;
    numerator *= split.numerator;
    denominator *= split.denominator;
  }
  return numerator / denominator;
}

/** Null if the history does not cover both days. */
export function knownSplitFactor(
  history: SplitHistory | null,
  from: CalendarDate,
  through: CalendarDate,
): number | null {
  if (history === null || history.knownFrom > from || history.knownThrough < through) return null;
  return splitFactor(history.splits, from, through);
}

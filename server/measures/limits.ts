// Comparison of a change in percent with a limit that decimal prices can meet exactly.

/**
 * Far above the rounding error of a change computed in doubles, and far below the precision of a price. From 100 to 102
 * is 2.0000000000000018 percent in doubles.
 */
const LOST_PERCENT = 1e-10;

/** True if it exceeds the limit by more than the rounding error. */
export function isAbove(percent: number, limit: number): boolean {
  return percent > limit + LOST_PERCENT;
}

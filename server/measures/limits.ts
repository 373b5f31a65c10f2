// Comparing a change in percent with a limit that decimal prices can meet exactly.

/**
 * Thousands of times what double precision loses between two prices and their change, and far less than a price says:
 * from 100 to 102 is 2.0000000000000018 percent there, and no more than 2.
 */
const LOST_PERCENT = 1e-10;

/** Whether it lies above the limit by more than the computing of it may have added. */
export function isAbove(percent: number, limit: number): boolean {
  return percent > limit + LOST_PERCENT;
}

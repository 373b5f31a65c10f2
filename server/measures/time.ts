// Instants and calendar dates as canonical strings, whose lexical order is their order in time.
import type { CalendarDate, Instant } from '../terms/research.ts';

export type { CalendarDate, Instant } from '../terms/research.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whole days of 24 hours from one instant to a later one, rounded down. */
export function wholeDays(from: Instant, to: Instant): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function shiftDays(instant: Instant, days: number): Instant {
  return new Date(Date.parse(instant) + days * DAY_MS).toISOString();
}

/** The last instant of a date. */
export function endOfDate(date: CalendarDate): Instant {
  return `${date}T23:59:59.999Z`;
}

export function dateOf(instant: Instant): CalendarDate {
  return instant.slice(0, 10);
}

export function shiftMinutes(instant: Instant, minutes: number): Instant {
  return new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
}

/** Lower bound by bisection: the first index whose item is not below, or the length. */
export function firstNotBelow<T>(sorted: readonly T[], below: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest of instants or of dates; null if there is none. */
export function newestOf(times: readonly (Instant | CalendarDate | null)[]): Instant | CalendarDate | null {
  return times.reduce((newest, at) => (at === null || (newest !== null && newest >= at) ? newest : at), null);
}

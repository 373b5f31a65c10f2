// Worked series for the tests of this room: a few sessions and round prices, each observed at its session's close.
import { type Calendar, createCalendar } from '../calendar.ts';
import { type PricePoint, type UsableSeries, usable } from '../prices/prices.ts';
import type { CalendarDate, Instant } from '../time.ts';

export const builtIn: Calendar = createCalendar();
export const farFuture: Instant = '2027-06-01T00:00:00.000Z';

export function closeOf(date: CalendarDate): Instant {
  return builtIn.sessions[builtIn.indexOf(date)]?.closeAt ?? `${date}T21:00:00.000Z`;
}

export function point(sessionDate: CalendarDate, adjusted: number, close: number | null = null): PricePoint {
  return { sessionDate, adjusted, close, observedAt: closeOf(sessionDate) };
}

/** The points of a table of session and price, cut at an instant. */
export function pricedAt(rows: readonly (readonly [CalendarDate, number])[], asOf: Instant = farFuture): UsableSeries {
  const points = rows.map(([sessionDate, adjusted]) => point(sessionDate, adjusted));
  return usable(points, builtIn, asOf);
}

/** One price for each of the sessions that follow one another from a day on. */
export function pricedFrom(first: CalendarDate, prices: readonly number[], asOf: Instant = farFuture): UsableSeries {
  const start = builtIn.indexOf(first);
  return pricedAt(
    prices.map((price, offset) => [builtIn.sessions[start + offset]?.date ?? '', price] as const),
    asOf,
  );
}

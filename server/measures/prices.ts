// A price series, and the part of it that was known at a cutoff: the only part that any measure may see.
import type { Calendar } from './calendar.ts';
import { type CalendarDate, firstNotBelow, type Instant } from './time.ts';

export type PricePoint = {
  readonly sessionDate: CalendarDate;
  /** Dividend- and split-adjusted close. */
  readonly adjusted: number;
  /** Split-adjusted, not dividend-adjusted close, where the file has it. */
  readonly close: number | null;
  readonly observedAt: Instant;
};

/** Sorted by session, one point a session. */
export type PriceSeries = readonly PricePoint[];

declare const usableAtCutoff: unique symbol;

/** A series cut by `usable`. Measures take nothing else, so an uncut series is a compile error. */
export type UsableSeries = PriceSeries & { readonly [usableAtCutoff]: true };

export const noPrices = [] as readonly PricePoint[] as UsableSeries;

export type UsablePrices = {
  readonly series: UsableSeries;
  /** Rows known at the cutoff whose day the calendar knows to be no session. */
  readonly ignoredNonSession: number;
  /** Rows known at the cutoff whose day lies outside the calendar. */
  readonly ignoredOutsideCalendar: number;
};

/** Keeps the points on sessions whose close and observation are at or before the cutoff. */
export function usable(series: PriceSeries, calendar: Calendar, asOf: Instant): UsablePrices {
  const kept: PricePoint[] = [];
  let ignoredNonSession = 0;
  let ignoredOutsideCalendar = 0;
  for (const point of series) {
    if (point.observedAt > asOf) continue;
    const session = calendar.sessions[calendar.indexOf(point.sessionDate)];
    if (session !== undefined) {
      if (session.closeAt <= asOf) kept.push(point);
    } else if (point.sessionDate < calendar.coveredFrom || point.sessionDate > calendar.coveredThrough) {
      ignoredOutsideCalendar += 1;
    } else {
      ignoredNonSession += 1;
    }
  }
  return { series: kept as PriceSeries as UsableSeries, ignoredNonSession, ignoredOutsideCalendar };
}

/** The index of the first point at or after the day; the length of the series when there is none. */
export function indexAtOrAfter(series: PriceSeries, date: CalendarDate): number {
  return firstNotBelow(series, (point) => point.sessionDate < date);
}

/** The point of exactly this session: a missing price is never carried forward. */
export function pointAt(series: PriceSeries, date: CalendarDate): PricePoint | null {
  const point = series[indexAtOrAfter(series, date)];
  return point?.sessionDate === date ? point : null;
}

export function latestPoint(series: PriceSeries): PricePoint | null {
  return series.at(-1) ?? null;
}

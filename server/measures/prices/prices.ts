// A price series, and its part known at a cutoff: the only part that a measure may use.
import type { Calendar, Session } from '../calendar.ts';
import { type CalendarDate, firstNotBelow, type Instant } from '../time.ts';

export type PricePoint = {
  readonly sessionDate: CalendarDate;
  /** Dividend- and split-adjusted close. */
  readonly adjusted: number;
  /** Split-adjusted, not dividend-adjusted close, if the file has it. */
  readonly close: number | null;
  readonly observedAt: Instant;
};

/** Sorted by session, one point a session. */
export type PriceSeries = readonly PricePoint[];

declare const usableAtCutoff: unique symbol;

/** A series cut by `usable`. Measures take nothing else, so an uncut series is a compile error. */
export type UsableSeries = PriceSeries & { readonly [usableAtCutoff]: true };

export const noPrices = [] as readonly PricePoint[] as UsableSeries;

/** The points of a series on sessions of a calendar. */
type OnSessions = {
  readonly sessions: readonly Session[];
  readonly points: PriceSeries;
  /** No point was observed before an earlier one. */
  readonly isInOrder: boolean;
};

const onSessions = new WeakMap<PriceSeries, OnSessions>();

/** Found once for a series and a calendar: each cutoff takes a part of it. */
function pointsOnSessions(series: PriceSeries, { sessions }: Calendar): OnSessions {
  const known = onSessions.get(series);
  if (known?.sessions === sessions) return known;
  const points: PricePoint[] = [];
  let session = 0;
  let newest = '';
  let isInOrder = true;
  for (const point of series) {
    while (session < sessions.length && (sessions[session] as Session).date < point.sessionDate) session += 1;
    if (sessions[session]?.date !== point.sessionDate) continue;
    points.push(point);
    if (point.observedAt < newest) isInOrder = false;
    else newest = point.observedAt;
  }
  const found = { sessions, points: points.length === series.length ? series : points, isInOrder };
  onSessions.set(series, found);
  return found;
}

/**
 * Keeps the points whose session close and observation are at or before the cutoff. Skips a day without a session in
 * the cutoff's calendar; the import reports such a row.
 */
export function usable(series: PriceSeries, calendar: Calendar, asOf: Instant): UsableSeries {
  const lastClosed = calendar.lastClosedBy(asOf);
  if (lastClosed === null || series.length === 0) return noPrices;
  const lastDate = (calendar.sessions[lastClosed] as Session).date;
  const { points, isInOrder } = pointsOnSessions(series, calendar);
  const closed = firstNotBelow(points, ({ sessionDate }) => sessionDate <= lastDate);
  const observed = isInOrder ? firstNotBelow(points, ({ observedAt }) => observedAt <= asOf) : points.length;
  const known = points.slice(0, Math.min(closed, observed));
  const kept = isInOrder ? known : known.filter(({ observedAt }) => observedAt <= asOf);
  return kept as PriceSeries as UsableSeries;
}

/** The newest observation among the prices of several series; null without a price. */
export function newestObserved(all: readonly PriceSeries[]): Instant | null {
  let newest: Instant | null = null;
  for (const series of all)
    for (const { observedAt } of series) if (newest === null || observedAt > newest) newest = observedAt;
  return newest;
}

/** The index of the first point at or after the day; the length of the series if there is none. */
export function indexAtOrAfter(series: PriceSeries, date: CalendarDate): number {
  return firstNotBelow(series, (point) => point.sessionDate < date);
}

/** The point of exactly this session: a missing price is never carried forward. */
export function pointAt(series: PriceSeries, date: CalendarDate): PricePoint | null {
  const point = series[indexAtOrAfter(series, date)];
  return point?.sessionDate === date ? point : null;
}

/** A session whose price is far from the previous one: a wrong unit, or a split that is not recorded. */
export type PriceJump = { readonly session: CalendarDate; readonly ratio: number };

/** Smallest ratio of two consecutive prices, in either direction, that counts as a jump. */
export const jumpTimesMin = 5;

/** The newest jump of a series, or null. */
export function newestJump(series: UsableSeries): PriceJump | null {
  for (let index = series.length - 1; index > 0; index -= 1) {
    const earlier = series[index - 1] as PricePoint;
    const later = series[index] as PricePoint;
    const ratio = later.adjusted / earlier.adjusted;
    if (ratio >= jumpTimesMin || ratio <= 1 / jumpTimesMin) return { session: later.sessionDate, ratio };
  }
  return null;
}

export function latestPoint(series: PriceSeries): PricePoint | null {
  return series.at(-1) ?? null;
}

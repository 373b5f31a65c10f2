// Marks: price moves of underlying and benchmark from a view's entry to the latest session or to its end.
import type { Calendar } from '../calendar.ts';
import { indexAtOrAfter, latestPoint, pointAt, type PricePoint, type UsableSeries } from './prices.ts';
import { type CalendarDate, type Instant, dateOf } from '../time.ts';

/** An entry price is searched in the entry session and the four after it, and no further. */
export const entrySessionsMax = 5;

/** An observation; `isDay`: only its day is known. */
export type ObservationTime = { readonly at: Instant; readonly isDay: boolean };

/** Both movements cover the same two sessions; the benchmark's is null if it lacks either price. */
export type Movement = {
  readonly securityPercent: number;
  readonly benchmarkEntry: number | null;
  readonly benchmarkLatest: number | null;
  readonly benchmarkPercent: number | null;
  readonly excessPercent: number | null;
};

export type MeasuredMark = Movement & {
  readonly state: 'measured';
  readonly entrySession: CalendarDate;
  readonly entryPrice: number;
  readonly latestSession: CalendarDate;
  readonly latestPrice: number;
  /** Sessions from the entry to the latest one. */
  readonly sessions: number;
};

/** `ended`: the mark ends at the entry session of the revision that ended the view. */
export type Mark = { readonly ended: boolean } & (
  | MeasuredMark
  | { readonly state: 'pending' }
  | {
      readonly state: 'unmeasured';
      readonly reason: 'entry_is_latest' | 'ended_at_entry';
      readonly entrySession: CalendarDate;
      readonly entryPrice: number;
      readonly benchmarkEntry: number | null;
    }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price' | 'no_end_price' }
);

/** The prices and the calendar known at a cutoff. */
export type MarketAtCutoff = {
  readonly asOf: Instant;
  readonly calendar: Calendar;
  readonly security: UsableSeries;
  readonly benchmark: UsableSeries;
};

export type MarkInput = MarketAtCutoff & {
  readonly from: ObservationTime;
  /** The observation that ended the view; null for a mark to the latest session. */
  readonly until: ObservationTime | null;
};

export type Entry =
  | { readonly state: 'priced'; readonly point: PricePoint }
  | { readonly state: 'pending' }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price' };

/**
 * The first close after this instant is the entry. With the hour unknown it is the end of the day, so no future close
 * is used.
 */
function entryInstant({ at, isDay }: ObservationTime): Instant {
  return isDay ? `${dateOf(at)}T23:59:59.000Z` : at;
}

/** The position of the first session whose close is at or after the observation; null outside the calendar. */
export function entryIndexOf(calendar: Calendar, observed: ObservationTime): number | null {
  return calendar.firstClosingAtOrAfter(entryInstant(observed));
}

export function entrySessionOf(calendar: Calendar, observed: ObservationTime): CalendarDate | null {
  const index = entryIndexOf(calendar, observed);
  return index === null ? null : (calendar.sessions[index]?.date ?? null);
}

export function findEntry(
  { asOf, calendar, security }: Omit<MarketAtCutoff, 'benchmark'>,
  observed: ObservationTime,
): Entry {
  const index = entryIndexOf(calendar, observed);
  if (index === null) {
    // After the last known session the entry is still to come; before the first one it can never be found.
    const isAhead = observed.at >= calendar.coveredFrom;
    return isAhead ? { state: 'pending' } : { state: 'unmeasurable', reason: 'no_entry_price' };
  }
  const window = calendar.sessions.slice(index, index + entrySessionsMax);
  const first = window[0]?.date ?? '';
  const last = window.at(-1)?.date ?? '';
  const point = security[indexAtOrAfter(security, first)];
  if (point !== undefined && point.sessionDate <= last) return { state: 'priced', point };
  const closed = (calendar.lastClosedBy(asOf) ?? -1) - index + 1;
  return closed < entrySessionsMax ? { state: 'pending' } : { state: 'unmeasurable', reason: 'no_entry_price' };
}

export function measureMark(input: MarkInput): Mark {
  const entry = findEntry(input, input.from);
  const ended = input.until !== null;
  if (entry.state !== 'priced') return { ended, ...entry };
  const end = input.until === null ? null : findEntry(input, input.until);
  if (end?.state === 'pending') return { ended, state: 'pending' };
  if (end?.state === 'unmeasurable') return { ended, state: 'unmeasurable', reason: 'no_end_price' };
  const latest = end?.point ?? latestPoint(input.security) ?? entry.point;
  const { sessionDate: entrySession, adjusted: entryPrice } = entry.point;
  if (latest.sessionDate === entrySession) {
    const benchmarkEntry = pointAt(input.benchmark, entrySession)?.adjusted ?? null;
    const reason = ended ? 'ended_at_entry' : 'entry_is_latest';
    return { ended, state: 'unmeasured', reason, entrySession, entryPrice, benchmarkEntry };
  }
  const { calendar } = input;
  return {
    ended,
    state: 'measured',
    entrySession,
    entryPrice,
    latestSession: latest.sessionDate,
    latestPrice: latest.adjusted,
    sessions: calendar.indexOf(latest.sessionDate) - calendar.indexOf(entrySession),
    ...movement(entry.point, latest, input.benchmark),
  };
}

/** From one priced session to another, unrounded and never sign-flipped. */
export function movement(from: PricePoint, to: PricePoint, benchmark: UsableSeries): Movement {
  const securityPercent = percentChange(from.adjusted, to.adjusted);
  const benchmarkEntry = pointAt(benchmark, from.sessionDate)?.adjusted ?? null;
  const benchmarkLatest = pointAt(benchmark, to.sessionDate)?.adjusted ?? null;
  const benchmarkPercent =
    benchmarkEntry === null || benchmarkLatest === null ? null : percentChange(benchmarkEntry, benchmarkLatest);
  const excessPercent = benchmarkPercent === null ? null : securityPercent - benchmarkPercent;
  return { securityPercent, benchmarkEntry, benchmarkLatest, benchmarkPercent, excessPercent };
}

function percentChange(from: number, to: number): number {
  return (to / from - 1) * 100;
}

// The since-inception mark: how the underlying and the benchmark moved from a statement's entry to the latest session.
import type { Calendar } from './calendar.ts';
import { indexAtOrAfter, latestPoint, pointAt, type PricePoint, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from './time.ts';

/** The entry session and the four after it: an entry price is looked for in these and no further. */
export const entrySessionsMax = 5;

/** Both movements are over the same two sessions; the benchmark's is null where it lacks either. */
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
};

export type Mark =
  | MeasuredMark
  | { readonly state: 'pending' }
  | {
      readonly state: 'unmeasured';
      readonly reason: 'entry_is_latest';
      readonly entrySession: CalendarDate;
      readonly entryPrice: number;
      readonly benchmarkEntry: number | null;
    }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price' };

export type MarkInput = {
  readonly observedAt: Instant;
  readonly asOf: Instant;
  readonly calendar: Calendar;
  readonly security: UsableSeries;
  readonly benchmark: UsableSeries;
};

export type Entry =
  | { readonly state: 'priced'; readonly point: PricePoint }
  | { readonly state: 'pending' }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price' };

/** The first session whose close is at or after the observation; null where the calendar does not reach. */
export function entrySessionOf(calendar: Calendar, observedAt: Instant): CalendarDate | null {
  const index = calendar.firstClosingAtOrAfter(observedAt);
  return index === null ? null : (calendar.sessions[index]?.date ?? null);
}

export function findEntry(input: Omit<MarkInput, 'benchmark'>): Entry {
  const { observedAt, asOf, calendar, security } = input;
  const index = calendar.firstClosingAtOrAfter(observedAt);
  if (index === null) {
    // After the last known session the entry is still to come; before the first one it can never be found.
    const isAhead = observedAt >= calendar.coveredFrom;
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
  const entry = findEntry(input);
  if (entry.state !== 'priced') return entry;
  const latest = latestPoint(input.security) ?? entry.point;
  if (latest.sessionDate === entry.point.sessionDate) {
    return {
      state: 'unmeasured',
      reason: 'entry_is_latest',
      entrySession: entry.point.sessionDate,
      entryPrice: entry.point.adjusted,
      benchmarkEntry: pointAt(input.benchmark, entry.point.sessionDate)?.adjusted ?? null,
    };
  }
  return {
    state: 'measured',
    entrySession: entry.point.sessionDate,
    entryPrice: entry.point.adjusted,
    latestSession: latest.sessionDate,
    latestPrice: latest.adjusted,
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

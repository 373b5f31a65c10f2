// Fixed-horizon outcomes: price moves 21, 63, 126 and 252 sessions after the entry of each span of a direction.
import type { Calendar } from '../calendar.ts';
import {
  type Entry,
  type MarketAtCutoff,
  type Movement,
  type ObservationTime,
  entryIndexOf,
  entrySessionsMax,
  findEntry,
  movement,
} from './marks.ts';
import { latestPoint, pointAt } from './prices.ts';
import type { CalendarDate, Instant } from '../time.ts';
import type { Direction } from '../verdict/views.ts';

export const outcomeHorizons = [21, 63, 126, 252] as const;
export type OutcomeHorizon = (typeof outcomeHorizons)[number];

/** Older spans are counted but not measured. */
const measuredSpansMax = 3;

/** A revision that is not late, as outcomes read it. */
export type CourseStep = {
  readonly observed: ObservationTime;
  /** The instant from which it counts. */
  readonly countsFrom: Instant;
  readonly direction: Direction;
  readonly isFinal: boolean;
};

export type Outcome = {
  readonly horizonSessions: OutcomeHorizon;
  readonly spanStartedAt: Instant;
  /** The direction in force at the close of the entry session. */
  readonly direction: Direction;
  /** Null until the horizon has closed. */
  readonly directionHeld: boolean | null;
} & (
  | (Movement & {
      readonly state: 'measured';
      readonly entrySession: CalendarDate;
      readonly entryPrice: number;
      readonly horizonSession: CalendarDate;
    })
  | { readonly state: 'pending'; readonly entrySession: CalendarDate | null }
  | {
      readonly state: 'unmeasurable';
      readonly reason: 'no_entry_price' | 'ended_before_entry';
      readonly entrySession: null;
    }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_horizon_price'; readonly entrySession: CalendarDate }
);

export type Outcomes = { readonly outcomes: readonly Outcome[]; readonly omittedSpans: number };

/** The newest three spans, the oldest of these first. `course` is in the order in which its revisions count. */
export function measureOutcomes(market: MarketAtCutoff, course: readonly CourseStep[]): Outcomes {
  const starts = course.filter((step, place) => step.direction !== course[place - 1]?.direction);
  const measured = starts.slice(-measuredSpansMax);
  return {
    outcomes: measured.flatMap((start) => outcomesOfSpan({ market, course, start })),
    omittedSpans: starts.length - measured.length,
  };
}

type Span = { readonly market: MarketAtCutoff; readonly course: readonly CourseStep[]; readonly start: CourseStep };

function outcomesOfSpan(span: Span): readonly Outcome[] {
  const { market, start } = span;
  const entry = findEntry(market, start.observed);
  const index = entryPlace(entry, span);
  const closeAt = index === null ? null : (market.calendar.sessions[index]?.closeAt ?? null);
  const known = { spanStartedAt: start.observed.at, direction: directionAt(span, closeAt) };
  const endedEarly = closeAt !== null && span.course.some((step) => ends(span, step) && step.countsFrom <= closeAt);
  return outcomeHorizons.map((horizonSessions): Outcome => {
    if (endedEarly) {
      const state = { state: 'unmeasurable', reason: 'ended_before_entry', entrySession: null } as const;
      return { horizonSessions, ...known, ...state, directionHeld: false };
    }
    const move = measureHorizon(market, entry, horizonSessions);
    const horizonIndex = index === null ? null : index + horizonSessions;
    const directionHeld = move.state === 'pending' ? null : heldUntil(span, closeAt, horizonIndex);
    return { horizonSessions, ...known, directionHeld, ...move };
  });
}

/** The session of the entry price; without a price, the session at which one was first looked for. */
function entryPlace(entry: Entry, { market: { calendar }, start }: Span): number | null {
  return entry.state === 'priced' ? calendar.indexOf(entry.point.sessionDate) : entryIndexOf(calendar, start.observed);
}

/** True if a step in or after the span removed its direction or ended the view. */
function ends({ course, start }: Span, step: CourseStep): boolean {
  const after = course.indexOf(step) - course.indexOf(start);
  return after >= 0 && (step.isFinal || step.direction !== start.direction);
}

function directionAt({ course, start }: Span, closeAt: Instant | null): Direction {
  if (closeAt === null) return start.direction;
  return course.findLast((step) => step.countsFrom <= closeAt)?.direction ?? start.direction;
}

function heldUntil(span: Span, closeAt: Instant | null, horizonIndex: number | null): boolean | null {
  const { asOf, calendar } = span.market;
  if (closeAt === null || horizonIndex === null) return null;
  const horizon = calendar.sessions[horizonIndex];
  if (horizon === undefined || horizon.closeAt > asOf) return null;
  return !span.course.some(
    (step) => ends(span, step) && step.countsFrom > closeAt && step.countsFrom <= horizon.closeAt,
  );
}

type HorizonMove =
  | Omit<Extract<Outcome, { state: 'measured' }>, 'horizonSessions' | 'spanStartedAt' | 'direction' | 'directionHeld'>
  | { readonly state: 'pending'; readonly entrySession: CalendarDate | null }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price'; readonly entrySession: null }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_horizon_price'; readonly entrySession: CalendarDate };

/** Horizons are counted from the session of the entry price; the horizon's own session must be priced. */
function measureHorizon(market: MarketAtCutoff, entry: Entry, horizonSessions: OutcomeHorizon): HorizonMove {
  if (entry.state !== 'priced') return { ...entry, entrySession: null };
  const { calendar, security, benchmark } = market;
  const entrySession = entry.point.sessionDate;
  const index = calendar.indexOf(entrySession) + horizonSessions;
  const horizonSession = calendar.sessions[index]?.date;
  const horizon = horizonSession === undefined ? null : pointAt(security, horizonSession);
  if (horizon === null) {
    return mayStillCome(market, calendar, index)
      ? { state: 'pending', entrySession }
      : { state: 'unmeasurable', reason: 'no_horizon_price', entrySession };
  }
  return {
    state: 'measured',
    entrySession,
    entryPrice: entry.point.adjusted,
    horizonSession: horizon.sessionDate,
    ...movement(entry.point, horizon, benchmark),
  };
}

/** A price can still arrive until the series passes the horizon or five sessions have closed since. */
function mayStillCome({ asOf, security }: MarketAtCutoff, calendar: Calendar, index: number): boolean {
  const closed = (calendar.lastClosedBy(asOf) ?? -1) - index + 1;
  const session = calendar.sessions[index];
  const passed = session !== undefined && (latestPoint(security)?.sessionDate ?? '') > session.date;
  return closed < entrySessionsMax && !passed;
}

// The session calendar: the session of an instant, and the time at which its close counts as published.
import { builtInFrom, builtInThrough, type Session, sessionsOfYear } from './calendar-rules.ts';
import { lazy } from '../memory/lazy.ts';
import { type CalendarDate, firstNotBelow, type Instant, shiftMinutes } from './time.ts';

export type { Session } from './calendar-rules.ts';

/** A close is expected to be published this long after it; the service clock ticks at that boundary. */
export const publicationDelayMinutes = 60;

/** A day as the operator set it: a session with its close, or (null) a day without one. */
export type SessionOverride = {
  readonly date: CalendarDate;
  readonly closeAt: Instant | null;
  readonly early: boolean;
};

export type Calendar = {
  /** Sorted by date. */
  readonly sessions: readonly Session[];
  /** The range of days for which the calendar knows every session. */
  readonly coveredFrom: CalendarDate;
  readonly coveredThrough: CalendarDate;
  /** -1 when the day is not a session. */
  readonly indexOf: (date: CalendarDate) => number;
  /** Null outside the covered days: the calendar never guesses. */
  readonly firstClosingAtOrAfter: (instant: Instant) => number | null;
  /** The last session with close + delay at or before the instant. */
  readonly lastClosedBy: (instant: Instant, delayMinutes?: number) => number | null;
  readonly boundaryAtOrBefore: (instant: Instant) => Instant | null;
  readonly nextBoundaryAfter: (instant: Instant) => Instant | null;
};

const builtIn = lazy((): readonly Session[] =>
  Array.from({ length: builtInThrough - builtInFrom + 1 }, (_, offset) => sessionsOfYear(builtInFrom + offset)).flat(),
);

export function createCalendar(overrides: readonly SessionOverride[] = []): Calendar {
  const sessions = merge(overrides);
  const positions = new Map(sessions.map((session, index) => [session.date, index]));
  const days = overrides.map((day) => day.date);
  const coveredFrom = days.reduce(earlier, `${builtInFrom}-01-01`);
  const coveredThrough = days.reduce(later, `${builtInThrough}-12-31`);

  // One shift of the instant replaces a shift of every close, and no year exceeds 9999. Most questions have no delay,
  // and a brief asks for each view.
  const closedBy = (instant: Instant, delayMinutes: number): number => {
    const latestClose = delayMinutes === 0 ? instant : shiftMinutes(instant, -delayMinutes);
    return firstNotBelow(sessions, (session) => session.closeAt <= latestClose) - 1;
  };
  const boundaryAt = (index: number): Instant | null => {
    const session = sessions[index];
    return session === undefined ? null : shiftMinutes(session.closeAt, publicationDelayMinutes);
  };

  return {
    sessions,
    coveredFrom,
    coveredThrough,
    indexOf: (date) => positions.get(date) ?? -1,
    firstClosingAtOrAfter: (instant) => {
      if (instant < coveredFrom) return null;
      const index = firstNotBelow(sessions, (session) => session.closeAt < instant);
      return index < sessions.length ? index : null;
    },
    lastClosedBy: (instant, delayMinutes = 0) => {
      const index = closedBy(instant, delayMinutes);
      return index < 0 ? null : index;
    },
    boundaryAtOrBefore: (instant) => boundaryAt(closedBy(instant, publicationDelayMinutes)),
    nextBoundaryAfter: (instant) => boundaryAt(closedBy(instant, publicationDelayMinutes) + 1),
  };
}

function merge(overrides: readonly SessionOverride[]): readonly Session[] {
  if (overrides.length === 0) return builtIn();
  const byDate = new Map(builtIn().map((session) => [session.date, session]));
  for (const { date, closeAt, early } of overrides) {
    if (closeAt === null) byDate.delete(date);
    else byDate.set(date, { date, closeAt, early });
  }
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function earlier(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}

function later(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

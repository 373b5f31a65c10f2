// The session calendar as it was known at a cutoff: the built-in one with the days that the operator had added by then.
import { type Calendar, createCalendar } from '../measures/calendar.ts';
import type { Cutoff, Db } from '../store/db.ts';
import { operatorSessions } from '../store/read-coverage.ts';

/** Builds the calendar of a version once and hands the same one out again: a version never changes. */
export function calendarReader(): (db: Db, cutoff: Cutoff) => Promise<Calendar> {
  const builtIn = createCalendar();
  const known = new Map<string, Calendar>();
  return async (db, cutoff) => {
    const key = `${cutoff.collection} ${cutoff.version}`;
    const ready = known.get(key);
    if (ready !== undefined) return ready;
    const days = await operatorSessions(db, cutoff);
    const calendar = days.length === 0 ? builtIn : createCalendar(days);
    known.set(key, calendar);
    return calendar;
  };
}

// The session calendar at a cutoff: the built-in one with the operator's days known at that time.
import { type Calendar, createCalendar } from '../measures/calendar.ts';
import { remembered } from '../memory/remembered.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { operatorSessions } from '../store/known/read-calendar.ts';

/** Builds the calendar of a version once and returns the same one afterwards: a version never changes. */
export function calendarReader(): (db: Db, cutoff: Cutoff) => Promise<Calendar> {
  const known = remembered<string, Calendar>('calendars');
  const byDays = remembered<string, Calendar>('calendar-days');
  return async (db, cutoff) => {
    const key = `${cutoff.collection} ${cutoff.version}`;
    const ready = known.get(key);
    if (ready !== undefined) return ready;
    const days = await operatorSessions(db, cutoff);
    const named = JSON.stringify(days);
    const calendar = byDays.get(named) ?? createCalendar(days);
    byDays.set(named, calendar);
    known.set(key, calendar);
    return calendar;
  };
}

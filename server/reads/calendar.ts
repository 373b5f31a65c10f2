// The session calendar at a cutoff: the built-in one with the operator's days known at that time.
import { LRUCache } from 'lru-cache';
import { type Calendar, createCalendar } from '../measures/calendar.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { operatorSessions } from '../store/known/read-calendar.ts';

/** Every release makes a version, but calendars rarely change: each holds thousands of sessions. */
const VERSIONS_MAX = 1_000;
const CALENDARS_MAX = 8;

/** Builds the calendar of a version once and returns the same one afterwards: a version never changes. */
export function calendarReader(): (db: Db, cutoff: Cutoff) => Promise<Calendar> {
  const known = new LRUCache<string, Calendar>({ max: VERSIONS_MAX });
  const byDays = new LRUCache<string, Calendar>({ max: CALENDARS_MAX });
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

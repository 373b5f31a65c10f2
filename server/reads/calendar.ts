// The session calendar as it was known at a cutoff: the built-in one with the days that the operator had added by then.
import { LRUCache } from 'lru-cache';
import { type Calendar, createCalendar } from '../measures/calendar.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { operatorSessions } from '../store/known/read-calendar.ts';

/** Versions come with every release, other calendars hardly ever: each holds thousands of sessions. */
const VERSIONS_MAX = 1_000;
const CALENDARS_MAX = 8;

/** Builds the calendar of a version once and hands the same one out again: a version never changes. */
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

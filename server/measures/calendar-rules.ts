// Built-in NYSE sessions: holidays and early closes by rule, and the days that follow from none.
import type { CalendarDate, Instant } from './time.ts';

export type Session = {
  readonly date: CalendarDate;
  readonly closeAt: Instant;
  readonly early: boolean;
};

export const builtInFrom = 2013;
export const builtInThrough = 2027;

/** Days of mourning for George H. W. Bush and for Jimmy Carter. */
const specialClosures: readonly CalendarDate[] = ['2018-12-05', '2025-01-09'];

const DAY_MS = 86_400_000;
const [sunday, monday, thursday, friday, saturday] = [0, 1, 4, 5, 6] as const;

/** Days since 1970-01-01, months counted from 1: dates as integers, so that no time zone can interfere. */
function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function toDate(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function firstWeekdayFrom(day: number, wanted: number): number {
  return day + ((wanted - weekday(day) + 7) % 7);
}

/** The nth given weekday of a month. */
function nth(ordinal: number, wanted: number, month: { year: number; month: number }): number {
  return firstWeekdayFrom(dayNumber(month.year, month.month, 1), wanted) + 7 * (ordinal - 1);
}

/** Easter Sunday by the anonymous Gregorian computus. */
function easter(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapCorrection = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCorrection - moonCorrection + 15) % 30;
  const yearOfCentury = year % 100;
  const offset = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * offset) / 451);
  const monthAndDay = epact + offset - 7 * late + 114;
  return dayNumber(year, Math.floor(monthAndDay / 31), (monthAndDay % 31) + 1);
}

/** A fixed-date holiday is observed on the Friday before a Saturday and on the Monday after a Sunday. */
function observed(day: number): number {
  if (weekday(day) === saturday) return day - 1;
  return weekday(day) === sunday ? day + 1 : day;
}

/** New Year's Day on a Saturday is not observed: the Friday before closes the books of the old year. */
function newYear(year: number): readonly number[] {
  const day = dayNumber(year, 1, 1);
  return weekday(day) === saturday ? [] : [observed(day)];
}

/** Juneteenth closes the exchange since 2022. */
function juneteenth(year: number): readonly number[] {
  return year < 2022 ? [] : [observed(dayNumber(year, 6, 19))];
}

function thanksgiving(year: number): number {
  return nth(4, thursday, { year, month: 11 });
}

function holidays(year: number): ReadonlySet<number> {
  return new Set([
    ...newYear(year),
    nth(3, monday, { year, month: 1 }), // Martin Luther King
    nth(3, monday, { year, month: 2 }), // Washington
    easter(year) - 2, // Good Friday
    firstWeekdayFrom(dayNumber(year, 5, 25), monday), // Memorial Day, the last Monday of May
    ...juneteenth(year),
    observed(dayNumber(year, 7, 4)),
    nth(1, monday, { year, month: 9 }), // Labor Day
    thanksgiving(year),
    observed(dayNumber(year, 12, 25)),
  ]);
}

/** 13:00 in New York on the day after Thanksgiving, on July 3 and on December 24, where these are sessions. */
function earlyCloses(year: number): ReadonlySet<number> {
  return new Set([thanksgiving(year) + 1, dayNumber(year, 7, 3), dayNumber(year, 12, 24)]);
}

/** Hours from New York to UTC: daylight time runs from the second Sunday of March to the first of November. */
function hoursBehindUtc(day: number, year: number): number {
  const summer = day >= nth(2, sunday, { year, month: 3 }) && day < nth(1, sunday, { year, month: 11 });
  return summer ? 4 : 5;
}

function atNewYorkTime(day: number, hours: number, behind: number): Instant {
  return new Date(day * DAY_MS + (hours + behind) * 3_600_000).toISOString();
}

export function sessionsOfYear(year: number): readonly Session[] {
  const closed = holidays(year);
  const early = earlyCloses(year);
  const sessions: Session[] = [];
  for (let day = dayNumber(year, 1, 1); day <= dayNumber(year, 12, 31); day += 1) {
    const date = toDate(day);
    const isWorkday = weekday(day) >= monday && weekday(day) <= friday;
    if (!isWorkday || closed.has(day) || specialClosures.includes(date)) continue;
    const behind = hoursBehindUtc(day, year);
    const isEarly = early.has(day);
    sessions.push({
      date,
      closeAt: atNewYorkTime(day, isEarly ? 13 : 16, behind),
      early: isEarly,
    });
  }
  return sessions;
}

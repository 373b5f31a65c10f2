// Dates and times as people and programs write them, without a guess at what day and month are.
import { isCalendarDate } from '../../contract/validation/formats.ts';
import type { DateOrder } from './table-options.ts';

export type TextFault = { what: string; fix: string };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames = 'january february march april may june july august september october november december'.split(' ');

/** A date and the rest that follows it, which may be a time. */
export function splitDate(text: string): { date: string; time: string } {
  if (text.length > lengthMax) return { date: text.slice(0, lengthMax), time: '' };
  const found = /^(.*?\d)(?:\s*T|,?\s+)(\d{1,2}(?::\d{2}.*|\s*[AaPp]\.?[Mm]\.?.*))$/.exec(text);
  return found === null ? { date: text, time: '' } : { date: found[1] ?? '', time: found[2] ?? '' };
}

/** Two numbers of at most two digits and a year: 03/04/2026. */
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

/** The first two numbers of a date that has its year last. */
export function dayAndMonth(text: string): readonly [number, number] | null {
  const found = numbers.exec(text);
  return found === null ? null : [Number(found[1]), Number(found[3])];
}

const pad = (value: string | number, length = 2): string => String(value).padStart(length, '0');

export function dateOfText(text: string, order: DateOrder | null): string | TextFault {
  const date = spelled(text, order);
  if (typeof date !== 'string') return date;
  return isCalendarDate(date) ? date : { what: 'is not a day that exists', fix: 'correct it' };
}

const howTo = 'write it as 2026-09-10';
/** No date is longer. */
const lengthMax = 60;

function spelled(text: string, order: DateOrder | null): string | TextFault {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (yearFirst !== null) return `${yearFirst[1]}-${pad(yearFirst[3] ?? '')}-${pad(yearFirst[4] ?? '')}`;
  const yearLast = numbers.exec(text);
  if (yearLast !== null) {
    const [, first = '', , second = '', year = ''] = yearLast;
    if (order === null && first !== second)
      return {
        what: 'could be day and month, or month and day',
        fix: 'say which: --date-order day-first, or month-first',
      };
    const [day, month] = order === 'month-first' ? [second, first] : [first, second];
    if (Number(month) > 12)
      return { what: `has no month ${month}, read ${order ?? ''}`, fix: 'correct it, or --date-order' };
    return `${year}-${pad(month)}-${pad(day)}`;
  }
  if (/^\d{5}(\.\d+)?$/.test(text))
    return {
      what: 'is the number of a day of a spreadsheet',
      fix: 'give the cells the format of a date, and save again',
    };
  if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text)) return { what: 'has a year of two digits', fix: howTo };
  return withMonthName(text) ?? { what: 'is not a date', fix: howTo };
}

function withMonthName(text: string): string | null {
  const plain = text.replace(weekday, '');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(plain);
  const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(plain);
  const [, day, name, year] = dayFirst ?? [null, monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = monthOf(name ?? '');
  return month === 0 ? null : `${year}-${pad(month)}-${pad(day ?? '')}`;
}

const weekday = /^((mon|tues?|wed(nes)?|thu(rs)?|fri|satur|sat|sun)(day)?),?\s+/i;

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  if (lower === 'sept') return 9;
  return months.indexOf(lower) + 1 || monthNames.indexOf(lower) + 1;
}

export type ClockTime = { time: string; offset: string | null };

const clock = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([AaPp]\.?[Mm]\.?)\s*)?(.*)$/s;

/** hh:mm:ss.mmm with the offset that follows it, if any. */
export function timeOfText(text: string): ClockTime | TextFault {
  const found = clock.exec(text);
  const [, hours = '', minutes, seconds = '00', fraction = '', half, rest = ''] = found ?? [];
  const isHalf = half !== undefined;
  const wrong = { what: 'has no time that exists', fix: 'write it as 2026-09-10 16:30' };
  if (found === null || (minutes === undefined && !isHalf)) return wrong;
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return wrong;
  const hour = isHalf ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return wrong;
  const offset = offsetOf(rest.trim());
  if (offset === undefined)
    return {
      what: `ends with "${rest.trim().slice(0, 20)}", which is not one time zone`,
      fix: 'remove it and name the zone, such as --time-zone America/New_York, or write the offset, as in 16:30-04:00',
    };
  return { time: `${pad(hour)}:${minutes ?? '00'}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}`, offset };
}

/** Null for none, undefined for a zone that has no one meaning. */
function offsetOf(text: string): string | null | undefined {
  if (text === '') return null;
  if (/^(z|utc|gmt)$/i.test(text)) return 'Z';
  const found = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(text);
  return found === null ? undefined : `${found[1]}${found[2]}:${found[3]}`;
}

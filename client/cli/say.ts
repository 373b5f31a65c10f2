// Formats of instants, days, numbers and texts. A null is printed in words, never as an invented value.
import type { Text } from '../../generated/api.ts';
import { percentText } from '../words/text.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const notRecorded = 'not recorded';

/** Joins words with no-break spaces. */
export function together(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** `2026-09-10` as `10 Sep 2026`. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** An instant to the minute, in UTC. */
export function instantText(instant: string): string {
  return `${dayText(instant)}, ${instant.slice(11, 16)} UTC`;
}

export const dayOrNone = (day: string | null): string => (day === null ? notRecorded : dayText(day));
export const instantOrNone = (instant: string | null): string =>
  instant === null ? notRecorded : instantText(instant);

/** Free text on one line. A truncated text is marked; the document does not say who truncated it. */
export function said({ text, truncated }: Text): string {
  const words = oneLine(text);
  return truncated ? `${words.replace(/(…|\.\.\.)$/, '')}… (cut)` : words;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Quoted as one shell word, for commands that people paste. */
export function asWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** An ASCII hyphen as the minus sign, so that the number can be pasted into a spreadsheet. */
export const percent = (value: number | null): string => (value === null ? 'not measured' : percentText(value, '-'));

/** Milliseconds as 1:02, and as 1:02:05 from an hour on. */
export function clockText(milliseconds: number): string {
  return secondsText(Math.max(0, Math.ceil(milliseconds / 1_000)));
}

/** A position in a recording, or a time left. */
export function secondsText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// How the command line writes instants, days, numbers and texts. Nothing is made up: null is said in words.
import type { Text } from '../../generated/api.ts';
import { percentText } from '../words/text.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const notRecorded = 'not recorded';

/** Words that no line break comes between. */
export function together(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** `2026-09-10` as `10 Sep 2026`. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** An instant to the minute, in UTC, as everything here is. */
export function instantText(instant: string): string {
  return `${dayText(instant)}, ${instant.slice(11, 16)} UTC`;
}

export const dayOrNone = (day: string | null): string => (day === null ? notRecorded : dayText(day));
export const instantOrNone = (instant: string | null): string =>
  instant === null ? notRecorded : instantText(instant);

/** Free text on one line. A cut one says so, and the document does not say whether the service or its source cut it. */
export function said({ text, truncated }: Text): string {
  const words = oneLine(text);
  return truncated ? `${words.replace(/(…|\.\.\.)$/, '')}… (cut)` : words;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** As one word of a command that people paste: the shell reads nothing in it. */
export function asWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A hyphen as minus: what is printed may be pasted into a spreadsheet. */
export const percent = (value: number | null): string => (value === null ? 'not measured' : percentText(value, '-'));

/** Milliseconds as 1:02, and as 1:02:05 from an hour on. */
export function clockText(milliseconds: number): string {
  return secondsText(Math.max(0, Math.ceil(milliseconds / 1_000)));
}

/** A place in a recording, or a time left. */
export function secondsText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

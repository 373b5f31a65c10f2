// Dates of spreadsheets: days counted from 1900 or 1904, with the time of day as the fraction.

export type SerialDate = { date: string; time: string | null };

const dayMs = 86_400_000;
/** In the calendar of 1900, day 60 is 29 February 1900, which never was: from day 61 on the count is one too many. */
const from1900 = Date.UTC(1899, 11, 31);
const from1904 = Date.UTC(1904, 0, 1);
const neverWas = 60;
/** 31 December 9999 in the calendar of 1900. */
const serialMax = 2_958_465;

/** Null for a number that is not a day. */
export function dateOfSerial(serial: number, is1904: boolean): SerialDate | null {
  // A time of day has been computed: 16:20 is 58,800.00000000004 seconds.
  const total = Math.round(serial * dayMs);
  const day = Math.floor(total / dayMs);
  if (!Number.isFinite(serial) || day < (is1904 ? 0 : 1) || day > serialMax) return null;
  if (!is1904 && day === neverWas) return null;
  const start = is1904 ? from1904 + day * dayMs : from1900 + (day > neverWas ? day - 1 : day) * dayMs;
  const rest = total - day * dayMs;
  const date = new Date(start).toISOString().slice(0, 10);
  return { date, time: rest === 0 ? null : new Date(rest).toISOString().slice(11, 23) };
}

/** The time of day of a cell that has no date. */
export function timeOfSerial(serial: number): string | null {
  const total = Math.round(serial * dayMs);
  return total >= 0 && total < dayMs ? new Date(total).toISOString().slice(11, 23) : null;
}

/** Formats of the contract: calendar dates, plain UUIDs and instants; only a request may spell an instant freely. */
import ajvFormats from 'ajv-formats';

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Year 0000 does not exist, and 29 February only in a leap year. */
export function isCalendarDate(text: string): boolean {
  const parts = date.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= last;
}

export function isInstant(text: string): boolean {
  const parts = instant.exec(text);
  return parts !== null && isCalendarDate(parts[1] ?? '');
}

/** The one form of an instant that is stored, compared and answered: milliseconds, truncated and never rounded. */
export function canonicalInstant(text: string): string {
  const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
  return `${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** RFC 3339, section 5.6: letters of either case, any number of fraction digits, Z or any offset. */
const spelledInstant =
  /^(\d{4})(-\d{2}-\d{2})[Tt](([01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * The canonical form of a request's instant in any spelling of RFC 3339, or null for anything else and outside years
 * 0001 to 9999 in UTC. Finer digits are cut off: a cutoff never becomes later.
 */
export function requestedInstant(text: string): string | null {
  const parts = spelledInstant.exec(text);
  if (parts === null) return null;
  const [, year = '', day = '', time = '', , fraction = '', sign, hours = '0', minutes = '0'] = parts;
  // The local year may be 0000 while the instant lies in year 0001; both 0000 and 2000 are leap years.
  if (!isCalendarDate(`${year === '0000' ? '2000' : year}${day}`)) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const at = Date.parse(`${year}${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`) - offset;
  const canonical = new Date(at).toISOString();
  return isInstant(canonical) ? canonical : null;
}

const isRequestedInstant = (text: string): boolean => requestedInstant(text) !== null;

export const isUuid = (text: string): boolean => uuid.test(text);

/** Formats as loaded records and answers use them. */
const all = { 'date-time': isInstant, date: isCalendarDate, uuid: isUuid, uri: uriFormat() };

/** The same for the validator of requests, whose formats also name a type; an instant may have any spelling. */
export const formats = Object.fromEntries(
  Object.entries({ ...all, 'date-time': isRequestedInstant }).map(([name, validate]) => [
    name,
    { type: 'string' as const, validate },
  ]),
);

type NumberFormat = { type: 'number'; validate: (value: number) => boolean };

/** Widths of integers, from which a generator chooses a type. */
const integers: Readonly<Record<string, NumberFormat>> = {
  int32: { type: 'number', validate: (value) => value === Math.trunc(value) && Math.abs(value) < 2 ** 31 },
  int64: { type: 'number', validate: Number.isSafeInteger },
};

export type FormatHolder = {
  addFormat(name: string, isOfFormat: ((text: string) => boolean) | NumberFormat): unknown;
};

export function addContractFormats(ajv: FormatHolder): void {
  for (const [name, isOfFormat] of Object.entries({ ...all, ...integers })) ajv.addFormat(name, isOfFormat);
}

/** RFC 3986: square brackets only in the host, and a percent sign only before two hexadecimal digits. */
function uriFormat(): (text: string) => boolean {
  const found = ajvFormats.default.get('uri', 'full');
  if (typeof found !== 'function') throw new Error('ajv-formats has changed its format of links');
  return (text) => found(text) as boolean;
}

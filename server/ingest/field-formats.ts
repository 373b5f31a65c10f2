// What counts as a real calendar date, an instant and a web address in loaded records, and their canonical forms.

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isCalendarDate(value: string): boolean {
  const parts = DATE.exec(value);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

export function isInstant(value: string): boolean {
  const parts = INSTANT.exec(value);
  if (parts === null || !isCalendarDate(parts[1] ?? '')) return false;
  return Number(parts[2]) < 24 && Number(parts[3]) < 60 && Number(parts[4]) < 60;
}

/** An accepted instant in the one form that is stored and compared: milliseconds, truncated. */
export function canonicalInstant(value: string): string {
  const parts = INSTANT.exec(value);
  if (parts === null) throw new Error('not an instant');
  return `${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}.${(parts[5] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}<>"\\^`{|}]/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

// Instants and days as text: one spelling of instants, which compare as text, and whole days of 24 hours.
export const DAY_MS = 86_400_000;

/** Cuts an instant to milliseconds in the one canonical spelling, so that instants compare as text. */
export function instant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00:?00)$/.exec(text.trim());
  if (!match) throw new Error(`not an instant in UTC: ${text}`);
  return `${match[1]}T${match[2]}.${`${match[3] ?? ''}000`.slice(0, 3)}Z`;
}

export const dateOf = (at: string): string => at.slice(0, 10);

/** The last whole second of a date, from which a record known to the day counts. */
export const endOfDay = (date: string): string => `${date}T23:59:59.000Z`;

/** Whole units of 24 hours between two instants, rounded down. */
export const wholeDays = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);

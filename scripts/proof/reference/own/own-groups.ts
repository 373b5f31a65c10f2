// Statements of one pair that make one step together, and the direction, the words and the end that the step takes from them.
import { dateOf, endOfDay } from '../instants.ts';
import type { Statement } from '../raw-statements.ts';

/** `counts` orders and admits the step; `at` is its observed_at as loaded; `words` are those of the summary. */
export type Group = {
  statements: Statement[];
  counts: string;
  at: string;
  isDay: boolean;
  direction: string;
  words: Statement;
  isDropped: boolean;
};

/** A statement known to the day counts from the end of its date, or from its release if that is earlier on the same date. */
export function countsFrom({ isDay, observedAt, release }: Statement, releases: readonly string[]): string {
  if (!isDay) return observedAt;
  const date = dateOf(observedAt);
  const released = releases[release] ?? '';
  return dateOf(released) === date && released < endOfDay(date) ? released : endOfDay(date);
}

/** Order of statements: the counting instant, then the record id. */
export function inOrder(releases: readonly string[]): (a: Statement, b: Statement) => number {
  return (a, b) => {
    const [countsA, countsB] = [countsFrom(a, releases), countsFrom(b, releases)];
    if (countsA !== countsB) return countsA < countsB ? -1 : 1;
    return a.recordId < b.recordId ? -1 : 1;
  };
}

const clearOnly = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ direction }) => direction !== 'unclear');
const oneDirection = (statements: readonly Statement[]): string | null =>
  new Set(statements.map(({ direction }) => direction)).size === 1 ? (statements[0]?.direction ?? null) : null;

/** With transaction dates the latest ones decide, else all; an unclear one gives no direction next to a clear one. */
function direction(statements: readonly Statement[]): { direction: string; givers: Statement[] } {
  const dates = statements.flatMap(({ transactionDate }) => transactionDate ?? []).sort();
  const isDated = statements.length > 1 && dates.length === statements.length;
  const latest = isDated
    ? statements.filter(({ transactionDate }) => transactionDate === dates.at(-1))
    : [...statements];
  const clear = clearOnly(latest);
  const givers = clear.length > 0 ? clear : latest;
  return { direction: oneDirection(givers) ?? 'mixed', givers };
}

function groupOf(statements: readonly Statement[], releases: readonly string[]): Group {
  const sorted = [...statements].sort(inOrder(releases));
  const { direction: given, givers } = direction(sorted);
  const words = givers.at(-1);
  const days = sorted.filter(({ isDay }) => isDay);
  const last = (values: string[]): string => values.sort().at(-1) ?? '';
  if (words === undefined) throw new Error('a group without a statement');
  return {
    statements: sorted,
    counts: last((days.length > 0 ? days : sorted).map((statement) => countsFrom(statement, releases))),
    at: last(sorted.map(({ observedAt }) => observedAt)),
    isDay: days.length > 0,
    direction: given,
    words,
    isDropped: sorted.some(({ isDropped }) => isDropped),
  };
}

/** The steps of one pair in one release: one an instant, and one a date where any statement of it is known to the day only. */
export function groupsOf(statements: readonly Statement[], releases: readonly string[]): Group[] {
  const dayDates = new Set(statements.filter(({ isDay }) => isDay).map(({ observedAt }) => dateOf(observedAt)));
  const groups = new Map<string, Statement[]>();
  for (const statement of statements) {
    const date = dateOf(statement.observedAt);
    const key = dayDates.has(date) ? date : statement.observedAt;
    groups.set(key, [...(groups.get(key) ?? []), statement]);
  }
  return [...groups.values()]
    .map((group) => groupOf(group, releases))
    .sort((a, b) => (a.counts < b.counts ? -1 : a.counts > b.counts ? 1 : 0));
}

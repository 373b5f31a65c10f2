// Counting views by policy trade-state-v2, and the views of a brief in their order.
import { endOfDay, wholeDays } from '../instants.ts';
import { newestFirst } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';

export const SILENT_DAYS = 365;
const SUMMARY_MOST = 600;
export const REASONS = ['invalidated', 'status', 'horizon', 'silent'] as const;
export type Reason = (typeof REASONS)[number];

const isDirectional = ({ direction }: Belief): boolean => direction === 'bullish' || direction === 'bearish';

/** The first reason for which an open view does not count. A statement assesses no condition, so none is ever invalidated. */
export function notCounting(belief: Belief, cutoff: string): Reason | null {
  const { status, horizon, lastStated } = belief;
  const fits = isDirectional(belief)
    ? ['active', 'strengthened'].includes(status)
    : !['forming', 'unknown'].includes(status);
  if (!fits) return 'status';
  const until = horizon?.untilOn ?? null;
  if (until !== null) return cutoff > endOfDay(until).replace('.000Z', '.999Z') ? 'horizon' : null;
  return wholeDays(lastStated.at, cutoff) > SILENT_DAYS ? 'silent' : null;
}

export const counts = (belief: Belief, cutoff: string): boolean =>
  !belief.isFinal && notCounting(belief, cutoff) === null;

/** A summary as published, near enough to know two equal ones: characters that are not kept, and the cap. */
export function publishedText(text: string): string {
  const kept = text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, '');
  return [...kept.trim()].slice(0, SUMMARY_MOST).join('');
}

/** Counting views first, then the newest; a person's second view and a repeated summary come after all others. */
function candidates(beliefs: readonly Belief[], cutoff: string): Belief[] {
  const open = beliefs.filter((belief) => !belief.isFinal);
  const rank = (belief: Belief): number => (counts(belief, cutoff) ? 0 : 1);
  const sorted = [...(open.length > 0 ? open : beliefs)].sort((a, b) => rank(a) - rank(b) || newestFirst(a, b));
  const [people, texts] = [new Set<string>(), new Set<string>()];
  const isRepeated = sorted.map(({ personId, summary }) => {
    const text = publishedText(summary.text);
    const seen = people.has(personId) || texts.has(text);
    people.add(personId);
    texts.add(text);
    return seen;
  });
  return [...sorted.filter((_, i) => !isRepeated[i]), ...sorted.filter((_, i) => isRepeated[i])];
}

/** With two places or more, the first bullish and the first bearish candidate are always let in. */
export function viewsOf(beliefs: readonly Belief[], cutoff: string, most = 5): Belief[] {
  const order = candidates(beliefs, cutoff);
  const shown = order.slice(0, most);
  if (most < 2) return shown;
  const due = ['bullish', 'bearish'].flatMap((side) => order.find(({ direction }) => direction === side) ?? []);
  for (const view of due.filter((candidate) => !shown.includes(candidate))) {
    const leaves = shown.findLastIndex((candidate) => !due.includes(candidate));
    shown.splice(leaves, 1, view);
  }
  return shown.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

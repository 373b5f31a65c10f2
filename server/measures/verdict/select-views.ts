// The beliefs that a brief shows, and their order.
import type { Direction, Standing } from './views.ts';
import type { Instant } from '../time.ts';

export type Candidate = {
  readonly beliefId: string;
  readonly personId: string;
  readonly direction: Direction;
  readonly standing: Standing;
  /** The summary as the view publishes it. */
  readonly summary: string;
  /** The instant from which the newest revision counts. */
  readonly countsFrom: Instant;
};

/** The first candidates, with the first bullish and the first bearish one always among two or more. */
export function selectViews<C extends Candidate>(candidates: readonly C[], limit: number): readonly C[] {
  const inOrder = orderViews(candidates);
  const chosen = new Set(inOrder.slice(0, Math.max(0, limit)));
  if (limit >= 2) letBothSidesIn(inOrder, chosen);
  return inOrder.filter((candidate) => chosen.has(candidate));
}

/**
 * Counting views first, then the newest, then the id. A person's second view and a repeated summary come last, so that
 * one syndicated sentence does not fill the page. Ended beliefs are candidates only without any other.
 */
export function orderViews<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const open = candidates.filter(({ standing }) => standing !== 'final');
  const pool = (open.length > 0 ? open : candidates).toSorted(byCountingAndNewest);
  const people = new Set<string>();
  const summaries = new Set<string>();
  const repeated = new Set<C>();
  for (const candidate of pool) {
    if (people.has(candidate.personId) || summaries.has(candidate.summary)) {
      repeated.add(candidate);
      continue;
    }
    people.add(candidate.personId);
    summaries.add(candidate.summary);
  }
  return [...pool.filter((candidate) => !repeated.has(candidate)), ...repeated];
}

/** The first bullish and the first bearish candidate, in this order. */
export function firstOfEachSide<C extends Candidate>(inOrder: readonly C[]): readonly C[] {
  return (['bullish', 'bearish'] as const).flatMap(
    (side) => inOrder.find((candidate) => candidate.direction === side) ?? [],
  );
}

/** Each admitted view replaces the last one that is not the first of its side. */
function letBothSidesIn<C extends Candidate>(inOrder: readonly C[], chosen: Set<C>): void {
  const sides = firstOfEachSide(inOrder);
  for (const first of sides.filter((candidate) => !chosen.has(candidate))) {
    const leaving = [...chosen].findLast((candidate) => !sides.includes(candidate));
    if (leaving !== undefined) chosen.delete(leaving);
    chosen.add(first);
  }
}

function byCountingAndNewest(a: Candidate, b: Candidate): number {
  const [countsA, countsB] = [a.standing === 'counting', b.standing === 'counting'];
  if (countsA !== countsB) return countsA ? -1 : 1;
  if (a.countsFrom !== b.countsFrom) return a.countsFrom > b.countsFrom ? -1 : 1;
  if (a.beliefId === b.beliefId) return 0;
  return a.beliefId < b.beliefId ? -1 : 1;
}

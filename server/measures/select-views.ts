// Which beliefs an overview shows, and in which order.
import { type Direction, isCounting, isFinal, type Validity, type ViewStatus } from './views.ts';
import type { Instant } from './time.ts';

export type Candidate = {
  readonly beliefId: string;
  readonly direction: Direction;
  readonly status: ViewStatus;
  readonly validity: Validity;
  readonly latestObservedAt: Instant;
};

/** Counting views first, then the latest observation, then the id; final beliefs only where there is nothing else. */
export function selectViews<C extends Candidate>(candidates: readonly C[], limit: number): readonly C[] {
  const open = candidates.filter((candidate) => !isFinal(candidate));
  const pool = open.length > 0 ? open : candidates;
  const inOrder = pool.toSorted((a, b) => Number(isCounting(b)) - Number(isCounting(a)) || byNewest(a, b));
  const cut = inOrder.slice(0, Math.max(0, limit));
  return withOtherSide(cut, inOrder);
}

/** A cut that shows one side only gives its last place to the newest of the other side. */
function withOtherSide<C extends Candidate>(cut: readonly C[], pool: readonly C[]): readonly C[] {
  const missing = missingSide(cut);
  if (missing === null || cut.length < 2) return cut;
  const newest = pool.filter((candidate) => candidate.direction === missing).toSorted(byNewest)[0];
  if (newest === undefined) return cut;
  // The last place, unless the only view of the shown side holds it: then that one moves up.
  const shown = cut.filter((view) => view.direction === 'bullish' || view.direction === 'bearish');
  const only = shown.length === 1 ? shown[0] : undefined;
  const leaving = cut.findLast((view) => view !== only);
  return [...cut.filter((view) => view !== leaving), newest];
}

function missingSide(cut: readonly Candidate[]): Direction | null {
  const hasBullish = cut.some((view) => view.direction === 'bullish');
  const hasBearish = cut.some((view) => view.direction === 'bearish');
  if (hasBullish === hasBearish) return null;
  return hasBullish ? 'bearish' : 'bullish';
}

function byNewest(a: Candidate, b: Candidate): number {
  if (a.latestObservedAt !== b.latestObservedAt) return a.latestObservedAt > b.latestObservedAt ? -1 : 1;
  if (a.beliefId === b.beliefId) return 0;
  return a.beliefId < b.beliefId ? -1 : 1;
}

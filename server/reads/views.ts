// Which beliefs of a subject an answer shows.
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import { selectViews } from '../measures/select-views.ts';

/** The beliefs to show, in their order: counting ones first, then the newest, and both sides where there are two. */
export function chooseViews(beliefs: readonly MeasuredBelief[], viewsMax: number): MeasuredBelief[] {
  const candidates = beliefs.map((belief) => ({
    belief,
    beliefId: belief.state.belief_id,
    direction: belief.state.direction,
    status: belief.state.status,
    validity: belief.state.validity,
    latestObservedAt: belief.state.observed_at,
  }));
  return selectViews(candidates, viewsMax).map(({ belief }) => belief);
}

/**
 * Those that may be shown where up to `viewsMax` are, however few of them fit in the end: the first, and the newest of
 * either side, which takes the last place where all before it are of the other. The views of any smaller number are
 * chosen from these as from all.
 */
export function mayBeShown(beliefs: readonly MeasuredBelief[], viewsMax: number): MeasuredBelief[] {
  const inOrder = chooseViews(beliefs, beliefs.length);
  const shown = new Set(inOrder.slice(0, viewsMax));
  for (const side of ['bullish', 'bearish'] as const) {
    const newest = newestOf(inOrder.filter(({ state }) => state.direction === side));
    if (newest !== undefined) shown.add(newest);
  }
  return [...shown];
}

/** The latest observed; of several that were observed at once, the one whose id comes first. */
function newestOf(beliefs: readonly MeasuredBelief[]): MeasuredBelief | undefined {
  return beliefs.reduce<MeasuredBelief | undefined>((newest, belief) => {
    if (newest === undefined || belief.state.observed_at > newest.state.observed_at) return belief;
    const atOnce = belief.state.observed_at === newest.state.observed_at;
    return atOnce && belief.state.belief_id < newest.state.belief_id ? belief : newest;
  }, undefined);
}

/** The rows of each belief together, in the order in which they come. */
export function byBelief<Row extends { belief_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const same = grouped.get(row.belief_id);
    if (same === undefined) grouped.set(row.belief_id, [row]);
    else same.push(row);
  }
  return grouped;
}

/** The ids of these beliefs. */
export function idsOf(beliefs: readonly MeasuredBelief[]): string[] {
  return beliefs.map(({ state }) => state.belief_id);
}

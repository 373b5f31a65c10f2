// The beliefs of a subject that an answer shows.
import type { MeasuredBelief } from '../documents/brief/brief-facts.ts';
import { type Candidate, firstOfEachSide, orderViews, selectViews } from '../measures/verdict/select-views.ts';
import { capText, textCaps } from '../measures/text.ts';

type ViewCandidate = Candidate & { readonly belief: MeasuredBelief };

function candidate(belief: MeasuredBelief): ViewCandidate {
  const { state, standing } = belief;
  return {
    belief,
    beliefId: state.belief_id,
    personId: state.person_id,
    direction: state.direction,
    standing,
    summary: capText(state.summary, textCaps.summary).text,
    countsFrom: state.counts_from,
  };
}

/** The beliefs to show, in their order. */
export function chooseViews(beliefs: readonly MeasuredBelief[], viewsMax: number): MeasuredBelief[] {
  return selectViews(beliefs.map(candidate), viewsMax).map(({ belief }) => belief);
}

/**
 * A superset that is enough for any n <= viewsMax: the first `viewsMax` plus the newest bullish and the newest bearish
 * view.
 */
export function mayBeShown(beliefs: readonly MeasuredBelief[], viewsMax: number): MeasuredBelief[] {
  const inOrder = orderViews(beliefs.map(candidate));
  const shown = new Set([...inOrder.slice(0, viewsMax), ...firstOfEachSide(inOrder)]);
  return [...shown].map(({ belief }) => belief);
}

/** Groups rows by belief and keeps their order. */
export function byBelief<Row extends { belief_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const same = grouped.get(row.belief_id);
    if (same === undefined) grouped.set(row.belief_id, [row]);
    else same.push(row);
  }
  return grouped;
}

export function idsOf(beliefs: readonly MeasuredBelief[]): string[] {
  return beliefs.map(({ state }) => state.belief_id);
}

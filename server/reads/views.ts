// Which beliefs of a subject an answer shows, and what was recorded for them.
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import { selectViews } from '../measures/select-views.ts';
import type { Cutoff, Db } from '../store/db.ts';
import { type BeliefPart, beliefParts } from '../store/read-beliefs.ts';

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

/** The parts of these beliefs, by belief. */
export async function readParts(
  db: Db,
  cutoff: Cutoff,
  beliefs: readonly MeasuredBelief[],
): Promise<Map<string, BeliefPart[]>> {
  return byBelief(await beliefParts(db, cutoff, idsOf(beliefs)));
}

// The course of a belief: each step with the state before and after it, never rewritten.
import type { BeliefState, Revision } from '../../generated/api.ts';
import { capText, textCaps } from '../measures/text.ts';
import type { RevisionRow } from '../store/known/read-revisions.ts';

/** Code points of a text that a document cuts; the belief's own record cuts none. */
export type Cut = 'summarised' | 'whole';

/** A text object, cut to the cap of its kind or left whole. A text that its source had cut is truncated either way. */
export function textOf(
  text: string,
  cap: keyof typeof textCaps,
  cut: Cut,
  isCutBefore = false,
): { text: string; truncated: boolean } {
  const own = cut === 'whole' ? { text, truncated: false } : capText(text, textCaps[cap]);
  return isCutBefore ? { ...own, truncated: true } : own;
}

export function stateOf(row: RevisionRow): BeliefState {
  return { direction: row.direction, status: row.status, validity: row.validity, external_state: row.external_state };
}

/** Revisions, oldest first; each comes with the state that the belief had before it. */
export function revisions(rows: readonly RevisionRow[], cut: Cut): Revision[] {
  let before: BeliefState | null = null;
  return rows.map((row) => {
    const after = stateOf(row);
    const step: Revision = {
      revision: row.revision,
      observed_at: row.observed_at,
      move: row.move,
      late: row.late,
      summary: textOf(row.summary, 'summary', cut, row.is_cut),
      before,
      after,
      source_citation_id: row.source_citation_id,
      citation_ids: row.citation_ids,
    };
    before = after;
    return step;
  });
}

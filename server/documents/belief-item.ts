// A belief in a list: its person, its subject, its present state, and the address of its full record.
import type { BeliefItem } from '../../generated/api.ts';
import type { ListedBelief } from '../store/known/lists/read-stated-beliefs.ts';
import { directionOf } from './brief/activity.ts';
import { textOf } from './revisions.ts';
import { outlook } from './brief/thesis.ts';

/** Outcomes are left to the full record: with them, every page of a list would change with every session. */
export function beliefItem(row: ListedBelief, detailUrl: string): BeliefItem {
  return {
    belief_id: row.belief_id,
    subject: { entity_id: row.entity_id, kind: row.kind, ticker: row.ticker, name: row.name },
    person: { id: row.person_id, name: row.person_name ?? row.person_id, handle: row.person_handle },
    thesis: textOf(row.summary, 'summary', 'summarised', row.body.truncated_by_source),
    direction: row.direction,
    ...directionOf(row),
    status: row.status,
    observed_at: row.first_observed_at,
    latest_revision_at: row.is_revised ? row.observed_at : null,
    citation_ids: [row.source_citation_id],
    detail_url: detailUrl,
    ...outlook(row),
  };
}

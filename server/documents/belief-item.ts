// A belief in a list: its person, its subject, its present state, and the address of its full record.
import type { BeliefItem } from '../../generated/api.ts';
import type { ListedBelief } from '../store/known/lists/read-stated-beliefs.ts';
import { directionOf } from './brief/activity.ts';
import { textOf } from './revisions.ts';
import { outlook } from './brief/thesis.ts';

/** Outcomes are left to the full record: with them, every page of a list would change with every session. */
export function beliefItem({ placed, stated }: Omit<ListedBelief, 'named_before'>, detailUrl: string): BeliefItem {
  return {
    belief_id: stated.belief_id,
    subject: { entity_id: stated.entity_id, kind: stated.kind, ticker: stated.ticker, name: stated.name },
    person: { id: stated.person_id, name: placed.person_name ?? stated.person_id, handle: placed.person_handle },
    thesis: textOf(stated.summary, 'summary', 'summarised', stated.body.truncated_by_source),
    direction: stated.direction,
    ...directionOf(stated),
    status: stated.status,
    observed_at: placed.first_observed_at,
    latest_revision_at: placed.is_revised ? stated.observed_at : null,
    citation_ids: [stated.source_citation_id],
    detail_url: detailUrl,
    ...outlook(stated),
  };
}

// Separately attributed research on companies of the same observed industry, never applied to the subject.
import type { SectorContext } from '../../../generated/api.ts';
import type { BriefFacts } from './brief-facts.ts';
import { textOf } from '../revisions.ts';
import { personOf } from '../view.ts';

/** The sector context of a full brief; absent where there is no related research. `detailUrl` names a belief's record. */
export function sectorContext(
  facts: BriefFacts,
  detailUrl: (beliefId: string) => string,
): { sector_context?: SectorContext } {
  const { related, people } = facts;
  if (related.total === 0) return {};
  return {
    sector_context: {
      related: related.returned.map(({ state, company }) => ({
        belief_id: state.belief_id,
        security: { id: company.entityId, ticker: company.ticker, name: company.name ?? company.ticker },
        relationship: company.relation,
        sic: company.sic,
        sic_observed_at: company.sicObservedAt,
        person: personOf(people, state.person_id),
        direction: state.direction,
        status: state.status,
        summary: textOf(state.summary, 'summary', 'summarised', state.body.truncated_by_source),
        observed_at: state.observed_at,
        citation_id: state.source_citation_id,
        detail_url: detailUrl(state.belief_id),
      })),
      omitted_related_count: related.total - related.returned.length,
      // The related context of the same answer already reports the gaps of these relations.
      limitations: [],
      transfers_to_security: false,
    },
  };
}

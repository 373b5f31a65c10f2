// The overview of a listing: every section, built from facts that are already read and measured.
import type { BriefOverview } from '../../../generated/api.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import type { BriefFacts } from './brief-facts.ts';
import { activity } from './activity.ts';
import { chart } from './chart.ts';
import { citation } from '../citation.ts';
import { dataStatus } from '../data-status.ts';
import { relatedContext } from './related-context.ts';
import { tradeState } from './trade-state.ts';
import { view } from '../view.ts';

/** Sections with citations: built first, so that exactly the citations they mention can be fetched. */
export type CitingSections = Pick<BriefOverview, 'trade_state' | 'views' | 'chart' | 'related_context' | 'activity'>;

/** Views in an overview, regardless of the requested number. */
export const OVERVIEW_VIEWS_MAX = 5;

/** The dated price of the security, or the reason why there is none. */
export function marketPrice(facts: Pick<BriefFacts, 'price' | 'reference'>): BriefOverview['market_price'] {
  const { reference } = facts;
  return {
    status: facts.price.status,
    basis: 'adjusted_daily_close',
    reference:
      reference === null
        ? null
        : {
            price: reference.price,
            currency: 'USD',
            session_date: reference.sessionDate,
            provider_observed_at: reference.providerObservedAt,
            source: reference.source,
            observation_hash: reference.observationHash,
          },
  };
}

export function citingSections(facts: BriefFacts): CitingSections {
  return {
    trade_state: tradeState(facts),
    views: facts.returned.map(({ state }) => view(state, facts.parts.get(state.belief_id) ?? [], facts.people)),
    chart: chart(facts),
    related_context: relatedContext(facts),
    activity: activity(facts),
  };
}

/** The whole document; `citations` are the rows of every id that the sections mention. */
export function briefOverview(
  facts: BriefFacts,
  sections: CitingSections,
  citations: readonly CitationRow[],
): BriefOverview {
  const { activity: recent, ...cited } = sections;
  return {
    view: 'overview',
    overview_version: 'security-brief-overview-v1',
    schema_version: '1',
    generated_at: facts.generatedAt,
    as_of: facts.asOf,
    data_status: dataStatus(facts, citations),
    security: {
      id: facts.security.entity_id,
      ticker: facts.security.ticker,
      name: facts.security.name ?? facts.security.ticker,
    },
    market_price: marketPrice(facts),
    coverage: {
      released_record_count: facts.beliefs.length,
      returned_view_count: facts.returned.length,
      omitted_record_count: facts.beliefs.length - facts.returned.length,
      detail_available: true,
    },
    ...cited,
    citations: citations.map(citation),
    warnings: facts.warnings,
    links: { ...facts.links, beliefs: facts.beliefs.length === 0 ? null : facts.links.beliefs },
    activity: recent,
  };
}

// Research on companies of the same observed SEC industry, at a cutoff.
import type { RelatedCompany, RelatedFacts } from '../documents/brief-facts.ts';
import { orderRelated, relation } from '../measures/industry.ts';
import type { Cutoff, Db } from '../store/db.ts';
import { beliefStates } from '../store/read-beliefs.ts';
import type { EntityRow } from '../store/read-entities.ts';
import { industryOf, industryPeers } from '../store/read-industry.ts';

async function relatedCompanies(db: Db, cutoff: Cutoff, entity: EntityRow, sic: string): Promise<RelatedCompany[]> {
  const peers = await industryPeers(db, cutoff, entity.entity_id, sic);
  return peers.flatMap((peer) => {
    const related = relation({ sic, cik: entity.cik }, { sic: peer.sic, cik: peer.cik });
    if (related === null || peer.ticker === null) return [];
    const { entity_id: entityId, ticker, name, sic: code, observed_at: sicObservedAt } = peer;
    return [{ entityId, ticker, name, sic: code, sicObservedAt, relation: related }];
  });
}

/** Every related listing by the observed codes, then their eligible beliefs: same industry first, newest, belief_id. */
export async function readRelated(db: Db, cutoff: Cutoff, entity: EntityRow): Promise<RelatedFacts> {
  const sic = await industryOf(db, cutoff, entity.entity_id);
  if (sic === null) return { sic, returned: [], total: 0, companies: 0 };
  const companies = new Map(
    (await relatedCompanies(db, cutoff, entity, sic)).map((company) => [company.entityId, company]),
  );
  const states = await beliefStates(db, cutoff, [...companies.keys()]);
  const candidates = states.flatMap((state) => {
    const company = companies.get(state.entity_id);
    if (company === undefined) return [];
    return [
      {
        state,
        company,
        relationship: company.relation,
        beliefId: state.belief_id,
        latestObservedAt: state.observed_at,
      },
    ];
  });
  return {
    sic,
    returned: orderRelated(candidates).related.map(({ state, company }) => ({ state, company })),
    total: candidates.length,
    companies: new Set(candidates.map(({ company }) => company.entityId)).size,
  };
}

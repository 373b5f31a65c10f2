// The full form of a brief: the overview, the case behind the first views, and research on the sector.
import type { BriefFull } from '../../../generated/api.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import type { BriefFacts } from './brief-facts.ts';
import { type CitingSections, briefOverview, citingSections, marketPrice } from './brief-overview.ts';
import { sectorContext } from './sector-context.ts';
import { thesis } from './thesis.ts';

/** Sections with citations in a full brief. */
export type FullSections = CitingSections & Pick<BriefFull, 'theses' | 'sector_context'>;

export function fullSections(facts: BriefFacts, detailUrl: (beliefId: string) => string): FullSections {
  const price = marketPrice(facts);
  return {
    ...citingSections(facts),
    theses: facts.theses.map((one) => thesis(one, price)),
    ...sectorContext(facts, detailUrl),
  };
}

/** The whole document; `citations` are the rows of every id that the sections mention. */
export function briefFull(facts: BriefFacts, sections: FullSections, citations: readonly CitationRow[]): BriefFull {
  const { theses, sector_context: sector, ...shared } = sections;
  const { warnings, links, activity, ...overview } = briefOverview(facts, shared, citations);
  return {
    ...overview,
    view: 'full',
    theses,
    omitted_thesis_count: facts.beliefs.length - theses.length,
    ...(sector === undefined ? {} : { sector_context: sector }),
    warnings,
    links,
    activity,
  };
}

// Research on companies in the same SEC industry: attributed to them, and never carried over to the subject.
import type { BriefOverview } from '../../generated/api.ts';
import { isRelatable } from '../measures/industry.ts';
import { capText, textCaps } from '../measures/text.ts';
import type { BriefFacts } from './brief-facts.ts';

type Related = BriefOverview['related_context'];

function basis(facts: BriefFacts): Related['basis'] {
  if (facts.related.total === 0) return 'none';
  return facts.beliefs.length === 0 ? 'related_industry' : 'direct_and_related';
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function summary({ related, security: { ticker } }: BriefFacts): string {
  const { sic, total, companies } = related;
  if (sic === null) return `No industry code of ${ticker} was observed by this cutoff, so no related company is known.`;
  if (!isRelatable(sic))
    return `The SEC industry code ${sic} of ${ticker} names no industry, so it relates ${ticker} to nobody.`;
  if (total === 0) {
    return `No other company in the industry of ${ticker} (SEC code ${sic}) or its group has released research at this cutoff.`;
  }
  const who = `${counted(total, 'record', 'records')} on ${counted(companies, 'company', 'companies')}`;
  return `${who} in the industry of ${ticker} (SEC code ${sic}) or its group; each belongs to its own company.`;
}

/** The related context of a brief; its records change nothing else in the document. */
export function relatedContext(facts: BriefFacts): Related {
  const { related, security } = facts;
  const limitations = [
    `Directions, targets and conviction of related companies are theirs alone and say nothing of ${security.ticker}.`,
    'Relations come from SEC industry codes observed in filings, and hold from the filing on.',
  ];
  if (related.sic === null) limitations.push(`The industry code of ${security.ticker} is unknown at this cutoff.`);
  return {
    basis: basis(facts),
    summary: capText(summary(facts), textCaps.summary),
    related_beliefs: related.returned.map(({ state, company }) => ({
      belief_id: state.belief_id,
      ticker: company.ticker,
      person: facts.people.get(state.person_id)?.name ?? state.person_id,
      summary: capText(state.summary, textCaps.summary),
      relationship: company.relation,
      citation_id: state.source_citation_id,
    })),
    omitted_related_count: related.total - related.returned.length,
    limitations,
  };
}

// Research on companies in the same SEC industry: attributed to them and never applied to the subject.
import type { BriefOverview } from '../../../generated/api.ts';
import { isRelatable } from '../../measures/industry.ts';
import { capText, textCaps } from '../../measures/text.ts';
import { type Standing, silentAfterDays } from '../../measures/verdict/views.ts';
import type { BriefFacts } from './brief-facts.ts';
import { textOf } from '../revisions.ts';

type RelatedContext = BriefOverview['related_context'];

function basis(facts: BriefFacts): RelatedContext['basis'] {
  if (facts.related.total === 0) return 'none';
  return facts.beliefs.length === 0 ? 'related_industry' : 'direct_and_related';
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function summary({ related, security: { ticker } }: BriefFacts): string {
  const { sic, total, companies } = related;
  if (sic === null) return 'Related companies are unknown.';
  if (!isRelatable(sic))
    return `The SEC industry code ${sic} of ${ticker} names no industry, so it relates to no company.`;
  if (total === 0) {
    return `No other company in the industry of ${ticker} (SEC code ${sic}) or its group has released research at this cutoff.`;
  }
  const who = `${counted(total, 'record', 'records')} on ${counted(companies, 'company', 'companies')}`;
  return `${who} in the industry of ${ticker} (SEC code ${sic}) or its group; each belongs to its own company.`;
}

function limitations({ related, security: { ticker } }: BriefFacts): string[] {
  const { returned } = related;
  if (returned.length === 0) return [];
  const numberOf = (standing: Standing): number => returned.filter((one) => one.standing === standing).length;
  const [silent, ended] = [numberOf('silent'), numberOf('final')];
  const of = `of ${counted(returned.length, 'related view', 'related views')} shown`;
  return [
    ...(silent === 0 ? [] : [`Not restated for more than ${silentAfterDays} days: ${silent} ${of}.`]),
    ...(ended === 0 ? [] : [`Reversed, resolved or abandoned: ${ended} ${of}.`]),
    `Directions, targets and conviction of related companies are theirs alone, and no statement about ${ticker}.`,
    'Relations come from SEC industry codes observed in filings, and hold from the filing on.',
  ];
}

/** The related context of a brief; its records change nothing else in the document. */
export function relatedContext(facts: BriefFacts): RelatedContext {
  const { related } = facts;
  return {
    basis: basis(facts),
    summary: capText(summary(facts), textCaps.summary),
    related_beliefs: related.returned.map(({ state, company }) => ({
      belief_id: state.belief_id,
      ticker: company.ticker,
      person: facts.people.get(state.person_id)?.name ?? state.person_id,
      summary: textOf(state.summary, 'summary', 'summarised', state.body.truncated_by_source),
      relationship: company.relation,
      citation_id: state.source_citation_id,
    })),
    omitted_related_count: related.total - related.returned.length,
    limitations: limitations(facts),
  };
}

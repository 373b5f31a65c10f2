// Research about other companies of the industry, kept apart from the research about this one.
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { dayText, oneLine, said } from '../say.ts';
import { words } from '../../words/text.ts';
import { joined } from '../terminal/ink.ts';
import type { Sheet } from '../terminal/sheet.ts';
import type { Cites } from './cites.ts';
import { label } from './looks.ts';
import { beliefStatuses, directions } from '../../words/states.ts';
import { left, limits } from './standing.ts';

type Part = Pick<BriefOverview, 'related_context' | 'security'> & Pick<BriefFull, 'sector_context'>;

export function relatedCompanies(
  { related_context: context, security, sector_context: sector }: Part,
  cites: Cites,
  sheet: Sheet,
): void {
  const { ink } = sheet;
  const { ticker } = security;
  sheet.heading('Other companies');
  if (context.related_beliefs.length > 0)
    sheet.say(
      `${ink.paint('bold', `Not research on ${ticker}.`)} These views belong to the companies they name, say nothing about ${ticker}, and do not enter its trade state.`,
    );
  sheet.say(said(context.summary));
  for (const one of context.related_beliefs) {
    const detail = sector?.related.find(({ belief_id: id }) => id === one.belief_id);
    const state =
      detail === undefined
        ? ''
        : ` ${joined(ink, label(directions, detail.direction, ink), label(beliefStatuses, detail.status, ink), `observed ${dayText(detail.observed_at)}`)}`;
    sheet.item(
      `${ink.paint('bold', one.ticker)} (${words(one.relationship)}), ${oneLine(one.person)}: ${said(one.summary)}${cites.to(one.citation_id)}${state}`,
    );
  }
  left(context.omitted_related_count, 'related record', sheet);
  limits([...new Set([...context.limitations, ...(sector?.limitations ?? [])])], sheet);
}

/** Research about other companies of the industry, separate from the rest of the page. */
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { directionLabel, statusLabel } from './drawing/labels.ts';
import { instant, text } from './drawing/say.ts';
import { words } from '../../../client/words/text.ts';
import { more } from './trade-state.ts';

type RelatedBelief = BriefOverview['related_context']['related_beliefs'][number];

export type RelatedPart = Pick<BriefOverview, 'related_context' | 'security'> & Pick<BriefFull, 'sector_context'>;

/** `open` gives the address of another company's brief that the reader may open; `mark` labels a change of this part. */
export type RelatedLinks = { cites: Cites; open: (ticker: string) => string; mark: Html | false };

export function related(part: RelatedPart, { cites, open, mark }: RelatedLinks): Html {
  const { related_context: context, security, sector_context: sector } = part;
  return html`<section class="apart" aria-labelledby="related">
    <h2 id="related">Other companies ${mark}</h2>
    <p>
      <strong>Not research on ${security.ticker}.</strong> These views belong to the companies they name. Their directions, targets and
      conviction say nothing about ${security.ticker}, and do not enter its trade state.
    </p>
    <p>${text(context.summary)}</p>
    ${context.related_beliefs.length > 0 && html`<ul class="bare">${context.related_beliefs.map((one) => item(one, cites, { open, sector }))}</ul>`}
    ${more(context.omitted_related_count, 'related record')}
    ${context.limitations.length > 0 && html`<ul class="soft small">${context.limitations.map((one) => html`<li>${one}</li>`)}</ul>`}
  </section>`;
}

type Sector = { open: (ticker: string) => string; sector: BriefFull['sector_context'] | undefined };

function item(one: RelatedBelief, cites: Cites, { open, sector }: Sector): Html {
  const detail = sector?.related.find(({ belief_id: id }) => id === one.belief_id);
  return html`<li>
    <p class="small">
      <a href="${open(one.ticker)}"><strong>${one.ticker}</strong></a>, ${words(one.relationship)}; view of ${one.person}
      ${detail !== undefined && html`<span class="row">${directionLabel(detail.direction)} ${statusLabel(detail.status)}</span> observed ${instant(detail.observed_at)}`}
    </p>
    <p>${text(one.summary)}${cites.to(one.citation_id)}</p>
  </li>`;
}

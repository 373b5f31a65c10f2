/** A brief as a page: the content of the document, section by section, and nothing else. */
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { activity } from './activity.ts';
import { chart } from './drawing/chart.ts';
import { type Cites, citesOf } from './citations.ts';
import { type DocumentCall, codeBox } from './code-box.ts';
import { actionLabel, coverageLabel, directionLabel, freshnessLabel, label, priceLabel } from './drawing/labels.ts';
import { market } from './market.ts';
import { related } from './related.ts';
import { instant } from './drawing/say.ts';
import { tradeState } from './trade-state.ts';
import { views } from './views.ts';
import { warnings } from './warnings.ts';

export type SecurityBrief = BriefOverview | BriefFull;

export type BriefPage = {
  brief: SecurityBrief;
  /** Absent where no program can ask for the same. */
  called?: DocumentCall;
  /** The form to choose another cutoff. */
  cutoff: Html;
  /** Changes since an earlier day. */
  changed: (shown: Cites) => Html;
  /** Charge of this reading, if any. */
  cost?: Value;
  /** Address of another listing's brief. */
  open: (ticker: string) => string;
  /** h1 if the brief is the page, h2 if it is a part of one. */
  heading?: 'h1' | 'h2';
};

export function briefPage({ brief, called, cutoff, changed, cost, open, heading = 'h1' }: BriefPage): Html {
  const { security, trade_state: state, data_status: data, market_price: price } = brief;
  const cites = citesOf(brief.citations);
  const isNamed = security.name !== security.ticker;
  const title = html`<span class="ticker">${security.ticker}</span> ${isNamed && security.name}`;
  return html`<article class="brief" aria-labelledby="brief">
    <header>
      ${heading === 'h1' ? html`<h1 id="brief">${title}</h1>` : html`<h2 id="brief" class="h1">${title}</h2>`}
      ${!isNamed && html`<p class="soft">No name is recorded.</p>`}
      <p class="row">${modeLabel(data.mode)} ${actionLabel(state.action)} ${directionLabel(state.direction)} ${coverageLabel(data.coverage)} ${freshnessLabel(data.freshness)} ${priceLabel(price.status)}</p>
      <p class="soft">As it was known at ${instant(brief.as_of)}; what it says became known at ${instant(brief.generated_at)}. ${cost}</p>
    </header>
    ${warnings(brief)} ${cutoff} ${changed(cites)}
    <div class="columns">${tradeState(state, brief.views, cites)} ${market(brief)}</div>
    ${activity(brief, cites)}
    ${chart(brief.chart, { ticker: security.ticker, views: brief.views }, cites)}
    ${views({ views: brief.views, directions: brief.activity.views, coverage: brief.coverage, ticker: security.ticker, theses: 'theses' in brief ? brief.theses : [] }, cites)}
    ${related(brief, cites, open)} ${cites.list} ${called !== undefined && codeBox(called)}
  </article>`;
}

function modeLabel(mode: SecurityBrief['data_status']['mode']): Html {
  return mode === 'preview'
    ? label('Mode', 'Fictional preview', ['warn', 'warn'])
    : label('Mode', 'Live research', ['plain', 'dot']);
}

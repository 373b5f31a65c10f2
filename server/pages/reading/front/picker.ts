/** Coverage as a table or as links to briefs. */
import type { TickersResponse } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { day } from '../drawing/say.ts';
import { counted } from '../../../../client/words/text.ts';

export type CoverageEntry = TickersResponse['tickers'][number];

/** Address of a ticker's page. */
export type Leads = { open: (ticker: string) => string };

export function coverageTable(caption: string, covered: readonly CoverageEntry[], { open }: Leads): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr><th scope="col">Ticker</th><th scope="col">Name</th><th scope="col" class="number">Records</th><th scope="col">Newest observation</th></tr>
      </thead>
      <tbody>${covered.map(
        (one) => html`<tr data-company>
          <th scope="row"><a href="${open(one.ticker)}">${one.ticker}</a></th>
          <td>${one.name === one.ticker ? html`<span class="soft">no name recorded</span>` : one.name}</td>
          <td class="number">${one.released_record_count}</td>
          <td>${day(one.latest_observation_at.slice(0, 10))}</td>
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

/** Companies as links in a row, for a short list. */
export function tickerLinks(covered: readonly CoverageEntry[], { open }: Leads): Html {
  return html`<ul class="tickers">${covered.map(
    ({ ticker, name, released_record_count: count }) =>
      html`<li><a href="${open(ticker)}"><strong>${ticker}</strong> <span>${name === ticker ? 'no name recorded' : name}</span> <small>${counted(count, 'record')}</small></a></li>`,
  )}</ul>`;
}

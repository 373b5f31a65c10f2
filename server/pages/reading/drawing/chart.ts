/** Chart of the price against the benchmark: drawing, sentence and table; its markers with citations. */
import type { Chart, View } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { drawing } from './chart-drawing.ts';
import type { Cites } from '../citations.ts';
import { directionLabel } from './labels.ts';
import { changeText, instant } from './say.ts';
import { capital, counted } from '../../../../client/words/text.ts';
import { dayText } from '../../shell/times.ts';
import { more } from '../trade-state.ts';

const wide = { width: 760, height: 380, text: 13, rows: 4 };
const narrow = { width: 280, height: 330, text: 12, rows: 7 };

export type ChartSubject = { ticker: string; views: readonly View[] };

export function chart(found: Chart | null, { ticker, views }: ChartSubject, cites: Cites): Html {
  const [first, last] = [found?.series[0], found?.series.at(-1)];
  if (found === null || first === undefined || last === undefined) {
    return html`<section class="card" aria-labelledby="chart">
      <h2 id="chart">Price against the benchmark</h2>
      <p>There is no chart: fewer than two sessions are priced in both series.</p>
    </section>`;
  }
  return html`<section class="card" aria-labelledby="chart">
    <h2 id="chart">Price against the benchmark</h2>
    <p id="chart-said">
      From ${dayText(first.session_date)} to ${dayText(last.session_date)}, ${ticker} went from 100 to ${last.security_index.toFixed(2)} and the
      benchmark SPY from 100 to ${last.benchmark_index.toFixed(2)}: ${changeText(last.excess_return_percent).replace(' %', '')} index points
      between them.
    </p>
    <figure>
      <p class="legend" aria-hidden="true"><span class="key security"></span> ${ticker} <span class="key benchmark"></span> SPY (dashed)</p>
      <div class="wide">${drawing(found, wide, 'chart chart-said')}</div>
      <div class="slim">${drawing(found, narrow, 'chart chart-said')}</div>
      <figcaption class="soft small">Adjusted daily closes; both are 100 at the first session. ${found.markers.length > 0 && 'The numbers below the lines are the moves in the table.'}</figcaption>
    </figure>
    ${markers(found, views, cites)} ${table(found, ticker)}
    <ul class="soft small">${found.limitations.map((one) => html`<li>${one}</li>`)}</ul>
  </section>`;
}

function markers({ markers: found, omitted_marker_count: omitted }: Chart, views: readonly View[], cites: Cites): Html {
  if (views.length === 0) return html``;
  if (found.length === 0)
    return html`<p class="soft">No move of a shown view lies inside this window.</p>${more(omitted, 'move')}`;
  const nameOf = (id: string): string => views.find(({ belief_id: view }) => view === id)?.person.name ?? id;
  return html`<div class="table" tabindex="0" role="region" aria-label="Moves of the views">
      <table>
        <caption>Moves of the views, as numbered in the chart</caption>
        <thead><tr><th scope="col" class="number">No.</th><th scope="col">When</th><th scope="col">Whose</th><th scope="col">Move</th><th scope="col">Direction</th></tr></thead>
        <tbody>${found.map(
          (one, index) => html`<tr>
            <th scope="row" class="number">${index + 1}</th>
            <td>${instant(one.occurred_at)}</td>
            <td><a href="#${one.thesis_id}">${nameOf(one.thesis_id)}</a></td>
            <td>${capital(one.kind)}${cites.to(...one.citation_ids)}</td>
            <td>${directionLabel(one.direction)}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>
    ${more(omitted, 'move')}`;
}

function table({ series, sampled_from_points: sampled }: Chart, ticker: string): Html {
  return html`<details>
    <summary>The same as a table (${counted(series.length, 'session')} of ${sampled})</summary>
    <div class="table" tabindex="0" role="region" aria-label="Both indices by session">
      <table>
        <caption>Both indices by session, to two decimals</caption>
        <thead><tr><th scope="col">Session</th><th scope="col" class="number">${ticker}</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Difference</th></tr></thead>
        <tbody>${series.map(
          (point) =>
            html`<tr><th scope="row">${dayText(point.session_date)}</th><td class="number">${point.security_index.toFixed(2)}</td><td class="number">${point.benchmark_index.toFixed(2)}</td><td class="number">${changeText(point.excess_return_percent).replace(' %', '')}</td></tr>`,
        )}</tbody>
      </table>
    </div>
  </details>`;
}

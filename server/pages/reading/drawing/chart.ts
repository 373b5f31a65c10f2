/** Chart of the price against the benchmark: drawing, sentence and tables; its moves with citations. */
import type { BriefFull, BriefOverview, Chart } from '../../../../generated/api.ts';
import { capital, counted } from '../../../../client/words/text.ts';
import { type Html, html } from '../../shell/html.ts';
import { dayText } from '../../shell/times.ts';
import type { Cites } from '../citations.ts';
import { more } from '../trade-state.ts';
import { type ChartWindow, drawing } from './chart-drawing.ts';
import { type HorizonSpan, type Size, windowOf } from './chart-scale.ts';
import { directionLabel } from './labels.ts';
import { instant } from './say.ts';

/** One for each width of the page; the narrow one has fewer months on its axis. */
const sizes: Readonly<Record<'wide' | 'middle' | 'slim', Size>> = {
  wide: { width: 1120, height: 380, left: 44, right: 104, text: 14, months: 14, move: 13 },
  middle: { width: 700, height: 340, left: 40, right: 96, text: 13, months: 8, move: 12 },
  slim: { width: 340, height: 290, left: 32, right: 78, text: 12, months: 4, move: 9 },
};

/** Months before the last session, and the address of the page with another number. */
export type ChartZoom = { months: number | null; at: (months: number | null) => string };

export const zooms = [1, 3, 6, 12] as const;

type ChartSource = Pick<BriefOverview, 'chart' | 'security' | 'views' | 'activity'> &
  Partial<Pick<BriefFull, 'theses'>>;

/** `onward` stands in place of the tables, on a page that leads to the whole brief. */
export function chart(brief: ChartSource, cites: Cites, zoom?: ChartZoom, onward?: Html): Html {
  const { chart: found, security, views } = brief;
  const shown = windowOf(found?.series ?? [], zoom?.months ?? null);
  const [first, last] = [shown[0], shown.at(-1)];
  if (found === null || first === undefined || last === undefined) {
    return html`<section class="chart-part" aria-labelledby="chart">
      <div class="row chart-head"><h2 id="chart">Price against SPY</h2></div>
      <p>There is no chart: fewer than two sessions are priced in both series.</p>
      ${onward}
    </section>`;
  }
  const nameOf = (id: string): string => views.find(({ belief_id: view }) => view === id)?.person.name ?? id;
  const horizons = horizonsOf(brief, last.session_date);
  const window: ChartWindow = { ticker: security.ticker, months: zoom?.months ?? null, horizons, nameOf };
  const points = last.security_index - last.benchmark_index;
  return html`<section class="chart-part" aria-labelledby="chart">
    <div class="row chart-head"><h2 id="chart">Price against SPY</h2> ${zoom !== undefined && zoomLinks(zoom)}</div>
    <figure class="chart-box" data-chart="${security.ticker}">
      ${Object.entries(sizes).map(([name, size]) => html`<div class="${name}">${drawing(found, window, size, 'chart chart-said')}</div>`)}
      <figcaption id="chart-said" class="soft small">
        From ${dayText(first.session_date)} to ${dayText(last.session_date)}, ${security.ticker} went from ${first.security_index.toFixed(1).replace(/\.0$/, '')} to ${last.security_index.toFixed(1)} and the
        benchmark SPY from ${first.benchmark_index.toFixed(1).replace(/\.0$/, '')} to ${last.benchmark_index.toFixed(1)}: ${signed(points)} index points between them. 100 is the first of all sessions.
      </figcaption>
    </figure>
    ${onward ?? html`<div class="row chart-tables">${movesTable(found, nameOf, cites, views.length)} ${table(found, security.ticker)}</div>`}
  </section>`;
}

const HORIZONS_MAX = 3;

/** The horizons of shown views that end after the last session, the next ones first. */
function horizonsOf({ views, activity, theses = [] }: ChartSource, last: string): HorizonSpan[] {
  const ends = new Map<string, string>();
  for (const { belief_id: id, horizon } of theses) if (horizon?.until_on != null) ends.set(id, horizon.until_on);
  for (const { kind, belief_id: id, due_on: due } of activity.next_dated) if (kind === 'horizon') ends.set(id, due);
  return views
    .flatMap(({ belief_id: id, person, first_observed_at: first }) => {
      const until = ends.get(id);
      const direction = activity.views.find(({ belief_id: of }) => of === id);
      if (until === undefined || until <= last) return [];
      return [{ name: person.name, from: (direction?.direction_since ?? first).slice(0, 10), until }];
    })
    .toSorted((one, other) => (one.until < other.until ? -1 : 1))
    .slice(0, HORIZONS_MAX);
}

function zoomLinks({ months, at }: ChartZoom): Html {
  return html`<nav class="zoom" aria-label="Window of the chart">${zooms.map((one) => {
    const own = one === 12 ? null : one;
    return html`<a id="zoom-${one}" href="${at(own)}#chart" data-redraw ${own === months && html`aria-current="true"`}>${one === 12 ? '1Y' : `${one}M`}<span class="heard"> (${counted(one, 'month')})</span></a>`;
  })}</nav>`;
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

function movesTable(
  { markers: found, omitted_marker_count: omitted }: Chart,
  nameOf: (beliefId: string) => string,
  cites: Cites,
  viewCount: number,
): Html {
  if (viewCount === 0) return html``;
  if (found.length === 0)
    return html`<p class="soft small">No move of a shown view lies inside this window.</p>${more(omitted, 'move')}`;
  return html`<details id="moves">
    <summary>${counted(found.length, 'move')} of the views, as a table</summary>
    <div class="table" tabindex="0" role="region" aria-label="Moves of the views">
      <table class="stacked">
        <caption>Moves of the views on the line</caption>
        <thead><tr><th scope="col">When</th><th scope="col">Whose</th><th scope="col">Move</th><th scope="col">Direction</th></tr></thead>
        <tbody>${found.map(
          (one) => html`<tr>
            <th scope="row">${instant(one.occurred_at)}</th>
            <td data-column="Whose"><a href="#${one.thesis_id}">${nameOf(one.thesis_id)}</a></td>
            <td data-column="Move">${capital(one.kind)}${cites.to(...one.citation_ids)}</td>
            <td data-column="Direction">${directionLabel(one.direction)}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>
    ${more(omitted, 'move')}
  </details>`;
}

function table({ series, sampled_from_points: sampled, limitations }: Chart, ticker: string): Html {
  return html`<details id="sessions">
    <summary>The lines as a table: ${counted(series.length, 'session')} of ${sampled}</summary>
    <ul class="soft small">${limitations.map((one) => html`<li>${one}</li>`)}</ul>
    <div class="table" tabindex="0" role="region" aria-label="Both indices by session">
      <table>
        <caption>Both indices by session, to two decimals</caption>
        <thead><tr><th scope="col">Session</th><th scope="col" class="number">${ticker}</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Difference</th></tr></thead>
        <tbody>${series.map(
          (point) =>
            html`<tr><th scope="row">${dayText(point.session_date)}</th><td class="number">${point.security_index.toFixed(2)}</td><td class="number">${point.benchmark_index.toFixed(2)}</td><td class="number">${signed(point.excess_return_percent)}</td></tr>`,
        )}</tbody>
      </table>
    </div>
  </details>`;
}

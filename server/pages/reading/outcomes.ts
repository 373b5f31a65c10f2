/** Outcomes of a view at fixed horizons, grouped by span of one direction, oldest span first. */
import type { Outcome, Thesis } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import { heldLabel } from './drawing/labels.ts';
import { notMeasured } from './drawing/marks.ts';
import { day, instant, percent } from './drawing/say.ts';
import { counted } from '../../../client/words/text.ts';

/** `whose` names the author, because a page has several. */
export function outcomes(
  { outcomes: found, omitted_span_count: omitted }: Pick<Thesis, 'outcomes' | 'omitted_span_count'>,
  whose: string,
): Html {
  if (found.length === 0) return html``;
  const starts = [...new Set(found.map(({ span_started_at: start }) => start))];
  return html`<div class="table" tabindex="0" role="region" aria-label="Outcomes of the view of ${whose}">
    <table class="stacked">
      <caption>Outcomes by span of one direction, rounded</caption>
      <thead>
        <tr><th scope="col">After</th><th scope="col">Until</th><th scope="col" class="number">Price</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Excess</th><th scope="col">Direction</th></tr>
      </thead>
      ${starts.map((start) => span(found.filter((one) => one.span_started_at === start)))}
    </table>
  </div>
  ${omitted > 0 && html`<p class="soft">${counted(omitted, 'older span')} of one direction ${omitted === 1 ? 'is' : 'are'} not shown here.</p>`}`;
}

function span(found: readonly Outcome[]): Html {
  const [first] = found;
  if (first === undefined) return html``;
  const start = html`Span from ${instant(first.span_started_at)}`;
  // All four then have this reason, and the direction at the entry session is that of a later span.
  if (first.reason === 'ended_before_entry')
    return html`<tbody><tr><th scope="rowgroup" colspan="6">${start}: ended before its entry session, so nothing is measured</th></tr></tbody>`;
  return html`<tbody>
    <tr><th scope="rowgroup" colspan="6">${start}: ${first.direction} at its entry session</th></tr>
    ${found.map(row)}
  </tbody>`;
}

function row(one: Outcome): Html {
  const changes = [
    ['Price', one.security_change_percent],
    ['SPY', one.benchmark_change_percent],
    ['Excess', one.excess_change_percent],
  ] as const;
  const cells = changes.map(([name, value]) => html`<td class="number" data-column="${name}">${percent(value)}</td>`);
  return html`<tr>
    <th scope="row">${one.horizon_sessions} sessions</th>
    ${one.status === 'measured' ? html`<td data-column="Until">${day(one.exit_session)}</td>${cells}` : html`<td colspan="4" data-column="Price">${notMeasured(one)}</td>`}
    <td data-column="Direction">${heldLabel(one.direction_held)}</td>
  </tr>`;
}

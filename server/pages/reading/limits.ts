/** Limitations of a document and its market data: one line with a count that unfolds. Warnings are never folded. */
import type { BriefOverview } from '../../../generated/api.ts';
import { counted } from '../../../client/words/text.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { icon } from './drawing/icons.ts';
import { marketLabel } from './drawing/labels.ts';
import { day, instant } from './drawing/say.ts';

/** A list has no price, no counts of records, and no time at which it became known. */
type LimitSource = Pick<BriefOverview, 'warnings' | 'data_status'> &
  Partial<Pick<BriefOverview, 'market_price' | 'coverage' | 'generated_at'>>;

/** `cost` is the charge of this reading. */
export function limits(brief: LimitSource, cost?: Value): Html {
  const { warnings, data_status: data } = brief;
  const count = data.limitations.length;
  return html`${warnings.length > 0 && html`<div class="note warn"><ul class="bare">${warnings.map(({ message }) => html`<li><strong>${message}</strong></li>`)}</ul></div>`}
    <details class="limits" id="limits">
      <summary>${icon('warn')} ${count === 0 ? 'No limitation is recorded: dates and sources of the data' : `${counted(count, 'thing')} to know before relying on this`}</summary>
      ${count > 0 && html`<ul>${data.limitations.map((one) => html`<li>${one}</li>`)}</ul>`}
      ${cost && html`<p class="small">${cost}</p>`}
      <dl class="facts small">${priceFacts(brief)} ${dataFacts(brief)}</dl>
    </details>`;
}

function priceFacts({ market_price: price, data_status: { market_freshness: freshness } }: LimitSource): Html {
  const reference = price?.reference ?? null;
  return html`${
    reference !== null &&
    html`<dt>Price</dt>
      <dd>${reference.price} ${reference.currency}, adjusted daily close from ${reference.source}, observed ${instant(reference.provider_observed_at)}</dd>`
  }
  ${
    freshness !== undefined &&
    html`<dt>Market data</dt><dd>${marketLabel(freshness.status)} ${freshness.reason}</dd>
      ${freshness.expected_session !== null && html`<dt>Expected session</dt><dd>${day(freshness.expected_session)}</dd>`}
      ${freshness.security_through !== null && html`<dt>Price through</dt><dd>${day(freshness.security_through)}</dd>`}
      ${freshness.benchmark_through !== null && html`<dt>Benchmark (SPY) through</dt><dd>${day(freshness.benchmark_through)}</dd>`}`
  }`;
}

function dataFacts({ data_status: data, coverage, generated_at: at }: LimitSource): Html {
  return html`${data.latest_observation_at !== null && html`<dt>Newest observation</dt><dd>${instant(data.latest_observation_at)}</dd>`}
    ${at !== undefined && html`<dt>Became known at</dt><dd>${instant(at)}</dd>`}
    ${coverage !== undefined && html`<dt>Records</dt><dd>${counted(coverage.released_record_count, 'released record')}, ${coverage.returned_view_count} shown, ${coverage.omitted_record_count} not shown</dd>`}`;
}

/** Price, its freshness, and the coverage; every state but the best is explained in words. */
import type { BriefOverview } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import { coverageLabel, freshnessLabel, marketLabel, priceLabel } from './drawing/labels.ts';
import { day, instant, notRecorded } from './drawing/say.ts';
import { counted } from '../../../client/words/text.ts';

const meanings: Readonly<Record<BriefOverview['market_price']['status'], string>> = {
  current: 'This price is of the session that is expected by now.',
  stale:
    'This price is stale: a later session has closed by now, and its price is not there. Do not read it as the price of today.',
  unverified: 'This price could not be verified. Do not rely on it.',
  unavailable: 'No price is available. Nothing is put in its place.',
};

export function market({ market_price: price, data_status: data, coverage }: BriefOverview | MarketFacts): Html {
  const freshness = data.market_freshness;
  return html`<section class="card" aria-labelledby="market">
    <h2 id="market">Price, freshness and coverage</h2>
    ${priceOf(price)}
    <dl class="facts">
      <dt>Freshness</dt><dd>${freshnessLabel(data.freshness)}</dd>
      ${
        freshness !== undefined &&
        html`<dt>Market data</dt><dd>${marketLabel(freshness.status)} ${freshness.reason}</dd>
          <dt>Expected session</dt><dd>${day(freshness.expected_session)}</dd>
          <dt>Price through</dt><dd>${day(freshness.security_through)}</dd>
          <dt>Benchmark (SPY) through</dt><dd>${day(freshness.benchmark_through)}</dd>`
      }
      <dt>Newest observation</dt><dd>${instant(data.latest_observation_at)}</dd>
      <dt>Coverage</dt>
      <dd>${coverageLabel(data.coverage)} ${counted(coverage.released_record_count, 'released record')}, ${coverage.returned_view_count} shown, ${coverage.omitted_record_count} not shown</dd>
    </dl>
  </section>`;
}

type MarketFacts = Pick<BriefOverview, 'market_price' | 'data_status' | 'coverage'>;

function priceOf({ status, reference }: BriefOverview['market_price']): Html {
  const note =
    status === 'current'
      ? null
      : html`<p class="note ${status === 'unverified' ? 'warn' : 'bad'}">${meanings[status]}</p>`;
  if (reference === null)
    return html`<p class="row">${priceLabel(status)} <span>Price ${notRecorded}</span></p>${note}`;
  return html`<p class="row price"><span class="figure">${String(reference.price)} ${reference.currency}</span> ${priceLabel(status)}</p>
    ${note}
    <p class="soft small">
      Adjusted daily close of ${day(reference.session_date)}, from ${reference.source}, observed ${instant(reference.provider_observed_at)}.
    </p>`;
}

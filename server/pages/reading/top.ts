/** Top of a brief: name, price, status, people by direction, and the action with its policy and reason. */
import type { BriefOverview, DirectionCounts } from '../../../generated/api.ts';
import { directions as directionLooks } from '../../../client/words/states.ts';
import { capital, counted } from '../../../client/words/text.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import type { ChangeMarks } from './changed.ts';
import { icon } from './drawing/icons.ts';
import { actionLabel, coverageLabel, directionLabel, freshnessLabel, label, priceLabel } from './drawing/labels.ts';
import { day, instant, price, text } from './drawing/say.ts';
import { limits } from './limits.ts';

type Heading = Pick<
  BriefOverview,
  'security' | 'market_price' | 'data_status' | 'as_of' | 'generated_at' | 'coverage' | 'warnings'
>;

export type Title = { cost: Value; heading: 'h1' | 'h2' };

/** Status labels are never folded; the limitations unfold from one line. */
export function title(brief: Heading, { cost, heading }: Title, marks: ChangeMarks): Html {
  const { security, data_status: data, market_price: market } = brief;
  const isNamed = security.name !== security.ticker;
  const name = html`<span class="ticker">${security.ticker}</span> ${isNamed && security.name}`;
  return html`<header class="brief-head">
    <div class="brief-name">
      ${heading === 'h1' ? html`<h1 id="brief">${name}</h1>` : html`<h2 id="brief" class="h1">${name}</h2>`}
      ${!isNamed && html`<p class="soft small">No name is recorded.</p>`}
      <p class="row tight">${modeLabel(data.mode)} ${coverageLabel(data.coverage)} ${freshnessLabel(data.freshness)}</p>
    </div>
    ${priceOf(market, marks)}
    ${limits(brief, cost)}
    <p class="soft small known">As it was known at ${instant(brief.as_of)}.</p>
  </header>`;
}

export function modeLabel(mode: BriefOverview['data_status']['mode']): Html {
  return mode === 'preview'
    ? label('Mode', 'Fictional preview', ['warn', 'warn'])
    : label('Mode', 'Live research', ['plain', 'dot']);
}

const meanings: Readonly<Record<BriefOverview['market_price']['status'], string | null>> = {
  current: null,
  stale: 'This price is stale: a later session has closed. Do not read it as the price of today.',
  unverified: 'This price could not be verified. Do not rely on it.',
  unavailable: 'No price is available. Nothing is put in its place.',
};

function priceOf({ status, reference }: BriefOverview['market_price'], marks: ChangeMarks): Html {
  const meaning = meanings[status];
  return html`<div class="brief-price">
    ${
      reference !== null &&
      html`<p class="row tight"><span class="figure">${price(reference.price, reference.currency)}</span> <span class="soft small"><span class="heard">Close of </span>${day(reference.session_date)}</span></p>`
    }
    <p class="row tight">${priceLabel(status)} ${marks.object('price_status')}</p>
    ${meaning !== null && html`<p class="small">${meaning}</p>`}
  </div>`;
}

type Verdict = Pick<BriefOverview, 'activity' | 'trade_state'>;

export function verdict({ activity, trade_state: state }: Verdict, marks: ChangeMarks): Html {
  const [policy, why, rest] = reasonsOf(state.reasons);
  return html`<div class="verdict">
    <section aria-labelledby="sides">
      <h2 id="sides" class="eyebrow">People by direction</h2>
      ${sides(activity.people)}
    </section>
    <section aria-labelledby="action">
      <h2 id="action" class="eyebrow">Action by a published policy</h2>
      <p class="row tight">
        ${actionLabel(state.action)} ${marks.object('verdict')} ${directionLabel(state.direction)} ${marks.object('direction')}
        <span>${capital(state.decision_mode)}</span> ${marks.object('decision_mode')}
      </p>
      <p class="why">${why !== null && text(why)}</p>
      <p class="soft small">${policy !== null && text(policy)} <a href="/docs/verdict">The rule</a>. It is no advice, and no forecast.</p>
      ${rest.length > 0 && html`<details><summary>${counted(rest.length, 'more reason')}</summary><ul>${rest.map((one) => html`<li>${text(one)}</li>`)}</ul></details>`}
    </section>
  </div>`;
}

type Reason = BriefOverview['trade_state']['reasons'][number];

/** The first reason counts the views by policy. If an action is withheld, the reason for that explains the word better. */
function reasonsOf([policy, ...others]: readonly Reason[]): readonly [Reason | null, Reason | null, Reason[]] {
  const withheld = others.find((one) => /\bwithheld\b/.test(one.text));
  if (withheld === undefined) return [null, policy ?? null, others];
  return [policy ?? null, withheld, others.filter((one) => one !== withheld)];
}

const sideNames = ['bullish', 'mixed', 'unclear', 'bearish'] as const;

function sides(people: DirectionCounts): Html {
  const total = sideNames.reduce((sum, name) => sum + people[name], 0);
  if (total === 0) return html`<p>No person has a view that counts.</p>`;
  const starts = sideNames.map((_, index) => sideNames.slice(0, index).reduce((sum, name) => sum + people[name], 0));
  const bars = sideNames.map(
    (name, index) =>
      people[name] > 0 && html`<rect class="${name}" x="${starts[index]}" y="0" width="${people[name]}" height="1" />`,
  );
  return html`<svg class="sides" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${bars}</svg>
    <ul class="sides-counts">${sideNames.map((name) => people[name] > 0 && html`<li class="${name}">${icon(directionLooks[name][1])} <strong>${people[name]}</strong> ${name}</li>`)}</ul>`;
}

/** The author's targets next to the price. Distances are not expected returns and prove nothing. */
import type { Thesis } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import type { Look } from '../../../client/words/states.ts';
import { label } from './drawing/labels.ts';
import { day, notRecorded, percent, text } from './drawing/say.ts';
import { capital, words } from '../../../client/words/text.ts';
import { horizonOf } from './drawing/horizon.ts';

type Opportunity = Thesis['price_opportunity'];
type Target = NonNullable<Opportunity>['targets'][number];

const proximities: Readonly<Record<Target['proximity'], Look>> = {
  not_reached: ['plain', 'clock'],
  near: ['warn', 'dot'],
  reached_or_beyond: ['plain', 'check'],
  unknown: ['plain', 'open'],
};

export function targets(found: Opportunity, cites: Cites): Html {
  if (found === null) return html`<h4>Targets</h4><p class="soft">None are compared: the thesis is not active.</p>`;
  if (found.targets.length === 0) return html`<h4>Targets</h4><p class="soft">No explicit target is recorded.</p>`;
  return html`<h4>Targets</h4>
    <p class="soft small">The distance to a target is no expected return, and does not prove that the thesis still holds.</p>
    ${found.targets.map((one) => target(one, cites))}`;
}

function target(one: Target, cites: Cites): Html {
  return html`<dl class="facts">
    <dt>Target</dt><dd>${rangeOf(one)}, stated ${day(one.stated_on)}${cites.to(one.citation_id)}</dd>
    <dt>Distance</dt>
    <dd>
      ${label('Proximity', capital(one.proximity), proximities[one.proximity])}
      ${one.reason === null ? html`${percent(one.remaining_change_to_low_percent)} to the low end, ${percent(one.remaining_change_to_high_percent)} to the high end` : words(one.reason)}
    </dd>
    <dt>Horizon</dt><dd>${horizonOf(one.horizon)}</dd>
    <dt>Price when stated</dt><dd>${one.price_when_stated === null ? notRecorded : `${one.price_when_stated} ${one.currency}`}</dd>
    <dt>Conditions</dt><dd>${one.conditions.length === 0 ? notRecorded : html`<ul>${one.conditions.map((condition) => html`<li>${text(condition)}</li>`)}</ul>`}</dd>
  </dl>`;
}

/** A range with one end: the other is not stated. */
function rangeOf({ low, high, currency }: Target): string {
  if (low === null || high === null) return `${low ?? high ?? 'not recorded'} ${currency}`;
  return low === high ? `${low} ${currency}` : `${low} to ${high} ${currency}`;
}

/** Trade state by the published policy: its word, reasons, points to watch, and setups with conditions. */
import type { Condition, Setup, TradeState, View } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { actionLabel, conditionLabel, confirmationLabel, directionLabel } from './drawing/labels.ts';
import { instant, text } from './drawing/say.ts';
import { capital, counted, words } from '../../../client/words/text.ts';

export function tradeState(state: TradeState, views: readonly View[], cites: Cites): Html {
  const { action, direction, decision_mode: mode, reasons, watch_conditions: watch, setups } = state;
  return html`<section class="card" aria-labelledby="trade-state">
    <h2 id="trade-state">Trade state</h2>
    <p class="row verdict">${actionLabel(action)} ${directionLabel(direction)} <span>${capital(mode)}</span></p>
    <p class="soft small">A published rule gives this word from the views below. It is no advice, and no forecast.</p>
    <h3>Reasons</h3>
    <ul>${reasons.map((reason) => html`<li>${text(reason)}</li>`)}</ul>
    <h3>What to watch</h3>
    ${watch.length === 0 ? html`<p class="soft">No condition to watch is recorded.</p>` : html`<ul>${watch.map((one) => html`<li>${text(one)}</li>`)}</ul>`}
    ${more(state.omitted_watch_condition_count, 'condition')}
    ${setups.length === 0 && html`<p>There is no directional setup.</p>`}
    ${setups.map((setup) => setupOf(setup, views, cites))}
  </section>`;
}

export function more(count: number, one: string): Html | false {
  return (
    count > 0 &&
    html`<p class="soft">${counted(count, `more ${one}`)} ${count === 1 ? 'is' : 'are'} not shown here.</p>`
  );
}

function setupOf(setup: Setup, views: readonly View[], cites: Cites): Html {
  const { direction, posture, price_confirmation: confirmation, thesis_ids: ids, conditions } = setup;
  const named = views.filter(({ belief_id: id }) => ids.includes(id));
  return html`<h3>${capital(direction)} setup: ${words(posture)}</h3>
    <p class="row">${confirmationLabel(confirmation)} <span>price confirmation</span></p>
    <p>
      Rests on ${named.map(({ belief_id: id, person }, index) => html`${index > 0 && ', '}<a href="#${id}">${person.name}</a>`)}
      ${ids.length > named.length && counted(ids.length - named.length, 'view that is not shown', 'views that are not shown')}
      ${ids.length === 0 && 'counting views that are not shown'}
    </p>
    ${conditionTable(`Conditions of the ${direction} setup`, conditions, cites)} ${more(setup.omitted_condition_count, 'condition')}`;
}

export function conditionTable(caption: string, conditions: readonly Condition[], cites: Cites): Html {
  if (conditions.length === 0) return html`<p class="soft">No condition is recorded.</p>`;
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}">
    <table class="stacked">
      <caption>${caption}</caption>
      <thead><tr><th scope="col">Kind</th><th scope="col">Condition</th><th scope="col">Status</th><th scope="col">Expected by</th></tr></thead>
      <tbody>${conditions.map(
        (one) => html`<tr>
          <td data-column="Kind">${capital(one.kind)}</td>
          <td class="long" data-column="Condition">${text(one.statement)}${cites.to(one.citation_id)}</td>
          <td data-column="Status">${conditionLabel(one.status)}</td>
          <td data-column="Expected by">${instant(one.expected_by)}</td>
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

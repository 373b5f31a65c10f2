/** Setups of the trade state with their conditions, and what else to watch. */
import type { Condition, Setup, Text, TradeState, View } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import type { ChangeMarks } from './changed.ts';
import { conditionLabel, confirmationLabel } from './drawing/labels.ts';
import { day, text } from './drawing/say.ts';
import { capital, counted, words } from '../../../client/words/text.ts';

export function tradeState(
  { watch_conditions: watch, setups, omitted_watch_condition_count: omitted }: TradeState,
  views: readonly View[],
  cites: Cites,
  marks: ChangeMarks,
): Html {
  const shown = new Set(setups.flatMap(({ conditions }) => conditions.map(({ statement }) => statement.text)));
  const further = watch.filter((one) => !shown.has(one.text));
  return html`<section class="card" aria-labelledby="trade-state">
    <h2 id="trade-state">What to watch</h2>
    ${watch.length === 0 && html`<p class="soft">No condition to watch is recorded.</p>`}
    ${setups.length === 0 && html`<p>There is no directional setup.</p>`}
    <div class="columns">
      ${setups.map((setup) => setupOf(setup, views, cites, marks))}
      ${further.length > 0 && html`<div><h3>${shown.size > 0 ? 'Further conditions to watch' : 'Conditions to watch'}</h3><ul class="bare conditions">${further.map((one) => html`<li>${folded(one)}</li>`)}</ul>${more(omitted, 'condition')}</div>`}
    </div>
    ${further.length === 0 && more(omitted, 'condition')}
  </section>`;
}

export function more(count: number, one: string): Html | false {
  return (
    count > 0 &&
    html`<p class="soft">${counted(count, `more ${one}`)} ${count === 1 ? 'is' : 'are'} not shown here.</p>`
  );
}

function setupOf(setup: Setup, views: readonly View[], cites: Cites, marks: ChangeMarks): Html {
  const { direction, posture, price_confirmation: confirmation, thesis_ids: ids, conditions } = setup;
  const named = views.filter(({ belief_id: id }) => ids.includes(id));
  return html`<div><h3 class="row tight">${capital(direction)} setup: ${words(posture)} ${confirmationLabel(confirmation)} <span class="soft small">price confirmation</span></h3>
    <p class="small">
      Rests on ${named.map(({ belief_id: id, person }, index) => html`${index > 0 && ', '}<a href="#${id}">${person.name}</a>`)}
      ${ids.length > named.length && counted(ids.length - named.length, 'view that is not shown', 'views that are not shown')}
      ${ids.length === 0 && 'counting views that are not shown'}
    </p>
    ${conditionTable(`Conditions of the ${direction} setup`, conditions, cites, marks)} ${more(setup.omitted_condition_count, 'condition')}</div>`;
}

/** Longer than a few lines: the rest unfolds. */
const LINES_LENGTH = 220;

function folded(found: Text): Html {
  if (found.text.length <= LINES_LENGTH) return html`<p>${text(found)}</p>`;
  return html`<details class="clamped"><summary><span>${text(found)}</span></summary></details>`;
}

export function conditionTable(
  caption: string,
  conditions: readonly Omit<Condition, 'belief_id'>[],
  cites: Cites,
  marks?: ChangeMarks,
): Html {
  if (conditions.length === 0) return html`<p class="soft">No condition is recorded.</p>`;
  return html`<ul class="bare conditions" aria-label="${caption}">${conditions.map(
    (one) => html`<li>
      <p class="row tight">${conditionLabel(one.status)} <span class="small">${capital(one.kind)}${one.expected_by !== null && html`, expected by ${day(one.expected_by.slice(0, 10))}`}</span> ${cites.to(one.citation_id)} ${marks?.condition(one.statement.text)}</p>
      ${folded(one.statement)}
    </li>`,
  )}</ul>`;
}

/** Price of opening a person's views, shown before they are opened. */
import { REPLAY_DAYS } from '../../../store/engine/lifetimes.ts';
import type { ChangeDays } from '../../../reads/change-days.ts';
import { counted } from '../../../../client/words/text.ts';
import { type Html, html } from '../../shell/html.ts';
import { personPath } from '../address.ts';
import { day, instant } from '../drawing/say.ts';
import { type PayerChoice, nothingLeft, payerField } from '../offer.ts';
import type { PersonQuestion } from './question.ts';

export type PersonOffer = {
  question: PersonQuestion;
  payers: readonly PayerChoice[];
  days: ChangeDays;
  /** Mark of the form, so that sending it twice is one request. */
  once: string;
  notice: string | null;
  /** Ways to a workspace for a person in none. */
  way: Html | null;
};

export function personOffer({ question, payers, days, once, notice, way }: PersonOffer): Html {
  const { person_id: id, as_of: asOf } = question;
  const canPay = payers.some(({ standing }) => standing.status === 'ready');
  return html`<div class="narrow">
    <h1>Open the views of one person</h1>
    ${notice !== null && html`<p class="note warn" role="alert">${notice}</p>`}
    <dl class="facts">
      <dt>Person</dt><dd><code>${id}</code></dd>
      <dt>Days with news</dt><dd>${counted(days.days.length + days.omitted, 'day')}, the newest ${day(days.days[0]?.day ?? null)}</dd>
      <dt>As it is known</dt><dd>${asOf === undefined ? 'now' : html`at ${instant(asOf)}`}</dd>
    </dl>
    ${payers.length === 0 && html`${way}<p><a href="/">The preview</a> is free.</p>`}
    ${
      payers.length > 0 &&
      (canPay
        ? html`<form class="card stack" method="post" action="${personPath(id)}">
            <input type="hidden" name="once" value="${once}" />
            ${asOf !== undefined && html`<input type="hidden" name="as_of" value="${asOf}" />`}
            <p><strong>It costs one request</strong> for a page of at most ${question.limit} views. Reading it again at its address is free for ${REPLAY_DAYS} days, for everybody in the workspace.</p>
            ${payerField(payers)}
            <button>Open for one request</button>
          </form>`
        : nothingLeft(payers))
    }
    <p><a href="/brief">All companies that are covered</a></p>
  </div>`;
}

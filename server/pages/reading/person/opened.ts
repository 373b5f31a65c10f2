/** Opened page of a person: each further cutoff, page and record says its price before it is opened. */
import type { BeliefsPage, Receipt } from '../../../../generated/api.ts';
import type { Answer } from '../../../contract/metered.ts';
import type { ChangeDays } from '../../../reads/change-days.ts';
import { type Html, html } from '../../shell/html.ts';
import { atCutoff, openLive, personPath } from '../address.ts';
import { cutoffForm, hiddenFields } from '../cutoff.ts';
import { type PayerChoice, left, paidFor } from '../offer.ts';
import { type BeliefData, personPage } from './page.ts';
import { type PersonQuestion, requestOfPerson } from './question.ts';

type OpenedPerson = {
  found: BeliefsPage;
  answer: Answer;
  question: PersonQuestion;
  receipt: Receipt;
  records: readonly { requestId: string; data: BeliefData }[];
  days: ChangeDays;
  payers: readonly PayerChoice[];
  once: string;
  baseUrl: string;
  notice: string | null;
};

export function openedPerson(opened: OpenedPerson): Html {
  const { found, answer, question, receipt, records, days, payers, once, baseUrl, notice } = opened;
  const { person_id: id } = question;
  const [pays] = payers;
  const action = personPath(id);
  const hidden = { once, ...(pays === undefined ? {} : { workspace: pays.workspaceId }) };
  const price =
    pays === undefined ? '' : html`Costs one request, paid by ${pays.workspaceName}: ${left(pays.standing)}.`;
  const record = records.map(({ requestId }) => requestId).join(',');
  const listed = { ...hidden, request: receipt.request_id, record };
  return personPage({
    id,
    found,
    records: records.map(({ data }) => data),
    called: { baseUrl, request: requestOfPerson(question), mode: 'live', bytes: answer.bytes, sha256: answer.sha256 },
    cost: paidFor(receipt, pays),
    cutoff: cutoffForm({
      asOf: found.as_of,
      asked: question.as_of ?? null,
      detail: null,
      of: { page: 'page', subject: 'this person' },
      changes: days,
      method: 'post',
      action,
      hidden,
      price,
      button: 'Open for one request',
    }),
    notice,
    controls: {
      brief: (name) => atCutoff(openLive(name), found.as_of),
      record: (
        { belief_id: belief },
        name,
      ) => html`<form data-redraw method="post" action="${action}#${belief}" class="row">
        ${hiddenFields({ ...listed, belief })}
        <button class="quiet">The price since, and the course<span class="heard"> of ${name}</span></button> <span class="soft small">${price}</span>
      </form>`,
      further: (cursor) => html`<form method="post" action="${action}" class="row">
        ${hiddenFields({ ...hidden, as_of: found.as_of, cursor })}
        <button>Further views</button> <span class="soft small">${price}</span>
      </form>`,
    },
  });
}

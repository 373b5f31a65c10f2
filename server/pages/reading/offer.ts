/** Price of opening a live brief, shown before it is opened and with every way to open another one. */
import type { BriefEntity, Receipt } from '../../../generated/api.ts';
import type { Answer } from '../../contract/metered.ts';
import type { Standing } from '../../metering/limits/standing.ts';
import type { ChangeDays } from '../../reads/change-days.ts';
import type { LoggedView } from '../../store/log/logged-views.ts';
import { REPLAY_DAYS } from '../../store/engine/lifetimes.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { type SecurityBrief, briefPage } from './brief.ts';
import type { ChangedPart } from './changed.ts';
import { cutoffForm } from './cutoff.ts';
import type { ChartZoom } from './drawing/chart.ts';
import { entityPage } from './entity.ts';
import { openLive } from './address.ts';
import type { CoverageEntry } from './front/picker.ts';
import { type Question, nameOf, requestOfQuestion } from './question.ts';
import { instant } from './drawing/say.ts';
import { counted } from '../../../client/words/text.ts';
import { instantText } from '../shell/times.ts';

export type PayerChoice = { workspaceId: string; workspaceName: string; standing: Standing };

export type Offer = {
  question: Question;
  payers: readonly PayerChoice[];
  /** Mark of the form, so that sending it twice is one request. */
  once: string;
  action: string;
};

type OfferPage = {
  offer: Offer;
  covered: CoverageEntry | null;
  notice: string | null;
  /** Ways to a workspace for a person in none. */
  way: Html | null;
};

export function offerPage({ offer, covered, notice, way }: OfferPage): Html {
  const { question, payers } = offer;
  const canPay = payers.some(({ standing }) => standing.status === 'ready');
  return html`<div class="narrow">
    <h1>Open the brief of ${nameOf(question)}</h1>
    ${notice !== null && html`<p class="note warn" role="alert">${notice}</p>`}
    ${coveredFacts(question, covered)}
    ${payers.length === 0 && html`${way}<p><a href="/">The preview</a> is free.</p>`}
    ${payers.length > 0 && (canPay ? opening(offer) : nothingLeft(payers))}
    <p><a href="/brief">All that is covered</a></p>
  </div>`;
}

function coveredFacts(question: Question, covered: CoverageEntry | null): Html {
  const cutoff = question.as_of === undefined ? 'now' : html`at ${instant(question.as_of)}`;
  if (covered === null) {
    return html`<p class="note warn">${nameOf(question)} is not in the list of what is covered. There may be research about companies of its industry; without any, nothing is opened and nothing is charged.</p>`;
  }
  return html`<dl class="facts">
    <dt>Name</dt><dd>${covered.name === covered.ticker ? html`<span class="soft">not recorded</span>` : covered.name}</dd>
    <dt>Released records</dt><dd>${covered.released_record_count}</dd>
    <dt>Newest observation</dt><dd>${instant(covered.latest_observation_at)}</dd>
    <dt>As it is known</dt><dd>${cutoff}</dd>
  </dl>`;
}

function opening({ question, payers, once, action }: Offer): Html {
  return html`<form class="card stack" method="post" action="${action}">
    <input type="hidden" name="once" value="${once}" />
    ${question.as_of !== undefined && html`<input type="hidden" name="as_of" value="${question.as_of}" />`}
    <p><strong>It costs one request.</strong> Reading it again at its address is free for ${REPLAY_DAYS} days, for everybody in the workspace.</p>
    ${payerField(payers)}
    <fieldset>
      <legend>Detail</legend>
      ${(['overview', 'full'] as const).map((one) => html`<label class="check"><input type="radio" name="detail" value="${one}" ${one === question.detail && html`checked`} /> ${one === 'overview' ? 'Overview: at most five views' : 'Full: with the case behind each view'}</label>`)}
    </fieldset>
    <button>Open for one request</button>
  </form>`;
}

export function payerField(payers: readonly PayerChoice[]): Html {
  const [only] = payers;
  if (payers.length === 1 && only !== undefined) {
    return html`<p>Paid by <strong>${only.workspaceName}</strong>: ${left(only.standing)}.</p><input type="hidden" name="workspace" value="${only.workspaceId}" />`;
  }
  const first = payers.find(({ standing }) => standing.status === 'ready');
  return html`<fieldset>
    <legend>Which workspace pays?</legend>
    ${payers.map((one) => html`<label class="check"><input type="radio" name="workspace" value="${one.workspaceId}" required ${one.standing.status !== 'ready' && html`disabled`} ${one === first && html`checked`} /> <span>${one.workspaceName}: ${left(one.standing)}</span></label>`)}
  </fieldset>`;
}

export function nothingLeft(payers: readonly PayerChoice[]): Html {
  return html`<div class="note warn">
      <p><strong>No workspace of yours can pay for it now.</strong></p>
      <ul>${payers.map(({ workspaceName, standing }) => html`<li>${workspaceName}: ${left(standing)}</li>`)}</ul>
    </div>
    <p><a class="button" href="/subscribe?access=required&amp;source=brief">See the plans</a></p>`;
}

/** The remaining allowance of a workspace, in words. */
export function left(standing: Standing): string {
  const {
    status,
    subscriptionPlan: plan,
    subscriptionRequestsRemaining: allowance,
    prepaidRequestsRemaining: prepaid,
  } = standing;
  if (status === 'spend_limit_reached') return 'its spend limit for this month is reached';
  if (plan !== null && allowance === null) return 'any number of requests left';
  return `${counted((allowance ?? 0) + prepaid, 'request')} left`;
}

/** Bought changes, for the section of a brief. */
export type ShownChanges = Pick<ChangedPart, 'since' | 'found' | 'isFurther' | 'notice'>;

export const noChanges: ShownChanges = { since: null, found: null, isFurther: false, notice: null };

type OpenedPage = {
  brief: SecurityBrief | BriefEntity;
  answer: Answer;
  question: Question;
  receipt: Receipt;
  baseUrl: string;
  days: ChangeDays;
  changes: ShownChanges;
  zoom: ChartZoom;
  inLog: readonly LoggedView[];
  offer: Offer;
};

export function openedPage(opened: OpenedPage): Html {
  const { brief, answer, question, receipt, baseUrl, days, changes, zoom, inLog, offer } = opened;
  const [pays] = offer.payers;
  const hidden = { once: offer.once, ...(pays === undefined ? {} : { workspace: pays.workspaceId }) };
  const buying = {
    changes: days,
    method: 'post',
    action: offer.action,
    hidden,
    price: pays === undefined ? '' : html`Costs one request, paid by ${pays.workspaceName}: ${left(pays.standing)}.`,
  } as const;
  const shared = {
    called: { baseUrl, request: requestOfQuestion(question), mode: 'live', bytes: answer.bytes, sha256: answer.sha256 },
    cost: paidFor(receipt, pays),
    cutoff: cutoffForm({
      ...buying,
      button: 'Open for one request',
      asOf: brief.as_of,
      asked: question.as_of ?? null,
      detail: question.detail,
    }),
  } as const;
  if (brief.view === 'entity') return entityPage({ brief, ...shared });
  const button = 'Open the changes for one request';
  const further = {
    ...buying,
    button,
    ...changes,
    asOf: brief.as_of,
    hidden: { ...hidden, brief: receipt.request_id },
  };
  return briefPage({ brief, ...shared, open: openLive, zoom, inLog, changes: further });
}

export function paidFor({ charged_at: at, replay_until: until }: Receipt, pays: PayerChoice | undefined): Value {
  return html`<span class="paid">Paid for with one request${pays !== undefined && html` of ${pays.workspaceName}`} on ${instantText(at)}; this address shows it again for nothing until ${instantText(until)}.</span>`;
}

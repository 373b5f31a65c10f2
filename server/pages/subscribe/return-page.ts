/** /subscribe/return: the page after a checkout. It grants nothing and shows the recorded state. */
import type { Request, Response } from 'express';
import { readProviderLink } from '../../store/ledger/subscriptions.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { requireSignedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';
import { balanceFacts } from '../account/credit-section.ts';
import { practiceLabel, requests } from '../account/figures.ts';
import { type OwnCheckout, ownCheckout } from './practice-pages.ts';

export async function showReturn(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const begun = await ownCheckout(context, viewer, query.get('checkout'));
  const renews = begun.checkout.completed_at === null && (await renewsOtherwise(context, begun));
  // The subscription that renews may be the one from this checkout, recorded in the meantime.
  const own = renews ? await ownCheckout(context, viewer, begun.checkout.checkout_id) : begun;
  const { checkout, workspace } = own;
  const balance = await readBalance(context.db, workspace.workspaceId);
  const { completed_at: recordedAt } = checkout;
  const isBesides = recordedAt === null && renews;
  const title =
    recordedAt !== null ? 'The payment is recorded' : isBesides ? 'Nothing to record' : 'Waiting for the payment';
  const main = html`<div class="narrow">
    <h1>${title}</h1>
    ${recordedAt !== null ? recorded(own, recordedAt) : isBesides ? besides(own) : waiting(own)}
    <section class="card" aria-labelledby="left">
      <h2 id="left" class="first">What ${workspace.workspaceName} has</h2>
      ${balanceFacts(balance)}
      <p><a href="/account/plan?workspace=${workspace.workspaceId}">All payments and grants</a></p>
    </section>
  </div>`;
  sendPage(response, page({ title, viewer, current: 'subscribe', main }));
}

/** True if the workspace already has another subscription: a second plan then grants nothing. */
async function renewsOtherwise({ db }: PageContext, { item, workspace }: OwnCheckout): Promise<boolean> {
  if (item.period === null) return false;
  return (await readProviderLink(db, workspace.workspaceId))?.subscription != null;
}

function besides({ item, workspace }: OwnCheckout): Html {
  return html`<div class="note warn" role="status">
    <p>
      ${workspace.workspaceName} has a subscription that renews by itself, so nothing is recorded for this ${item.name}. If it was paid
      for all the same, we were told, and whoever runs this service settles what is owed.
    </p>
  </div>`;
}

function waiting({ checkout, item }: OwnCheckout): Html {
  return html`<div class="note warn" role="status">
      <p>
        Waiting for the payment to be recorded. This page is no proof that ${item.name} was paid for: the payment provider tells us
        so itself, mostly within a minute. If it was paid for and is not here within the hour, ask whoever runs this service.
      </p>
    </div>
    <p><a class="button" href="/subscribe/return?checkout=${checkout.checkout_id}">Look again</a></p>`;
}

function recorded({ checkout, item }: OwnCheckout, at: string): Html {
  const isPractice = checkout.provider === 'practice';
  return html`<div class="note good" role="status">
    <p>
      ${isPractice && practiceLabel} ${item.name} (${item.requests === null ? 'any number of requests' : requests(item.requests)}) was
      recorded ${time(at)}${isPractice && ', and nobody paid for it'}. Whoever is waiting for it can check the status and go on.
    </p>
  </div>`;
}

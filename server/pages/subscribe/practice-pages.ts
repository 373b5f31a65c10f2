/** /subscribe/practice: a practice checkout instead of a payment page. No money moves; the rest is real. */
import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problems.ts';
import { type Item, itemOf } from '../../metering/credit/checkout.ts';
import { payForPractice } from '../../metering/credit/practice-checkout.ts';
import { type CheckoutRow, findCheckout } from '../../store/ledger/checkouts.ts';
import type { Membership } from '../../store/people/sessions.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId, readQuery } from '../shell/form.ts';
import { html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, redirect, requireSignedIn } from '../shell/signed-in.ts';
import { ownForm, refuseNonAdmin } from '../account/admin-form.ts';
import { money, practiceLabel, requests } from '../account/figures.ts';
import { ownWorkspace } from '../account/workspace-choice.ts';
import { isRole } from './begin.ts';

export type OwnCheckout = { checkout: CheckoutRow; workspace: Membership; item: Item };

/** A checkout of one of the person's workspaces; others do not exist for them. */
export async function ownCheckout({ db }: PageContext, viewer: SignedIn, id: string | null): Promise<OwnCheckout> {
  const checkout = id !== null && isOwnId('chk', id) ? await findCheckout(db, id) : null;
  const workspace = checkout === null ? null : ownWorkspace(viewer, checkout.workspace_id);
  const item = checkout === null ? null : itemOf(checkout.item);
  if (checkout === null || workspace === null || item === null)
    throw new ProblemError('not-found', { detail: 'There is no such checkout of one of your workspaces.' });
  return { checkout, workspace, item };
}

export async function showPractice(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const { checkout, workspace, item } = await ownCheckout(context, viewer, query.get('checkout'));
  const { checkout_id: id } = checkout;
  if (checkout.completed_at !== null) return redirect(response, `/subscribe/return?checkout=${id}`);
  const main = html`<div class="narrow">
    <h1>Practice checkout</h1>
    <div class="note warn">
      <p>${practiceLabel} No money is taken. What is granted here shows how the service behaves after a payment.</p>
    </div>
    <div class="card">
      <dl class="facts">
        <dt>For</dt>
        <dd><strong>${workspace.workspaceName}</strong></dd>
        <dt>What</dt>
        <dd>${item.name}: ${item.requests === null ? 'any number of requests' : requests(item.requests)}</dd>
        <dt>Would cost</dt>
        <dd>${money(item.price_cents)}${item.period !== null && ` a ${item.period}`}</dd>
        <dt>You pay</dt>
        <dd>${money(0)}</dd>
      </dl>
      <form class="row" method="post" action="/subscribe/practice">
        <input type="hidden" name="checkout" value="${id}" />
        <a class="button quiet" href="/subscribe?workspace=${workspace.workspaceId}">Cancel</a>
        <button>Complete the practice payment</button>
      </form>
    </div>
  </div>`;
  sendPage(response, page({ title: 'Practice checkout', viewer, current: 'subscribe', main }));
}

export async function completePractice(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await ownForm(context, request, response);
  if (sent === null) return;
  const { viewer, form } = sent;
  const { checkout, workspace } = await ownCheckout(context, viewer, form.get('checkout'));
  const { checkout_id: checkoutId } = checkout;
  const entryId = `led_${Buffer.from(context.randomBytes(12)).toString('hex')}`;
  const paying = { checkoutId, userId: viewer.userId, entryId, now: context.now() };
  const refused = await payForPractice(context.db, paying);
  if (refused === null) return redirect(response, `/subscribe/return?checkout=${checkoutId}`);
  if (isRole(refused)) return refuseNonAdmin(context, response, { viewer, workspace });
  redirect(response, `/subscribe?workspace=${workspace.workspaceId}&notice=${refused}#notice`);
}

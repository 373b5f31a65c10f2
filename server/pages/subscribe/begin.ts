/** POST /subscribe and POST /subscribe/manage: start of a checkout, or of Stripe's customer portal. */
import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problems.ts';
import { type CheckoutRefusal, beginCheckout, itemOf } from '../../metering/credit/checkout.ts';
import { noteProviderReference } from '../../store/ledger/checkouts.ts';
import { readProviderLink } from '../../store/ledger/subscriptions.ts';
import type { PageContext } from '../shell/context.ts';
import { redirect } from '../shell/signed-in.ts';
import { type AdminForm, asAdmin, refuseNonAdmin, workspaceForm } from '../account/admin-form.ts';
import type { NoticeName } from '../account/notices.ts';
import type { StripeApi } from './stripe-api.ts';
import { referralOf, referralQuery, referralText } from './referral.ts';

/** A form without an item is refused for non-admins too. Without a way to pay, nothing is started. */
export async function begin(
  context: PageContext,
  { request, response, stripe }: { request: Request; response: Response; stripe: StripeApi | null },
): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { payments, db, now, randomBytes } = context;
  const { workspaceId } = sent.workspace;
  const referral = referralOf(sent.form);
  const back = (notice: NoticeName): void =>
    redirect(
      response,
      `/subscribe?${new URLSearchParams({ workspace: workspaceId, ...referralQuery(referral), notice })}#notice`,
    );
  if (payments.provider === 'none') {
    const { allowed } = await asAdmin(context, sent, async () => null);
    return allowed ? back('no-payments') : refuseNonAdmin(context, response, sent);
  }
  const checkoutId = `chk_${Buffer.from(randomBytes(12)).toString('hex')}`;
  const itemId = sent.form.get('item') ?? '';
  const wanted = {
    checkoutId,
    workspaceId,
    userId: sent.viewer.userId,
    itemId,
    acquisition: referralText(referral),
    now: now(),
  };
  const refused = await beginCheckout(db, { ...wanted, provider: payments.provider });
  if (refused !== null) return isRole(refused) ? refuseNonAdmin(context, response, sent) : back(refused);
  if (stripe === null)
    return redirect(response, `/subscribe/practice?${new URLSearchParams({ checkout: checkoutId })}`);
  redirect(response, await beginAtStripe(context, { stripe, sent, checkoutId, itemId }));
}

export function isRole(refused: CheckoutRefusal): refused is 'not-an-admin' | 'not-a-member' {
  return refused === 'not-an-admin' || refused === 'not-a-member';
}

type AtStripe = { stripe: StripeApi; sent: AdminForm; checkoutId: string; itemId: string };

async function beginAtStripe(
  { db, baseUrl }: PageContext,
  { stripe, sent, checkoutId, itemId }: AtStripe,
): Promise<string> {
  const item = itemOf(itemId);
  if (item === null) throw new Error(`a checkout of ${itemId} was begun`);
  const { workspaceId } = sent.workspace;
  const link = await readProviderLink(db, workspaceId);
  const { id, url } = await atStripe(() =>
    stripe.createCheckout({
      checkoutId,
      workspaceId,
      item,
      email: sent.viewer.email,
      customer: link?.customer ?? null,
      successUrl: `${baseUrl}/subscribe/return?checkout=${checkoutId}`,
      cancelUrl: `${baseUrl}/subscribe?workspace=${workspaceId}`,
    }),
  );
  // Recorded before the payment page opens: a payment reported for another session is refused.
  await noteProviderReference(db, checkoutId, id);
  return pageOfStripe(url);
}

export async function manage(
  context: PageContext,
  { request, response, stripe }: { request: Request; response: Response; stripe: StripeApi },
): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const done = await asAdmin(context, sent, (trx) => readProviderLink(trx, workspaceId));
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  const customer = done.result?.customer ?? null;
  const here = `/subscribe?workspace=${workspaceId}`;
  if (customer === null) return redirect(response, `${here}&notice=no-customer#notice`);
  const { url } = await atStripe(() => stripe.createPortal({ customer, returnUrl: `${context.baseUrl}${here}` }));
  redirect(response, pageOfStripe(url));
}

/** The policy of the pages allows their forms to lead to these addresses only. */
function pageOfStripe(url: string): string {
  if (URL.canParse(url) && /^https:\/\/(checkout|billing)\.stripe\.com$/.test(new URL(url).origin)) return url;
  throw new Error(`Stripe gave an address of another host: ${url.slice(0, 100)}`);
}

async function atStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ProblemError('unavailable', {
      detail: 'Stripe does not answer at the moment. Nothing was paid; try again in a minute.',
      cause,
    });
  }
}

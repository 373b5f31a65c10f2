/** Plans and the refill as cards: price, content, and the button for a person who may buy. */
import { type CheckoutRefusal, type Item, itemRefusal, items } from '../../metering/credit/checkout.ts';
import type { Payments } from '../shell/context.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { label, money, practiceLabel, requests, whole } from '../account/figures.ts';
import type { PayingWorkspace } from './paying-workspace.ts';
import { type Referral, referralQuery } from './referral.ts';

export type Offers = { payments: Payments; payer: PayingWorkspace | null; referral: Referral };

export function offerCards(offers: Offers): Html {
  return html`<div class="columns">${items.map((item) => card(item, offers))}</div>`;
}

function card(item: Item, offers: Offers): Html {
  const per = item.period === null ? 'once' : `a ${item.period}`;
  const isCurrent = offers.payer?.balance?.plan === item.id;
  return html`<section class="card offer ${isCurrent && 'current'}" aria-labelledby="item-${item.id}">
    <h3 id="item-${item.id}">${item.name} ${isCurrent && label('good', 'Current plan')}</h3>
    <p class="price"><strong>${money(item.price_cents)}</strong> ${per}${savingText(item)}</p>
    <p>${givesText(item)}</p>
    ${buttonOf(item, offers)}
  </section>`;
}

/** A year against twelve months of the monthly plan. */
function savingText({ period, price_cents: price }: Item): Value {
  const monthly = items.find((item) => item.period === 'month');
  if (period !== 'year' || monthly === undefined || monthly.price_cents * 12 <= price) return null;
  return html`<br /><span class="soft">${money(monthly.price_cents * 12 - price)} less than twelve months</span>`;
}

function givesText({ requests: count, period }: Item): string {
  const amount = count === null ? 'Any number of requests' : requests(count);
  if (period === null) return `${amount}, which do not expire. Only beside a paid subscription.`;
  return `${amount} in each ${period}. What is left at its end does not carry over; prepaid requests do.`;
}

function buttonOf(item: Item, { payments, payer, referral }: Offers): Value {
  if (payer === null || payer.workspace.role !== 'admin' || !takesPayment(payments, payer)) return null;
  const refusal = refusalFor(item, payer);
  if (refusal !== null) return html`<p class="soft">${refusalTexts[refusal] ?? ''}</p>`;
  const isPractice = payments.provider === 'practice';
  const fields = { workspace: payer.workspace.workspaceId, item: item.id, ...referralQuery(referral) };
  return html`${replacesText(item, payer)}
    <form method="post" action="/subscribe">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button>${isPractice ? 'Practise buying' : 'Buy'} ${item.name}</button> ${isPractice && practiceLabel}
    </form>`;
}

/** Without a way to pay, cards have no buttons: the page names who grants credit. */
export function takesPayment(payments: Payments, { workspace }: PayingWorkspace): boolean {
  if (payments.provider === 'none') return false;
  return payments.provider === 'stripe' || workspace.practice;
}

function refusalFor(item: Item, { balance, link }: PayingWorkspace): CheckoutRefusal | null {
  if (balance === null) return null;
  return itemRefusal(item, { ...balance, subscription: link?.subscription ?? null });
}

const refusalTexts: Partial<Record<CheckoutRefusal, string>> = {
  'needs-subscription': 'Refills can be bought with a paid subscription. Prepaid requests that you have stay usable.',
  'renews-already': 'This workspace has a subscription that renews by itself.',
  'is-unlimited': 'This workspace has a plan without a limit.',
};

/** Warns before the purchase that the rest of a running period is lost. */
function replacesText({ period }: Item, { balance }: PayingWorkspace): Value {
  const left = balance?.allowance_left ?? 0;
  if (period === null || balance?.plan == null || left === 0) return null;
  return html`<p class="note warn">It begins at once and takes the place of the running plan: ${whole(left)} left of that are lost.</p>`;
}

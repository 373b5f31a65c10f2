// Checkouts: the items for sale to a buyer, and the grant of a confirmed payment, exactly once.
import {
  type CheckoutProvider,
  type CheckoutRow,
  completeCheckout,
  findCheckout,
  insertCheckout,
} from '../../store/ledger/checkouts.ts';
import { holdRole } from '../../store/ledger/account-changes.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool, Trx } from '../../store/engine/db.ts';
import { type Entry, entryUnder, readBalance, record } from '../../store/ledger/ledger.ts';
import {
  type RunningPeriod,
  holdPeriod,
  linkSubscription,
  readProviderLink,
  unlinkSubscription,
} from '../../store/ledger/subscriptions.ts';
import { workspaceExists } from '../../store/people/workspaces.ts';
import { mayRefill, periodEnd, planOf, plans, refill } from './plans.ts';

/** An item with a price: a period of a plan, or a refill. */
export type Item = {
  id: string;
  name: string;
  price_cents: number;
  requests: number | null;
  period: 'month' | 'year' | null;
};

export const items: readonly Item[] = [
  ...plans.flatMap(({ id, name, price_cents, requests, period }) =>
    price_cents === null ? [] : [{ id, name, price_cents, requests, period }],
  ),
  { ...refill, period: null },
];

export function itemOf(id: string): Item | null {
  return items.find((item) => item.id === id) ?? null;
}

/** Reasons why a buyer cannot buy an item now. */
export type CheckoutRefusal =
  | 'no-such-item'
  | 'not-a-member'
  | 'not-an-admin'
  | 'not-practice'
  | 'needs-subscription'
  | 'renews-already'
  | 'is-unlimited';

export type WantedCheckout = {
  checkoutId: string;
  workspaceId: string;
  userId: string;
  itemId: string;
  provider: CheckoutProvider;
  acquisition: string | null;
  now: Instant;
};

/** The part of an account that decides what it may buy. */
export type Buyer = {
  plan: string | null;
  /** Null if the plan is unlimited. */
  allowance_left: number | null;
  /** The provider's subscription that renews the plan. */
  subscription: string | null;
};

/** Refills need a paid subscription. A plan is not sold twice, nor does it replace an unlimited one. */
export function itemRefusal(item: Item, { plan, allowance_left, subscription }: Buyer): CheckoutRefusal | null {
  if (item.period === null) return mayRefill(plan) ? null : 'needs-subscription';
  if (subscription !== null) return 'renews-already';
  return plan !== null && allowance_left === null ? 'is-unlimited' : null;
}

/** Starts a checkout in the transaction that holds the required role; the form's values are checked again here. */
export async function beginCheckout(db: Pool, wanted: WantedCheckout): Promise<CheckoutRefusal | null> {
  const { workspaceId, userId, itemId, ...rest } = wanted;
  const item = itemOf(itemId);
  return retrying(db, async (trx) => {
    const role = await holdRole(trx, workspaceId, userId);
    if (role === null) return 'not-a-member';
    if (role !== 'admin') return 'not-an-admin';
    if (item === null) return 'no-such-item';
    const refused = await refusalOf(trx, { item, workspaceId, provider: wanted.provider });
    if (refused === null) await insertCheckout(trx, { ...rest, workspaceId, userId, item: item.id });
    return refused;
  });
}

/** The refusal by the state of this transaction. */
export async function refusalOf(
  trx: Trx,
  { item, workspaceId, provider }: { item: Item; workspaceId: string; provider: CheckoutProvider },
): Promise<CheckoutRefusal | null> {
  const [link, balance] = [await readProviderLink(trx, workspaceId), await readBalance(trx, workspaceId)];
  if (link === null || balance === null) return 'not-a-member';
  if (provider === 'practice' && !link.practice) return 'not-practice';
  return itemRefusal(item, { ...balance, subscription: link.subscription });
}

/** A confirmed payment: signed by the provider, or made by the practice checkout. Only this grants requests. */
export type Payment = {
  origin: CheckoutProvider;
  /** The provider's own id of the payment or invoice: it counts once, however often it is reported. */
  reference: string;
  checkoutId: string;
  /** The paid period, if the provider reports it; otherwise a period begins at the payment. */
  period: { startsAt: Instant; endsAt: Instant } | null;
  paidAt: Instant;
  /** Requests that a coupon grants for a period without cost, in place of the sold ones. */
  free?: { requests: number } | null;
  /** The subscription that renews the plan from now on. */
  subscription: { id: string; customer: string | null } | null;
  entryId: string;
  now: Instant;
};

export type SettleResult =
  | 'granted'
  /** Reported before. */
  | 'known'
  /** A newer period is running, or an unlimited plan that lasts as long: it stays. */
  | 'superseded'
  /** It cost nothing, and no coupon grants anything for it. */
  | 'free'
  /** Its subscription has ended since. */
  | 'ended'
  /** Another subscription already renews the plan: two of them would both bill. */
  | 'renews-already'
  /** The workspace was deleted after the checkout began. */
  | 'workspace-deleted'
  /** It belongs to no checkout of this service. */
  | 'foreign';

/** Records a purchase in the caller's transaction, behind the lock of the account: reports may race. */
export async function settle(trx: Trx, payment: Payment): Promise<SettleResult> {
  const { origin, reference, subscription, free = null, now } = payment;
  const checkout = await findCheckout(trx, payment.checkoutId);
  const item = checkout === null ? null : itemOf(checkout.item);
  if (checkout === null || item === null || checkout.provider !== origin) return 'foreign';
  const running = await holdPeriod(trx, checkout.workspace_id);
  if ((await entryUnder(trx, { origin, reference })) !== null) return 'known';
  if (!(await workspaceExists(trx, checkout.workspace_id))) return 'workspace-deleted';
  const isEnded = subscription !== null && (await entryUnder(trx, { origin, reference: subscription.id })) !== null;
  if (isEnded) return 'ended';
  if (subscription !== null && (await isAnothers(trx, checkout.workspace_id, subscription.id))) return 'renews-already';
  const period = item.period === null ? null : periodOf(item, payment);
  // Also without a grant: the subscription renews, and its payer must be able to end it.
  if (subscription !== null) {
    const { id, customer } = subscription;
    await linkSubscription(trx, { workspaceId: checkout.workspace_id, customer, subscription: id });
  }
  if (free?.requests === 0) return 'free';
  if (period !== null && running !== null && outlasts(running, period, payment)) return 'superseded';
  await record(trx, entryOf(payment, checkout), whatOf({ ...item, requests: free?.requests ?? item.requests }, period));
  await completeCheckout(trx, checkout.checkout_id, now);
  return 'granted';
}

/**
 * True if the running period is newer than the paid one, or unlimited and at least as long. A period without cost does
 * not replace one that begins at the same time either.
 */
function outlasts(running: RunningPeriod, paid: Period, { origin, free }: Payment): boolean {
  if (running.plan === null) return false;
  const startsAt = running.starts_at ?? '';
  if (running.origin === origin && (startsAt > paid.startsAt || (free != null && startsAt === paid.startsAt)))
    return true;
  return (
    running.units === null && (running.ends_at === null || (paid.endsAt !== null && running.ends_at >= paid.endsAt))
  );
}

/** True if another subscription renews the workspace. */
async function isAnothers(trx: Trx, workspaceId: string, subscription: string): Promise<boolean> {
  const link = await readProviderLink(trx, workspaceId);
  return link?.subscription != null && link.subscription !== subscription;
}

type Period = { startsAt: Instant; endsAt: Instant | null };

/**
 * A provider collects a renewal about an hour after the period has ended. Without a day of grace, each plan would pause
 * for that hour.
 */
const RENEWAL_GRACE_MS = 86_400_000;

function periodOf(item: Item, { period, paidAt, subscription }: Payment): Period {
  const plan = planOf(item.id);
  if (plan === null) throw new Error(`there is no plan ${item.id}`);
  const { startsAt, endsAt } = period ?? { startsAt: paidAt, endsAt: periodEnd(plan, paidAt) };
  if (endsAt === null || subscription === null) return { startsAt, endsAt };
  return { startsAt, endsAt: new Date(Date.parse(endsAt) + RENEWAL_GRACE_MS).toISOString() };
}

function whatOf(item: Item, period: Period | null): Parameters<typeof record>[2] {
  if (period !== null) return { kind: 'period', plan: item.id, units: item.requests, ...period };
  return { kind: 'prepaid', units: item.requests ?? 0 };
}

function entryOf({ entryId, origin, reference, now }: Payment, { workspace_id: accountId }: CheckoutRow): Entry {
  return { entryId, accountId, origin, reference, now };
}

export type EndedSubscription = {
  origin: CheckoutProvider;
  subscription: string;
  checkoutId: string;
  entryId: string;
  now: Instant;
};

/**
 * Ends the period that a subscription paid for, and records the end, so that a late invoice opens no period. A plan of
 * another origin or subscription continues. Prepaid requests stay.
 */
export async function endSubscription(trx: Trx, ended: EndedSubscription): Promise<SettleResult> {
  const { origin, subscription, checkoutId, entryId, now } = ended;
  const checkout = await findCheckout(trx, checkoutId);
  if (checkout === null || checkout.provider !== origin) return 'foreign';
  const { workspace_id: accountId } = checkout;
  const running = await holdPeriod(trx, accountId);
  if ((await entryUnder(trx, { origin, reference: subscription })) !== null) return 'known';
  const goesOn =
    (await isAnothers(trx, accountId, subscription)) || (running?.plan != null && running.origin !== origin);
  await unlinkSubscription(trx, accountId, subscription);
  const entry = { entryId, accountId, origin, reference: subscription, now };
  await record(trx, entry, goesOn ? { kind: 'period_end', units: 0 } : { kind: 'period_end' });
  return goesOn ? 'superseded' : 'granted';
}

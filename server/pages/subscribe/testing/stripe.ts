/** Test support for payments: Stripe's events, signed by its package, and an API without a network. */
import Stripe from 'stripe';
import type { SecurityEvent } from '../../../access/security-events.ts';
import { type Item, itemOf } from '../../../metering/credit/checkout.ts';
import { databaseNow } from '../../../store/known/clock.ts';
import type { Store } from '../../../store/engine/engine.ts';
import { type TestPerson, makePerson, makeWorkspace } from '../../account/testing/account.ts';
import { mountSubscribe } from '../subscribe-pages.ts';
import { type PageResponse, type ServedPages, servePages } from '../../testing/browser.ts';
import type { StripeApi, StripeCheckout } from '../stripe-api.ts';

export const webhookSecret = 'whsec_test_secret';

export type FakeStripe = StripeApi & { begun: StripeCheckout[]; fails: boolean; invoices: Map<string, object> };

/** Replaces the two network calls; a session is named after its checkout. */
function fakeStripe(): FakeStripe {
  const fake: FakeStripe = {
    begun: [],
    fails: false,
    invoices: new Map(),
    readInvoice: async (invoiceId) => {
      if (fake.fails) throw new Error('the network is gone');
      return fake.invoices.get(invoiceId);
    },
    createCheckout: async (checkout) => {
      if (fake.fails) throw new Error('the network is gone');
      fake.begun.push(checkout);
      return { id: sessionIdOf(checkout.checkoutId), url: `https://checkout.stripe.com/c/pay/${checkout.checkoutId}` };
    },
    createPortal: async ({ customer }) => ({ url: `https://billing.stripe.com/p/session/${customer}` }),
  };
  return fake;
}

const sessionIdOf = (checkoutId: string): string => `cs_test_${checkoutId}`;

export type Event = { id: string; object: 'event'; type: string; created: number; data: { object: object } };

let count = 0;
function event(type: string, created: number, object: object): Event {
  return { id: `evt_${(count += 1)}`, object: 'event', type, created, data: { object } };
}

/** Stripe's view of one checkout. */
export type AtStripe = { checkoutId: string; item: Item; subscription: string; customer: string };

const metadataOf = ({ checkoutId }: AtStripe) => ({ checkout_id: checkoutId, workspace_id: 'ws_of_the_metadata' });

export function sessionCompleted(
  of: AtStripe,
  { created, reference, changes = {} }: { created: number; reference: string; changes?: object },
): Event {
  const isSubscription = of.item.period !== null;
  return event('checkout.session.completed', created, {
    id: sessionIdOf(of.checkoutId),
    object: 'checkout.session',
    mode: isSubscription ? 'subscription' : 'payment',
    payment_status: 'paid',
    customer: isSubscription ? of.customer : null,
    subscription: isSubscription ? of.subscription : null,
    invoice: isSubscription ? reference : null,
    payment_intent: isSubscription ? null : reference,
    amount_total: of.item.price_cents,
    currency: 'usd',
    metadata: metadataOf(of),
    ...changes,
  });
}

function invoicePaid(
  of: AtStripe,
  {
    created,
    invoice,
    period,
    changes = {},
  }: { created: number; invoice: string; period: { start: number; end: number }; changes?: object },
): Event {
  return event('invoice.paid', created, {
    id: invoice,
    object: 'invoice',
    billing_reason: 'subscription_cycle',
    customer: of.customer,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: of.subscription, metadata: metadataOf(of) },
    },
    lines: { object: 'list', data: [{ object: 'line_item', period }] },
    amount_paid: of.item.price_cents,
    currency: 'usd',
    starting_balance: 0,
    ending_balance: 0,
    ...changes,
  });
}

/** The charge of a payment after a refund; `refunded` is the total refund in cents. */
export function chargeRefunded(
  { payment, amount, refunded = amount }: { payment: string; amount: number; refunded?: number },
  changes: object = {},
): Event {
  const charge = { id: `ch_${payment}`, object: 'charge', payment_intent: payment, amount, currency: 'usd' };
  return event('charge.refunded', 1, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === amount,
    ...changes,
  });
}

export function disputeClosed(
  { payment, amount, status = 'lost' }: { payment: string; amount: number; status?: string },
  changes: object = {},
): Event {
  const dispute = { id: `du_${payment}`, object: 'dispute', charge: `ch_${payment}`, payment_intent: payment };
  return event('charge.dispute.closed', 1, { ...dispute, amount, currency: 'usd', status, ...changes });
}

/** Newer versions report the payment of an invoice in this event. */
export function invoicePaymentPaid({ payment, invoice }: { payment: string; invoice: string }): Event {
  const object = { id: `inpay_${payment}`, object: 'invoice_payment', invoice, status: 'paid' };
  return event('invoice_payment.paid', 1, { ...object, payment: { type: 'payment_intent', payment_intent: payment } });
}

export function subscriptionDeleted(of: AtStripe, created: number): Event {
  const metadata = metadataOf(of);
  return event('customer.subscription.deleted', created, { id: of.subscription, object: 'subscription', metadata });
}

/** Sends an event as Stripe does, or with the given fault. */
export function deliver(
  pages: ServedPages,
  sent: Event,
  {
    secret = webhookSecret,
    signedAt,
    body = JSON.stringify(sent),
  }: { secret?: string; signedAt?: number; body?: string } = {},
): Promise<PageResponse> {
  const payload = JSON.stringify(sent);
  const timestamp = signedAt ?? Math.floor(Date.parse(pages.context.now()) / 1_000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return pages.browser().send('/webhooks/stripe', { method: 'POST', body, headers });
}

export type Purchase = { workspace: string; admin: TestPerson; of: AtStripe };

/** Pages that sell through Stripe, with a fixed clock. */
export type Shop = {
  pages: ServedPages;
  api: FakeStripe;
  /** Security events of the log. */
  events: SecurityEvent[];
  /** Start of the scenario in seconds. */
  start: number;
  /** A checkout that a person has begun; `at` names an existing workspace. */
  begin(itemId: string, at?: Pick<Purchase, 'workspace' | 'admin'>): Promise<Purchase>;
  /** The report of the first payment, and the invoices of that and later months. */
  completed(of: AtStripe, changes?: object): Event;
  renewal(of: AtStripe, month: number, changes?: object): Event;
  /** End of an invoice's month, in seconds. */
  endOf(month: number): number;
  entriesOf(workspace: string): Promise<{ kind: string; units: number | null; origin: string; reference: string }[]>;
};

const month_seconds = 30 * 86_400;

export async function openShop(store: Store): Promise<Shop> {
  const api = fakeStripe();
  const now = await databaseNow(store.db);
  const start = Math.floor(Date.parse(now) / 1_000);
  const payments = { provider: 'stripe', secretKey: 'sk_test_none', webhookSecret } as const;
  const events: SecurityEvent[] = [];
  const clock = { payments, now: () => now, onEvent: (event: SecurityEvent) => void events.push(event) };
  const pages = await servePages(store, (app, context) => mountSubscribe(app, context, api), clock);
  const endOf = (month: number): number => start + (month + 1) * month_seconds;
  return {
    pages,
    api,
    events,
    start,
    endOf,
    async begin(itemId, at) {
      const workspace = at?.workspace ?? (await makeWorkspace(store));
      const admin = at?.admin ?? (await makePerson(store, pages, [[workspace, 'admin']]));
      await admin.browser.post('/subscribe', { workspace, item: itemId, source: 'cli-auth' });
      const item = itemOf(itemId);
      const begun = api.begun.at(-1);
      if (item === null || begun?.workspaceId !== workspace) throw new Error('no checkout was begun');
      const { checkoutId } = begun;
      const of = { checkoutId, item, subscription: `sub_${checkoutId}`, customer: `cus_${workspace}` };
      return { workspace, admin, of };
    },
    completed: (of, changes = {}) =>
      sessionCompleted(of, { created: start, reference: `in_0_${of.checkoutId}`, changes }),
    renewal(of, month, changes = {}) {
      const period = { start: endOf(month - 1), end: endOf(month) };
      return invoicePaid(of, { created: period.start, invoice: `in_${month}_${of.checkoutId}`, period, changes });
    },
    async entriesOf(workspace) {
      const { rows } = await store.db.raw(
        'select kind, units, origin, reference from ledger_entry where account_id = ? order by recorded_at, reference',
        [workspace],
      );
      return rows;
    },
  };
}

/** Every order of the events. */
export function orders<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((one, at) => orders(of.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

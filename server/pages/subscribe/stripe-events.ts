/** Money in an event of Stripe, read from the shapes of all its API versions. */
import { at, idAt, textAt, wholeAt } from './stripe-fields.ts';
import {
  type PaymentTie,
  type Reversal,
  ofCharge,
  ofDispute,
  ofInvoicePayment,
  paymentsOf,
} from './stripe-reversals.ts';

export type StripeEvent = {
  type: string;
  /** Seconds since 1970. */
  created: number;
  data: { object: unknown };
};

/** The event in a signed text, or null for another kind, such as thin events, which carry no object. */
export function eventOf(signed: unknown): StripeEvent | null {
  const [type, created, object] = [textAt(signed, 'type'), wholeAt(signed, 'created'), at(signed, 'data', 'object')];
  return type === null || created === null || object === undefined ? null : { type, created, data: { object } };
}

/** News of the payment provider, in terms that do not depend on it. */
export type PaymentNews =
  | {
      kind: 'paid';
      checkoutId: string;
      /** Stripe's id of the checkout session, if the event names one: it must be the one that was begun. */
      sessionId: string | null;
      reference: string;
      period: { startsAt: string; endsAt: string } | null;
      paidAt: string;
      subscription: { id: string; customer: string | null } | null;
      /** Payments of the invoice, if the event names them. */
      payments: readonly string[];
      paid: { amount: number; currency: string } | null;
      /** Set if nothing was paid: the requests that the invoice's coupons grant, as far as the event shows them. */
      free: FreeInvoice | null;
    }
  | PaymentTie
  | Reversal
  | { kind: 'subscription-ended'; checkoutId: string; subscription: string }
  /** An event without effect on the ledger. */
  | { kind: 'none' };

/** `isUnread` is true if a coupon must be fetched first. */
export type FreeInvoice = { requests: number; isUnread: boolean };

const none: PaymentNews = { kind: 'none' };

export function newsOf(event: StripeEvent): PaymentNews {
  const { object } = event.data;
  switch (event.type) {
    case 'checkout.session.completed':
    // Payment methods that take days report the arrival of the money here.
    case 'checkout.session.async_payment_succeeded':
      return ofSession(object, event);
    case 'invoice.paid':
      return ofInvoice(object, event);
    case 'customer.subscription.deleted':
      return ofSubscription(object);
    // Older versions name the invoice in the charge; newer ones send a separate event.
    case 'invoice_payment.paid':
      return ofInvoicePayment(object) ?? none;
    case 'charge.refunded':
      return ofCharge(object) ?? none;
    case 'charge.dispute.closed':
      return ofDispute(object) ?? none;
    default:
      return none;
  }
}

/**
 * Identifies the checkout by metadata, which only this service writes. A person who opens a payment link of the same
 * Stripe account can choose client_reference_id.
 */
function ofSession(session: unknown, { created }: StripeEvent): PaymentNews {
  const checkoutId = textAt(session, 'metadata', 'checkout_id');
  const sessionId = textAt(session, 'id');
  if (checkoutId === null || sessionId === null || textAt(session, 'payment_status') !== 'paid') return none;
  // Nothing was paid; the invoice event decides about a grant.
  if (wholeAt(session, 'amount_total') === 0) return none;
  const subscriptionId = idAt(session, 'subscription');
  const isSubscription = textAt(session, 'mode') === 'subscription';
  const reference = idAt(session, isSubscription ? 'invoice' : 'payment_intent');
  if (reference === null || (isSubscription && subscriptionId === null)) return none;
  const subscription = subscriptionId === null ? null : { id: subscriptionId, customer: idAt(session, 'customer') };
  return {
    kind: 'paid',
    checkoutId,
    sessionId,
    reference,
    period: null,
    paidAt: secondsAsInstant(created),
    subscription,
    payments: [],
    paid: moneyAt(session, 'amount_total'),
    free: null,
  };
}

/** First and renewed periods; other invoices, such as a change of seats, give none. */
function ofInvoice(invoice: unknown, { created }: StripeEvent): PaymentNews {
  const reason = textAt(invoice, 'billing_reason');
  if (reason !== 'subscription_create' && reason !== 'subscription_cycle') return none;
  const details = at(invoice, 'parent', 'subscription_details') ?? at(invoice, 'subscription_details');
  const checkoutId = textAt(details, 'metadata', 'checkout_id');
  const id = idAt(details, 'subscription') ?? idAt(invoice, 'subscription');
  const reference = textAt(invoice, 'id');
  if (checkoutId === null || id === null || reference === null) return none;
  const subscription = { id, customer: idAt(invoice, 'customer') };
  const paidAt = secondsAsInstant(created);
  return {
    kind: 'paid',
    checkoutId,
    sessionId: null,
    reference,
    period: periodOf(invoice),
    paidAt,
    subscription,
    payments: paymentsOf(invoice),
    paid: moneyAt(invoice, 'amount_paid'),
    free: isFree(invoice) ? couponsOf(invoice) : null,
  };
}

/** A customer's credit from an earlier payment is money too. */
function isFree(invoice: unknown): boolean {
  const credit = (wholeAt(invoice, 'ending_balance') ?? 0) - (wholeAt(invoice, 'starting_balance') ?? 0);
  return wholeAt(invoice, 'amount_paid') === 0 && credit <= 0;
}

/** Requests that the coupons of an invoice grant: the largest `requests` in their metadata. */
export function couponsOf(invoice: unknown): FreeInvoice {
  const discounts = at(invoice, 'discounts');
  const all = [...(Array.isArray(discounts) ? (discounts as unknown[]) : []), at(invoice, 'discount') ?? null];
  const coupons = all.flatMap((discount) => {
    if (discount === null) return [];
    return [at(discount, 'source', 'coupon') ?? at(discount, 'coupon') ?? discount];
  });
  const granted = coupons.map((coupon) => /^[1-9]\d{0,9}$/.exec(textAt(coupon, 'metadata', 'requests') ?? '')?.[0]);
  return {
    requests: Math.max(0, ...granted.map((requests) => Number(requests ?? 0))),
    isUnread: coupons.some((coupon) => typeof coupon === 'string'),
  };
}

function moneyAt(value: unknown, name: string): { amount: number; currency: string } | null {
  const [amount, currency] = [wholeAt(value, name), textAt(value, 'currency')];
  return amount === null || amount < 0 || currency === null ? null : { amount, currency };
}

function ofSubscription(subscription: unknown): PaymentNews {
  const checkoutId = textAt(subscription, 'metadata', 'checkout_id');
  const id = textAt(subscription, 'id');
  return checkoutId === null || id === null ? none : { kind: 'subscription-ended', checkoutId, subscription: id };
}

/** The newest period among the lines of an invoice. */
function periodOf(invoice: unknown): { startsAt: string; endsAt: string } | null {
  const lines = at(invoice, 'lines', 'data');
  if (!Array.isArray(lines)) return null;
  const periods = lines.flatMap((line: unknown) => {
    const [start, end] = [at(line, 'period', 'start'), at(line, 'period', 'end')];
    return typeof start === 'number' && typeof end === 'number' && end > start ? [{ start, end }] : [];
  });
  const [newest] = periods.toSorted((one, other) => other.end - one.end);
  if (newest === undefined) return null;
  return { startsAt: secondsAsInstant(newest.start), endsAt: secondsAsInstant(newest.end) };
}

function secondsAsInstant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

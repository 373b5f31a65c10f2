/** What an event of Stripe tells about money, read from any shape that its versions have given it. */

export type StripeEvent = {
  id: string;
  type: string;
  /** Seconds since 1970. */
  created: number;
  data: { object: unknown };
};

/** What the payment provider has told us, in words that know nothing of it. */
export type PaymentNews =
  | {
      kind: 'paid';
      checkoutId: string;
      /** Stripe's id of the checkout session, where the event is about one: it must be the one that was begun. */
      sessionId: string | null;
      reference: string;
      period: { startsAt: string; endsAt: string } | null;
      paidAt: string;
      subscription: { id: string; customer: string | null } | null;
    }
  | { kind: 'subscription-ended'; checkoutId: string; subscription: string }
  /** Nothing of ours, or nothing that grants. */
  | { kind: 'none' };

const none: PaymentNews = { kind: 'none' };

export function newsOf(event: StripeEvent): PaymentNews {
  const { object } = event.data;
  switch (event.type) {
    case 'checkout.session.completed':
    // Payment methods that take days report here that the money has come.
    case 'checkout.session.async_payment_succeeded':
      return ofSession(object, event);
    case 'invoice.paid':
      return ofInvoice(object, event);
    case 'customer.subscription.deleted':
      return ofSubscription(object);
    default:
      return none;
  }
}

/**
 * The checkout is named by metadata, which we alone write: client_reference_id can be chosen by whoever opens a payment
 * link of the same Stripe account.
 */
function ofSession(session: unknown, { created }: StripeEvent): PaymentNews {
  const checkoutId = textAt(session, 'metadata', 'checkout_id');
  const sessionId = textAt(session, 'id');
  if (checkoutId === null || sessionId === null || textAt(session, 'payment_status') !== 'paid') return none;
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
  };
}

/** First and renewed periods; an invoice for anything else, such as a change of seats, gives none. */
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
  return { kind: 'paid', checkoutId, sessionId: null, reference, period: periodOf(invoice), paidAt, subscription };
}

function ofSubscription(subscription: unknown): PaymentNews {
  const checkoutId = textAt(subscription, 'metadata', 'checkout_id');
  const id = textAt(subscription, 'id');
  return checkoutId === null || id === null ? none : { kind: 'subscription-ended', checkoutId, subscription: id };
}

/** The newest of the periods that the lines of an invoice are for. */
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

function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found ?? undefined;
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** References come as ids, or as whole objects where they were expanded. */
function idAt(value: unknown, name: string): string | null {
  return textAt(value, name) ?? textAt(value, name, 'id');
}

function secondsAsInstant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

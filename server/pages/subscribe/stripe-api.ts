/** Stripe, as narrow as the pages need it: begin a checkout, lead to the customer's own portal, read a signed event. */
import type Stripe from 'stripe';
import type { Item } from '../../metering/credit/checkout.ts';

export type StripeCheckout = {
  checkoutId: string;
  workspaceId: string;
  item: Item;
  email: string;
  /** The customer that the workspace already is; null before its first payment. */
  customer: string | null;
  successUrl: string;
  cancelUrl: string;
};

export type StripeApi = {
  createCheckout(checkout: StripeCheckout): Promise<{ id: string; url: string }>;
  /** Where the customer changes cards, sees invoices, and ends the subscription. */
  createPortal(portal: { customer: string; returnUrl: string }): Promise<{ url: string }>;
  /** The invoice with its coupons, which an event only names. */
  readInvoice(invoiceId: string): Promise<unknown>;
};

/** Gives what was signed, or null where the signature does not hold at this moment or the text is not JSON. */
export type ReadSigned = (signed: {
  body: Buffer;
  signature: string;
  now: string;
}) => Promise<{ value: unknown } | null>;

/** The package is loaded when it is first needed: where nobody pays by Stripe, it costs nothing. */
async function load(secretKey: string): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  return new Client(secretKey, { maxNetworkRetries: 2, timeout: 8_000, telemetry: false });
}

export function stripeApi(secretKey: string): StripeApi {
  let loaded: Promise<Stripe> | null = null;
  const client = (): Promise<Stripe> => (loaded ??= load(secretKey));
  return {
    async createCheckout(checkout) {
      const stripe = await client();
      // The same checkout is begun once, also when the answer got lost.
      const options = { idempotencyKey: checkout.checkoutId };
      const { id, url } = await stripe.checkout.sessions.create(sessionOf(checkout), options);
      if (url === null) throw new Error('Stripe gave a checkout session without an address');
      return { id, url };
    },
    async createPortal({ customer, returnUrl }) {
      const stripe = await client();
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return { url };
    },
    async readInvoice(invoiceId) {
      const stripe = await client();
      return stripe.invoices.retrieve(invoiceId, { expand: ['discounts.source.coupon'] });
    },
  };
}

/** Prices are those of the plans, in the request itself: nothing has to be set up at Stripe, and nothing can differ. */
export function sessionOf(checkout: StripeCheckout): Stripe.Checkout.SessionCreateParams {
  const { checkoutId, workspaceId, item, email, customer, successUrl, cancelUrl } = checkout;
  const metadata = { checkout_id: checkoutId, workspace_id: workspaceId };
  const recurring = item.period === null ? {} : { recurring: { interval: item.period } };
  return {
    mode: item.period === null ? 'payment' : 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: item.price_cents,
          product_data: { name: `Research Intelligence: ${item.name}` },
          ...recurring,
        },
      },
    ],
    metadata,
    // Renewals and the end of the subscription are told with what stands here.
    ...(item.period === null ? {} : { subscription_data: { metadata } }),
    ...(customer === null ? { customer_email: email } : { customer }),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/**
 * The library refuses what was signed too long ago, and nothing from the future. It also refuses thin events, although
 * their signature holds: so it checks the signature alone, and the text is read here.
 */
export function signedByStripe(webhookSecret: string): ReadSigned {
  return async ({ body, signature, now }) => {
    const received = Date.parse(now);
    if (isFromTheFuture(signature, received)) return null;
    const { default: Client } = await import('stripe');
    const { signature: signatures } = Client.webhooks;
    if (signatures === null) throw new Error('the package of Stripe checks no signatures');
    try {
      signatures.verifyHeader(body, signature, webhookSecret, tolerance_seconds, undefined, received);
      return { value: JSON.parse(body.toString('utf8')) as unknown };
    } catch (error) {
      if (error instanceof Client.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null;
      throw error;
    }
  };
}

/** An event that was signed longer ago is refused, so that one that leaked is worth nothing for long. */
const tolerance_seconds = 300;

/** Clocks differ by as much at most; one that names several times is as new as the newest. */
function isFromTheFuture(signature: string, received: number): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, time]) => Number(time));
  return times.length === 0 || !times.every((time) => time * 1_000 <= received + tolerance_seconds * 1_000);
}

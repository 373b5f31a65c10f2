/** Stripe, reduced to the needs of the pages: begin a checkout, open the portal, read a signed event. */
import type Stripe from 'stripe';
import type { Item } from '../../metering/credit/checkout.ts';

export type StripeCheckout = {
  checkoutId: string;
  workspaceId: string;
  item: Item;
  email: string;
  /** Stripe's customer of the workspace; null before its first payment. */
  customer: string | null;
  successUrl: string;
  cancelUrl: string;
};

export type StripeApi = {
  createCheckout(checkout: StripeCheckout): Promise<{ id: string; url: string }>;
  /** Address where the customer changes cards, sees invoices, and ends the subscription. */
  createPortal(portal: { customer: string; returnUrl: string }): Promise<{ url: string }>;
  /** The invoice with its coupons; an event only names them. */
  readInvoice(invoiceId: string): Promise<unknown>;
};

/** The signed value, or null if the signature is not valid now or the text is not JSON. */
export type SignedReader = (signed: {
  body: Buffer;
  signature: string;
  now: string;
}) => Promise<{ value: unknown } | null>;

/** The package is loaded at first use, so it costs nothing without Stripe. */
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
      // With this key, a repeated request begins the same checkout once, also after a lost answer.
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

/** Prices come from the plans, in the request itself: Stripe needs no setup, and prices cannot differ. */
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
    // Reports of renewals and of the end carry this metadata.
    ...(item.period === null ? {} : { subscription_data: { metadata } }),
    ...(customer === null ? { customer_email: email } : { customer }),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/**
 * The library refuses old signatures, but not future ones. It also refuses thin events with a valid signature. So it
 * checks the signature only, and this function reads the text.
 */
export function signedByStripe(webhookSecret: string): SignedReader {
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

/** Older signatures are refused, so that a leaked event soon becomes worthless. */
const tolerance_seconds = 300;

/** Tolerates the difference of two clocks; of several times in a header the newest counts. */
function isFromTheFuture(signature: string, received: number): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, time]) => Number(time));
  return times.length === 0 || !times.every((time) => time * 1_000 <= received + tolerance_seconds * 1_000);
}

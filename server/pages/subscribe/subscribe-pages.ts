/** Routes of payment: the offers, the checkout, its return page, and the webhook that records payments. */
import type { Application } from 'express';
import type { PageContext } from '../shell/context.ts';
import { handle } from '../shell/handle.ts';
import { begin, manage } from './begin.ts';
import { showOffers } from './offer-page.ts';
import { completePractice, showPractice } from './practice-pages.ts';
import { showReturn } from './return-page.ts';
import { type StripeApi, signedByStripe, stripeApi } from './stripe-api.ts';
import { stripeWebhook } from './stripe-webhook.ts';

/** `api` replaces Stripe's in tests. Parts that are not configured have no address. */
export function mountSubscribe(app: Application, context: PageContext, api?: StripeApi): void {
  const { payments } = context;
  const stripe = payments.provider === 'stripe' ? (api ?? stripeApi(payments.secretKey)) : null;
  app.get(
    '/subscribe',
    handle(context, (request, response) => showOffers(context, request, response)),
  );
  app.get(
    '/subscribe/return',
    handle(context, (request, response) => showReturn(context, request, response)),
  );
  app.post(
    '/subscribe',
    handle(context, (request, response) => begin(context, { request, response, stripe })),
  );
  if (payments.provider === 'practice') {
    app.get(
      '/subscribe/practice',
      handle(context, (request, response) => showPractice(context, request, response)),
    );
    app.post(
      '/subscribe/practice',
      handle(context, (request, response) => completePractice(context, request, response)),
    );
  }
  if (payments.provider === 'stripe' && stripe !== null) {
    app.post(
      '/subscribe/manage',
      handle(context, (request, response) => manage(context, { request, response, stripe })),
    );
    app.post('/webhooks/stripe', stripeWebhook(context, stripe, signedByStripe(payments.webhookSecret)));
  }
}

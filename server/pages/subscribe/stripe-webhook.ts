/**
 * POST /webhooks/stripe: the only way in which a payment becomes allowance.
 *
 * 1. The body is read as it came, at most 256 KB: the signature is over its bytes.
 * 2. The signature and its time must hold; whatever else comes here is told nothing.
 * 3. The event is read as news of a payment or of an ended subscription; anything else is thanked for.
 * 4. One transaction records it. A 200 is sent only after its commit, so Stripe repeats what we did not keep,
 *    and the payment's own id makes the repetition count for nothing.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { readBodyBytes } from '../../contract/body-bytes.ts';
import { limits } from '../../contract/limits.ts';
import { ProblemError, asProblem, problem } from '../../contract/problems.ts';
import { type Settled, endSubscription, settle } from '../../metering/checkout.ts';
import { findCheckout } from '../../store/checkouts.ts';
import { retrying } from '../../store/clock.ts';
import type { Trx } from '../../store/db.ts';
import { StoreUnavailable, storeFailure } from '../../store/failures.ts';
import type { PageContext } from '../context.ts';
import { noteFailure } from '../noted.ts';
import type { ReadSigned } from './stripe-api.ts';
import { type PaymentNews, newsOf } from './stripe-events.ts';

const { event_body_bytes_max: bytesMax } = limits;

export function stripeWebhook(context: PageContext, readSigned: ReadSigned) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      const body = await readRaw(request);
      const signature = request.headers['stripe-signature'];
      const now = context.now();
      const event = typeof signature === 'string' ? await readSigned({ body, signature, now }) : null;
      if (event === null) throw notSigned();
      const news = newsOf(event);
      const outcome = news.kind === 'none' ? 'ignored' : await retrying(context.db, (trx) => take(context, trx, news));
      // Money came and nothing was granted for it: the operator decides what is owed.
      if (news.kind === 'paid' && isUnanswered(outcome))
        noteFailure(
          context,
          request,
          new Error(`Stripe reported ${news.reference} as paid, and nothing was granted: ${outcome}`),
        );
      send(response, { status: 200, body: { received: true } });
    } catch (thrown) {
      refuse(context, { request, response }, thrown);
    }
  };
}

type Outcome = Settled | 'ignored' | 'another-session';

const isUnanswered = (outcome: Outcome): boolean =>
  ['superseded', 'ended', 'renews-already', 'another-session', 'workspace-deleted'].includes(outcome);

async function take(context: PageContext, trx: Trx, news: Exclude<PaymentNews, { kind: 'none' }>): Promise<Outcome> {
  const entryId = `led_${Buffer.from(context.randomBytes(12)).toString('hex')}`;
  const now = context.now();
  if (news.kind === 'subscription-ended') {
    const { checkoutId, subscription } = news;
    return endSubscription(trx, { origin: 'stripe', subscription, checkoutId, entryId, now });
  }
  const { kind: _, sessionId, ...payment } = news;
  const checkout = await findCheckout(trx, payment.checkoutId);
  if (sessionId !== null && checkout !== null && checkout.provider_reference !== sessionId) return 'another-session';
  return settle(trx, { ...payment, origin: 'stripe', entryId, now });
}

async function readRaw(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  const bytes = await readBodyBytes(request, bytesMax);
  if (bytes === null) throw tooLarge();
  return bytes;
}

function tooLarge(): ProblemError {
  return new ProblemError('payload-too-large', { detail: `A body may have at most ${bytesMax} bytes.` });
}

function notSigned(): ProblemError {
  const fault = {
    location: 'header.Stripe-Signature',
    message: 'The signature does not hold.',
    fix: 'Send events with the signing secret of this endpoint.',
  };
  return new ProblemError('invalid-request', { detail: 'The event is not signed as it has to be.', errors: [fault] });
}

function refuse(
  context: PageContext,
  { request, response }: { request: Request; response: Response },
  thrown: unknown,
): void {
  const failure = storeFailure(thrown);
  const error =
    failure instanceof StoreUnavailable
      ? new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure })
      : asProblem(thrown);
  const requestId =
    error.entry.status >= 500 ? noteFailure(context, request, error.options.cause ?? error) : context.newRequestId();
  if (response.headersSent) return void response.destroy();
  const body = problem(error, { baseUrl: context.baseUrl, requestId });
  send(response, { status: error.entry.status, body, type: 'application/problem+json' });
}

function send(
  response: Response,
  { status, body, type = 'application/json' }: { status: number; body: object; type?: string },
) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
  });
  response.end(bytes);
}

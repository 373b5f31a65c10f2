/** POST /webhooks/stripe: the only way in which a payment becomes allowance. */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { readBodyBytes } from '../../http/body-bytes.ts';
import { limits } from '../../contract/limits.ts';
import { ProblemError, asProblem, problem } from '../../contract/problems.ts';
import { type SettleResult, endSubscription } from '../../metering/credit/checkout.ts';
import { type ReversalResult, reverse, settleReported, tie } from '../../metering/credit/reversals.ts';
import { findCheckout } from '../../store/ledger/checkouts.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Trx } from '../../store/engine/db.ts';
import { StoreUnavailable, storeFailure } from '../../store/engine/failures.ts';
import type { PageContext } from '../shell/context.ts';
import { note, noteFailure } from '../shell/noted.ts';
import type { SignedReader, StripeApi } from './stripe-api.ts';
import { type PaymentNews, couponsOf, eventOf, newsOf } from './stripe-events.ts';

const { event_body_bytes_max: bytesMax } = limits;

/*
 * 1. The body is read unparsed, at most 256 KB, because the signature is over its bytes.
 * 2. The signature must be valid and its time neither too old nor in the future; other senders learn nothing.
 * 3. The event becomes news of a payment, a refund, a lost dispute or an ended subscription. Others are acknowledged.
 * 4. The coupons of an invoice over nothing are fetched if the event only names them.
 * 5. One transaction records it, and a 200 follows only after its commit. So Stripe repeats a lost event,
 *    and the payment's id makes the repetition a no-op.
 */
export function stripeWebhook(context: PageContext, stripe: Pick<StripeApi, 'readInvoice'>, readSigned: SignedReader) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      const body = await readRaw(request);
      const signature = request.headers['stripe-signature'];
      const signed = typeof signature === 'string' ? await readSigned({ body, signature, now: context.now() }) : null;
      if (signed === null) throw notSigned();
      const event = eventOf(signed.value);
      const news = event === null ? { kind: 'none' as const } : await withCoupons(stripe, newsOf(event));
      if (news.kind !== 'none')
        report(context, request, news, await retrying(context.db, (trx) => take(context, trx, news)));
      send(response, { status: 200, body: { received: true } });
    } catch (thrown) {
      refuse(context, { request, response }, thrown);
    }
  };
}

type Outcome = SettleResult | 'another-session';
type RelevantNews = Exclude<PaymentNews, { kind: 'none' }>;
type NewsOutcome = ReversalResult & { outcome: Outcome | null };

const nothingTaken: ReversalResult = { taken: [], waits: false };

async function withCoupons(stripe: Pick<StripeApi, 'readInvoice'>, news: PaymentNews): Promise<PaymentNews> {
  if (news.kind !== 'paid' || news.free?.isUnread !== true) return news;
  try {
    return { ...news, free: couponsOf(await stripe.readInvoice(news.reference)) };
  } catch (cause) {
    throw new ProblemError('unavailable', { headers: { 'Retry-After': '60' }, cause });
  }
}

async function take(context: PageContext, trx: Trx, news: RelevantNews): Promise<NewsOutcome> {
  const newEntryId = (): string => `led_${Buffer.from(context.randomBytes(12)).toString('hex')}`;
  const now = context.now();
  const report = { origin: 'stripe', now, newEntryId } as const;
  switch (news.kind) {
    case 'tied':
      return { ...(await tie(trx, { ...report, paymentId: news.paymentId, purchase: news.purchase })), outcome: null };
    case 'reversed': {
      const { kind: _, ...reversal } = news;
      return { ...(await reverse(trx, report, reversal)), outcome: null };
    }
    case 'subscription-ended': {
      const { checkoutId, subscription } = news;
      const ended = { origin: 'stripe', subscription, checkoutId, entryId: newEntryId(), now } as const;
      return { ...nothingTaken, outcome: await endSubscription(trx, ended) };
    }
    case 'paid': {
      const { kind: _, sessionId, ...payment } = news;
      const checkout = await findCheckout(trx, payment.checkoutId);
      if (sessionId !== null && checkout !== null && checkout.provider_reference !== sessionId)
        return { ...nothingTaken, outcome: 'another-session' };
      const { settled, ...taken } = await settleReported(trx, { ...payment, origin: 'stripe', now }, newEntryId);
      return { ...taken, outcome: settled };
    }
  }
}

const unanswered: readonly (Outcome | null)[] = [
  'superseded',
  'ended',
  'renews-already',
  'another-session',
  'free',
  'workspace-deleted',
];

/** Logs cases that an operator may have to settle: money without a grant, and reversals. */
function report(
  context: PageContext,
  request: Request,
  news: RelevantNews,
  { outcome, taken, waits }: NewsOutcome,
): void {
  if (news.kind === 'paid' && unanswered.includes(outcome)) {
    const why = outcome === 'free' ? 'free, and no coupon on it says `requests` in its metadata' : outcome;
    noteFailure(
      context,
      request,
      new Error(`Stripe reported ${news.reference} as paid, and nothing was granted: ${why}`),
    );
  }
  for (const { accountId, cause, purchase } of taken)
    note(context, request, {
      event: 'payment-reversed',
      userId: null,
      how: cause,
      subject: purchase,
      workspaceId: accountId,
    });
  if (news.kind === 'reversed' && waits)
    note(context, request, { event: 'payment-reversed', userId: null, how: 'waits', subject: news.paymentId });
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

/** Live briefs for signed-in people: opening one is a purchase, and reading it again is free. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Receipt } from '../../../generated/api.ts';
import { isListening } from '../../http/door.ts';
import type { Delivery } from '../../contract/metered.ts';
import { ProblemError } from '../../contract/problems.ts';
import { isRequestId } from '../../contract/validation/request-headers.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { readQuery } from '../shell/form.ts';
import { workspaceForm } from '../account/admin-form.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, redirect, requireSignedIn } from '../shell/signed-in.ts';
import type { SecurityBrief } from './brief.ts';
import type { ReadingContext } from './front.ts';
import { coverageOf } from './front.ts';
import { type Offer, offerPage, openedPage } from './offer.ts';
import { type Question, questionBehind, questionOf, requestOfQuestion } from './question.ts';
import { sliderPath } from './script.ts';
import { openLive } from './live-address.ts';
import { livePicker } from './live-picker.ts';

export type Membership = SignedIn['memberships'][number];

/** `/brief/BRK.B`, `/brief/BRK%2FB` and `/brief/BRK/B`. */
function tickerOf(request: Request): string {
  const parts = request.params['ticker'] as unknown;
  return Array.isArray(parts) ? parts.join('/') : String(parts);
}

export function pickPage(context: ReadingContext) {
  return async (request: Request, response: Response): Promise<void> => {
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    const asked = readQuery(request).get('q') ?? '';
    const main = livePicker(await coverageOf(context, 'live'), asked);
    sendPage(response, page({ title: 'Live research', viewer, current: 'brief', main }));
  };
}

export function readPage(context: ReadingContext) {
  return async (request: Request, response: Response): Promise<void> => {
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    const params = readQuery(request);
    const ticker = foldTicker(tickerOf(request));
    const id = params.get('request');
    const opened = id === null || !isRequestId(id) ? null : await openedBefore(context, viewer, { id, ticker });
    if (opened !== null) return showBrief(context, response, { viewer, ...opened });
    const question = questionOf(ticker, params);
    const notice =
      id === null
        ? null
        : 'This reading was not opened by a workspace of yours, or is no longer kept. It can be opened anew.';
    await showOffer(context, response, { viewer, question, notice, status: 200 });
  };
}

export function openPage(context: ReadingContext) {
  return async (request: Request, response: Response): Promise<void> => {
    const sent = await workspaceForm(context, request, response);
    if (sent === null) return;
    const { viewer, workspace: pays, form } = sent;
    const question = questionOf(tickerOf(request), form);
    const id = requestIdOf(form.get('once') ?? context.newRequestId(), question);
    try {
      await deliver(context, { viewer, workspaceId: pays.workspaceId, id, question, request });
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || !unpaid.has(thrown.code)) throw thrown;
      const notice = `${thrown.entry.title}: nothing was opened, and nothing was charged.`;
      return showOffer(context, response, { viewer, question, notice, status: 402 });
    }
    redirect(response, `${openLive(question.ticker)}?${new URLSearchParams({ request: id })}`);
  };
}

const unpaid: ReadonlySet<string> = new Set(['no-credit', 'spend-limit-reached']);

/**
 * The request id of a form: its mark together with the question. Sending a form twice is one request; another cutoff is
 * another request.
 */
function requestIdOf(once: string, question: Question): string {
  const hash = createHash('sha256')
    .update(`${once} ${requestOfQuestion(question)}`)
    .digest('hex');
  return `page-${hash.slice(0, 32)}`;
}

type BriefOrder = { viewer: SignedIn; workspaceId: string; id: string; question: Question; request: Request };

/** Charged once per id, replayed free, refused without credit. */
function deliver(
  context: ReadingContext,
  { viewer, workspaceId, id, question, request }: BriefOrder,
): Promise<Delivery> {
  return context.deliver({
    operation: 'getBrief',
    payer: { kind: 'session', sessionId: viewer.sessionId, workspaceId },
    collection: 'live',
    requestId: id,
    isOwnId: true,
    parameters: question,
    request: requestOfQuestion(question),
    build: () => context.answers.brief('live', question),
    isListening: () => isListening(request),
  });
}

type OpenedBrief = { pays: Membership; receipt: Receipt; question: Question };

/**
 * The receipt in one of the reader's workspaces, or null. Without one nothing is delivered: that would be a purchase.
 */
async function openedBefore(
  context: ReadingContext,
  viewer: SignedIn,
  { id, ticker }: { id: string; ticker: string },
): Promise<OpenedBrief | null> {
  for (const pays of viewer.memberships) {
    const principal = { keyId: '', collection: 'live', accountId: pays.workspaceId } as const;
    const receipt = await context.accounts.receipt(principal, id);
    if (receipt === null || receipt.operation !== 'getBrief' || receipt.mode !== 'live') continue;
    const question = questionBehind(receipt.request);
    const isOver = receipt.replay_until <= context.now();
    if (question !== null && !isOver && foldTicker(question.ticker) === ticker) return { pays, receipt, question };
  }
  return null;
}

async function showBrief(
  context: ReadingContext,
  response: Response,
  opened: OpenedBrief & { viewer: SignedIn },
): Promise<void> {
  const { viewer, pays, receipt, question } = opened;
  const asking = { viewer, workspaceId: pays.workspaceId, id: receipt.request_id, question, request: response.req };
  const { answer } = await deliver(context, asking);
  const brief = JSON.parse(answer.bytes.toString()) as SecurityBrief;
  const main = openedPage({
    brief,
    answer,
    question,
    receipt,
    baseUrl: context.baseUrl,
    changes: await context.changeDays('live', brief.security.id),
    offer: await offerOf(context, opened),
  });
  const title = `${brief.security.ticker}, ${brief.security.name}`;
  sendPage(response, page({ title, viewer, current: 'brief', scripts: [sliderPath], main }));
}

type OfferRequest = { viewer: SignedIn; question: Question; notice: string | null; status: number };

async function showOffer(context: ReadingContext, response: Response, offering: OfferRequest): Promise<void> {
  const { viewer, question, notice, status } = offering;
  const covered =
    (await coverageOf(context, 'live')).find(({ ticker }) => foldTicker(ticker) === question.ticker) ?? null;
  const main = offerPage({ offer: await offerOf(context, offering), covered, notice });
  sendPage(response, page({ title: `Open ${question.ticker}`, viewer, current: 'brief', main }), { status });
}

/** The standing of the reader's workspaces; the one that has just paid comes first. */
async function offerOf(
  context: ReadingContext,
  { viewer, question, pays }: Pick<OfferRequest, 'viewer' | 'question'> & { pays?: Membership },
): Promise<Offer> {
  const others = viewer.memberships.filter((one) => one !== pays);
  const payers = await Promise.all(
    (pays === undefined ? others : [pays, ...others]).map(async ({ workspaceId, workspaceName }) => ({
      workspaceId,
      workspaceName,
      standing: await context.accounts.standing({ keyId: '', collection: 'live', accountId: workspaceId }),
    })),
  );
  return { question, payers, once: context.newRequestId(), action: openLive(question.ticker) };
}

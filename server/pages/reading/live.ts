/** Live briefs for signed-in people: opening one is a purchase, and reading it again is free. */
import type { Request, Response } from 'express';
import type { BriefEntity, ChangesPage } from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import { isRequestId } from '../../contract/validation/request-headers.ts';
import { readQuery } from '../shell/form.ts';
import { paceOf } from '../shell/paced.ts';
import { type AdminForm, workspaceForm } from '../account/admin-form.ts';
import { workspaceOffer } from '../account/invitations-section.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, redirect, requireSignedIn, signedIn } from '../shell/signed-in.ts';
import { openLive, openPreview } from './address.ts';
import type { SecurityBrief } from './brief.ts';
import { briefScripts } from './browser/script.ts';
import { redirectedDay } from './front/day-address.ts';
import type { LoggedView } from '../../store/log/logged-views.ts';
import { zoomOf } from './drawing/zoom.ts';
import type { ReadingContext } from './front.ts';
import { coverageOf } from './front.ts';
import { type Offer, type PayerChoice, type ShownChanges, noChanges, offerPage, openedPage } from './offer.ts';
import {
  type Membership,
  type PaidReceipt,
  briefReading,
  changesReading,
  deliver,
  openedBefore,
  requestIdOf,
} from './purchase.ts';
import {
  type Question,
  changesBehind,
  changesQuestionOf,
  foldName,
  nameOf,
  questionBehind,
  questionOf,
} from './question.ts';
import { isPreview, showPreview } from './preview.ts';
import { named, picker, wantedIn } from './front/picker-page.ts';

/** `/brief/BRK.B`, `/brief/BRK%2FB`, `/brief/BRK/B`, and an entity id. */
function nameIn(request: Request): string {
  const parts = request.params['name'] as unknown;
  return foldName(Array.isArray(parts) ? parts.join('/') : String(parts));
}

/** The list is free for everyone, as GET /v1/tickers is. Before a live release it is that of the preview. */
export function pickPage(context: ReadingContext) {
  const pace = paceOf(context);
  return async (request: Request, response: Response): Promise<void> => {
    const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
    if (viewer === null) pace(request);
    const asked = readQuery(request);
    const isLive = (await context.answers.publicCollection()) === 'live';
    const [mode, open] = isLive ? (['live', openLive] as const) : (['preview', openPreview(false)] as const);
    const [covered, wanted] = [await coverageOf(context, mode), wantedIn(asked)];
    const found = asked.get('list') === 'all' ? null : named(covered, wanted);
    if (found !== null) return redirect(response, open(found.ticker));
    const main = picker({ covered, wanted, mode, open });
    const title = isLive ? 'Live research' : 'Preview research';
    sendPage(response, page({ title, viewer, current: 'brief', main }));
  };
}

export function readPage(context: ReadingContext) {
  // Every cutoff of the preview is another document to build, so the limit for callers without a key applies.
  const pace = paceOf(context);
  return async (request: Request, response: Response): Promise<void> => {
    const [params, name] = [readQuery(request), nameIn(request)];
    if (redirectedDay(request, response, params)) return;
    if (await isPreview(context, name, params)) {
      pace(request);
      return showPreview(context, { request, response, name });
    }
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    const id = params.get('request');
    const opened = await openedBrief(context, viewer, { id, name });
    if (opened !== null) {
      const changes = await openedChanges(context, request, { viewer, id: params.get('changes'), name });
      return showBrief(context, response, { viewer, opened, changes });
    }
    const question = questionOf(name, params);
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
    if (sent.form.has('since')) return openChanges(context, sent, { request, response });
    const { viewer, workspace: pays, form } = sent;
    const question = questionOf(nameIn(request), form);
    const reading = briefReading(context, question);
    const id = requestIdOf(form.get('once') ?? context.newRequestId(), reading);
    try {
      await deliver(context, { viewer, workspaceId: pays.workspaceId, id, request }, reading);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || !unpaid.has(thrown.code)) throw thrown;
      return showOffer(context, response, { viewer, question, notice: unpaidNotice(thrown), status: 402 });
    }
    redirect(response, openedAddress(nameOf(question), { request: id }));
  };
}

export const unpaid: ReadonlySet<string> = new Set(['no-credit', 'spend-limit-reached']);

export const unpaidNotice = ({ entry }: ProblemError): string =>
  `${entry.title}: nothing was opened, and nothing was charged.`;

const openedAddress = (name: string, ids: { request: string; changes?: string }): string =>
  `${openLive(name)}?${new URLSearchParams(ids)}${ids.changes === undefined ? '' : '#changed'}`;

/** Changes up to the cutoff of an opened brief: a purchase like the brief itself. */
async function openChanges(
  context: ReadingContext,
  { viewer, workspace: pays, form }: AdminForm,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const name = nameIn(request);
  const opened = await openedBrief(context, viewer, { id: form.get('brief'), name });
  if (opened === null) return redirect(response, openLive(name));
  const { request_id: brief, as_of: until } = opened.receipt;
  try {
    const question = changesQuestionOf(name, until, form);
    if (question === null) return redirect(response, openedAddress(name, { request: brief }));
    const reading = changesReading(context, question);
    const id = requestIdOf(form.get('once') ?? context.newRequestId(), reading);
    await deliver(context, { viewer, workspaceId: pays.workspaceId, id, request }, reading);
    redirect(response, openedAddress(name, { request: brief, changes: id }));
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    const notice = unpaid.has(thrown.code) ? unpaidNotice(thrown) : (thrown.options.detail ?? thrown.entry.title);
    const changes = { ...noChanges, notice };
    await showBrief(context, response, { viewer, opened, changes, status: thrown.entry.status });
  }
}

type OpenedBrief = PaidReceipt & { question: Question };
type BriefName = { id: string | null; name: string };

async function openedBrief(
  context: ReadingContext,
  viewer: SignedIn,
  { id, name }: BriefName,
): Promise<OpenedBrief | null> {
  if (id === null || !isRequestId(id)) return null;
  const found = await openedBefore(context, viewer, { id, operation: 'getBrief' });
  const question = found === null ? null : questionBehind(found.receipt.request);
  return found === null || question === null || foldName(nameOf(question)) !== name ? null : { ...found, question };
}

/** The changes of an address, delivered again; none where no workspace of the reader has bought them. */
async function openedChanges(
  context: ReadingContext,
  request: Request,
  { viewer, id, name }: BriefName & { viewer: SignedIn },
): Promise<ShownChanges> {
  if (id === null || !isRequestId(id)) return noChanges;
  const found = await openedBefore(context, viewer, { id, operation: 'listChanges' });
  const question = found === null ? null : changesBehind(found.receipt.request);
  if (found === null || question === null || question.tickers !== name) {
    const notice =
      'These changes were not opened by a workspace of yours, or are no longer kept. They can be opened anew.';
    return { ...noChanges, notice };
  }
  const purchase = { viewer, workspaceId: found.pays.workspaceId, id, request };
  const { answer } = await deliver(context, purchase, changesReading(context, question));
  const page = JSON.parse(answer.bytes.toString()) as ChangesPage;
  return { since: question.since, found: page, isFurther: question.cursor !== undefined, notice: null };
}

type ShownBrief = { viewer: SignedIn; opened: OpenedBrief; changes: ShownChanges; status?: number };

async function showBrief(
  context: ReadingContext,
  response: Response,
  { viewer, opened, changes, status = 200 }: ShownBrief,
): Promise<void> {
  const { pays, receipt, question } = opened;
  const purchase = { viewer, workspaceId: pays.workspaceId, id: receipt.request_id, request: response.req };
  const { answer } = await deliver(context, purchase, briefReading(context, question));
  const brief = JSON.parse(answer.bytes.toString()) as SecurityBrief | BriefEntity;
  const isEntity = brief.view === 'entity';
  const main = openedPage({
    brief,
    answer,
    question,
    receipt,
    baseUrl: context.baseUrl,
    days: await context.changeDays('live', isEntity ? brief.entity.entity_id : brief.security.id),
    changes,
    inLog: await loggedViews(context, brief),
    zoom: zoomOf(openLive(nameOf(question)), readQuery(response.req)),
    offer: await offerOf(context, { viewer, question, pays }),
  });
  const title = isEntity ? nameOf(question) : `${brief.security.ticker}, ${brief.security.name}`;
  sendPage(response, page({ title, viewer, current: 'brief', scripts: briefScripts, main }), { status });
}

/** Their state in the public log. An entity has no views, and a service may have no log. */
async function loggedViews({ log }: ReadingContext, brief: SecurityBrief | BriefEntity): Promise<LoggedView[]> {
  if (brief.view === 'entity' || log === undefined) return [];
  return log.views(
    brief.as_of,
    brief.views.map((view) => view.belief_id),
  );
}

type OfferRequest = { viewer: SignedIn; question: Question; notice: string | null; status: number };

async function showOffer(context: ReadingContext, response: Response, offering: OfferRequest): Promise<void> {
  const { viewer, question, notice, status } = offering;
  const covered =
    (await coverageOf(context, 'live')).find(({ ticker }) => foldName(ticker) === nameOf(question)) ?? null;
  const way = viewer.memberships.length === 0 ? await workspaceOffer(context, viewer) : null;
  const main = offerPage({ offer: await offerOf(context, offering), covered, notice, way });
  sendPage(response, page({ title: `Open ${nameOf(question)}`, viewer, current: 'brief', main }), { status });
}

async function offerOf(
  context: ReadingContext,
  { viewer, question, pays }: Pick<OfferRequest, 'viewer' | 'question'> & { pays?: Membership },
): Promise<Offer> {
  const payers = await payersOf(context, viewer, pays);
  return { question, payers, once: context.newRequestId(), action: openLive(nameOf(question)) };
}

/** The standing of the reader's workspaces; the one that has just paid comes first. */
export async function payersOf(
  { accounts }: ReadingContext,
  viewer: SignedIn,
  pays?: Membership,
): Promise<PayerChoice[]> {
  const others = viewer.memberships.filter((one) => one !== pays);
  return Promise.all(
    (pays === undefined ? others : [pays, ...others]).map(async ({ workspaceId, workspaceName }) => {
      const { standing } = await accounts.standing({ keyId: '', collection: 'live', accountId: workspaceId });
      return { workspaceId, workspaceName, standing };
    }),
  );
}

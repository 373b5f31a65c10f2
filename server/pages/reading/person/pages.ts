/** Pages of one person: a live page is a purchase like a page of beliefs, and reading it again is free. */
import type { Request, Response } from 'express';
import type { BeliefDetail, BeliefItem, BeliefsPage } from '../../../../generated/api.ts';
import { ProblemError } from '../../../contract/problems.ts';
import { isRequestId } from '../../../contract/validation/request-headers.ts';
import { type AdminForm, workspaceForm } from '../../account/admin-form.ts';
import { workspaceOffer } from '../../account/invitations-section.ts';
import { readQuery } from '../../shell/form.ts';
import { page, sendPage } from '../../shell/page.ts';
import { paceOf } from '../../shell/paced.ts';
import { type SignedIn, redirect, requireSignedIn } from '../../shell/signed-in.ts';
import { personPath } from '../address.ts';
import { briefScripts } from '../browser/script.ts';
import { redirectedDay } from '../front/day-address.ts';
import type { ReadingContext } from '../front.ts';
import { payersOf, unpaid, unpaidNotice } from '../live.ts';
import { type PaidReceipt, type PricedDocument, deliver, openedBefore, requestIdOf } from '../purchase.ts';
import { personOffer } from './offer.ts';
import { openedPerson } from './opened.ts';
import type { BeliefData } from './page.ts';
import { showPreviewPerson } from './preview.ts';
import {
  type PersonQuestion,
  personBehind,
  personQuestionOf,
  recordBehind,
  recordReading,
  viewsReading,
} from './question.ts';
import { refuseUnknown } from './unknown.ts';

function personIn(request: Request): string {
  const parts = request.params['id'] as unknown;
  return Array.isArray(parts) ? parts.join('/') : String(parts);
}

export function readPerson(context: ReadingContext) {
  // Every cutoff of the preview is another document to build, so the limit for callers without a key applies.
  const pace = paceOf(context);
  return async (request: Request, response: Response): Promise<void> => {
    const [id, asked] = [personIn(request), readQuery(request)];
    if (redirectedDay(request, response, asked)) return;
    const opened = asked.get('request');
    const isLive = opened !== null || (await context.answers.publicCollection()) === 'live';
    if (!isLive || (opened === null && asked.get('mode') === 'preview')) {
      pace(request);
      return showPreviewPerson(context, { request, response, id });
    }
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    const views = await openedViews(context, viewer, { request: opened, person: id });
    if (views !== null) {
      const records = (asked.get('record') ?? '').split(',').filter((one) => one !== '');
      return showOpened(context, response, { viewer, views, records });
    }
    const notice =
      opened === null
        ? null
        : 'This reading was not opened by a workspace of yours, or is no longer kept. It can be opened anew.';
    await showOffer(context, response, { viewer, question: personQuestionOf(id, asked), notice, status: 200 });
  };
}

export function openPersonPage(context: ReadingContext) {
  return async (request: Request, response: Response): Promise<void> => {
    const sent = await workspaceForm(context, request, response);
    if (sent === null) return;
    if (sent.form.has('belief')) return openRecord(context, sent, { request, response });
    const { viewer, workspace, form } = sent;
    const question = personQuestionOf(personIn(request), form);
    refuseUnknown(await context.personDays('live', question.person_id));
    const reading = viewsReading(context, question);
    const id = requestIdOf(form.get('once') ?? context.newRequestId(), reading);
    try {
      await deliver(context, { viewer, workspaceId: workspace.workspaceId, id, request }, reading);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || !unpaid.has(thrown.code)) throw thrown;
      return showOffer(context, response, { viewer, question, notice: unpaidNotice(thrown), status: 402 });
    }
    redirect(response, openedAddress(question.person_id, id, []));
  };
}

function openedAddress(person: string, request: string, records: readonly string[]): string {
  const asked = new URLSearchParams({ request, ...(records.length > 0 && { record: records.join(',') }) });
  return `${personPath(person)}?${asked}`;
}

/** The full record of a view on an opened page, at the page's cutoff: a purchase like the page itself. */
async function openRecord(
  context: ReadingContext,
  { viewer, workspace, form }: AdminForm,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const person = personIn(request);
  const views = await openedViews(context, viewer, { request: form.get('request'), person });
  if (views === null) return redirect(response, personPath(person));
  const records = (form.get('record') ?? '').split(',').filter((one) => one !== '');
  const { found } = await deliveredViews(context, request, { viewer, views });
  const view = found.data.beliefs.find(({ belief_id: id }: BeliefItem) => id === form.get('belief'));
  const list = views.receipt.request_id;
  if (view === undefined) return redirect(response, openedAddress(person, list, records));
  const reading = recordReading(context, { belief_id: view.belief_id, as_of: found.as_of });
  const id = requestIdOf(form.get('once') ?? context.newRequestId(), reading);
  try {
    await deliver(context, { viewer, workspaceId: workspace.workspaceId, id, request }, reading);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || !unpaid.has(thrown.code)) throw thrown;
    return showOpened(context, response, { viewer, views, records, notice: unpaidNotice(thrown), status: 402 });
  }
  redirect(response, `${openedAddress(person, list, [...new Set([...records, id])])}#${view.belief_id}`);
}

type OpenedViews = PaidReceipt & { question: PersonQuestion };

async function openedViews(
  context: ReadingContext,
  viewer: SignedIn,
  { request: id, person }: { request: string | null; person: string },
): Promise<OpenedViews | null> {
  if (id === null || !isRequestId(id)) return null;
  const found = await openedBefore(context, viewer, { id, operation: 'listBeliefs' });
  const question = found === null ? null : personBehind(found.receipt.request);
  return found === null || question?.person_id !== person ? null : { ...found, question };
}

type PaidViews = {
  viewer: SignedIn;
  views: OpenedViews;
  /** Request ids of opened records. */
  records: readonly string[];
  notice?: string;
  status?: number;
};

async function deliveredViews(
  context: ReadingContext,
  request: Request,
  { viewer, views }: Pick<PaidViews, 'viewer' | 'views'>,
) {
  const purchase = { viewer, workspaceId: views.pays.workspaceId, id: views.receipt.request_id, request };
  const { answer } = await deliver(context, purchase, viewsReading(context, views.question));
  return { answer, found: JSON.parse(answer.bytes.toString()) as BeliefsPage };
}

async function showOpened(
  context: ReadingContext,
  response: Response,
  { viewer, views, records, notice, status = 200 }: PaidViews,
): Promise<void> {
  const { pays, question } = views;
  const { answer, found } = await deliveredViews(context, response.req, { viewer, views });
  const bought = await Promise.all(records.map((id) => openedRecord(context, response.req, { viewer, id })));
  const shown = bought.filter((one) => one !== null);
  const main = openedPerson({
    found,
    answer,
    question,
    receipt: views.receipt,
    records: shown,
    days: await context.personDays('live', question.person_id),
    payers: await payersOf(context, viewer, pays),
    once: context.newRequestId(),
    baseUrl: context.baseUrl,
    notice: notice ?? null,
  });
  const name = found.data.beliefs[0]?.person.name ?? question.person_id;
  sendPage(response, page({ title: `Views of ${name}`, viewer, current: 'brief', scripts: briefScripts, main }), {
    status,
  });
}

export type OpenedRecord = { requestId: string; data: BeliefData };

/** Null if no workspace of the reader has bought the record, or the copy is no longer kept. */
async function openedRecord(
  context: ReadingContext,
  request: Request,
  { viewer, id }: { viewer: SignedIn; id: string },
): Promise<OpenedRecord | null> {
  if (!isRequestId(id)) return null;
  const found = await openedBefore(context, viewer, { id, operation: 'getBelief' });
  const question = found === null ? null : recordBehind(found.receipt.request);
  if (found === null || question === null) return null;
  const purchase = { viewer, workspaceId: found.pays.workspaceId, id, request };
  const reading: PricedDocument = recordReading(context, question);
  const { answer } = await deliver(context, purchase, reading);
  return { requestId: id, data: (JSON.parse(answer.bytes.toString()) as BeliefDetail).data };
}

type OfferRequest = { viewer: SignedIn; question: PersonQuestion; notice: string | null; status: number };

async function showOffer(context: ReadingContext, response: Response, offering: OfferRequest): Promise<void> {
  const { viewer, question, notice, status } = offering;
  const days = await context.personDays('live', question.person_id);
  refuseUnknown(days);
  const payers = await payersOf(context, viewer);
  const way = payers.length === 0 ? await workspaceOffer(context, viewer) : null;
  const main = personOffer({ question, payers, days, once: context.newRequestId(), notice, way });
  sendPage(response, page({ title: 'Open the views of one person', viewer, current: 'brief', main }), { status });
}

/** Page of a preview brief: free for everyone, at any cutoff, with the changes since an earlier one. */
import type { Request, Response } from 'express';
import type { BriefEntity, ChangesPage } from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { page, sendPage, sendPublicPage } from '../shell/page.ts';
import { signedIn } from '../shell/signed-in.ts';
import { openLive, openPreview } from './address.ts';
import { type BriefPage, type SecurityBrief, briefPage } from './brief.ts';
import { briefScripts } from './browser/script.ts';
import { cutoffForm } from './cutoff.ts';
import { cutSecrets } from '../../contract/validation/secret-text.ts';
import { entityPage } from './entity.ts';
import { type ReadingContext, coverageOf } from './front.ts';
import { type ShownChanges, noChanges } from './offer.ts';
import { tickerLinks } from './front/picker.ts';
import { type Question, changesQuestionOf, cutoffIn, nameOf, questionOf, requestOfQuestion } from './question.ts';
import { instant } from './drawing/say.ts';
import { zoomOf } from './drawing/zoom.ts';

/** Before live research is released, every address is a preview's; afterwards one that live research does not cover. */
export async function isPreview(context: ReadingContext, name: string, asked: URLSearchParams): Promise<boolean> {
  if (asked.has('request')) return false;
  if (asked.get('mode') === 'preview') return true;
  if ((await context.answers.publicCollection()) !== 'live') return true;
  const isCovered = async (collection: 'live' | 'preview'): Promise<boolean> =>
    (await coverageOf(context, collection)).some(({ ticker }) => foldTicker(ticker) === name);
  return !(await isCovered('live')) && (await isCovered('preview'));
}

export async function showPreview(
  context: ReadingContext,
  { request, response, name }: { request: Request; response: Response; name: string },
): Promise<void> {
  const asked = readQuery(request);
  const shown = await previewBrief(context, name, asked).catch(refusedBrief(context, name, asked));
  // A page with a name on it must not be cached.
  const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
  const { title, part: main } = shown;
  // A refused name may be anything; it is not written into the head.
  const about = {
    description: `Who said what about ${title}, where, and what the price did since: fictional preview research.`,
    card: { baseUrl: context.baseUrl, path: openLive(name) },
  };
  const content = page({
    title,
    ...(shown.status === 200 && about),
    viewer,
    current: 'brief',
    scripts: briefScripts,
    main,
  });
  const headers = { Vary: 'Accept-Encoding, Cookie' };
  if (viewer === null && shown.status === 200) return sendPublicPage(response, content, headers);
  sendPage(response, content, { status: shown.status, headers });
}

type PreviewPart = { status: number; part: Html; title: string };

/** Page for an unknown name or a faulty question, with the list to choose from. */
function refusedBrief(context: ReadingContext, name: string, asked: URLSearchParams) {
  return async (thrown: unknown): Promise<PreviewPart> => {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    const { status, title } = thrown.entry;
    const isLive = (await context.answers.publicCollection()) === 'live';
    const covered = await coverageOf(context, 'preview');
    const part = html`<h1>${title}</h1>
      <p class="note bad" role="alert">${thrown.code === 'not-covered' ? notCovered(name, asked) : (thrown.options.detail ?? title)}</p>
      <nav aria-label="Companies of the preview">${tickerLinks(covered, { open: openPreview(isLive) })}</nav>`;
    return { status, title, part };
  };
}

/** A name of the size of a ticker, and no secret that was pasted in its place. */
const named = (name: string): string => (name.length <= 12 ? cutSecrets(name) : 'this name');

/** The words of the service are for a program that asks for another company instead. */
function notCovered(name: string, asked: URLSearchParams): Html {
  const cutoff = cutoffIn(asked, 'as_of');
  return html`No research about <strong>${named(name)}</strong> was released${cutoff === null ? ' yet' : html` by ${instant(cutoff)}`}. No other company stands in for it. These have research:`;
}

async function previewBrief(context: ReadingContext, name: string, asked: URLSearchParams): Promise<PreviewPart> {
  const question = questionOf(name, asked);
  const { bytes, sha256 } = await context.answers.brief('preview', question);
  const brief = JSON.parse(bytes.toString()) as SecurityBrief | BriefEntity;
  const called = {
    baseUrl: context.baseUrl,
    request: requestOfQuestion(question),
    mode: 'preview',
    bytes,
    sha256,
  } as const;
  const forms = await previewForms(context, { question, brief, asked });
  if (brief.view === 'entity') {
    const { cutoff } = forms;
    return {
      status: 200,
      title: brief.entity.name ?? brief.entity.entity_id,
      part: entityPage({ brief, called, cutoff }),
    };
  }
  const part = briefPage({ brief, called, ...forms, zoom: zoomOf(openLive(name), asked) });
  return { status: 200, title: `${brief.security.ticker}, ${brief.security.name}`, part };
}

type Subject = { question: Question; brief: SecurityBrief | BriefEntity; asked: URLSearchParams };

/** Every cutoff is free, and so are the changes between two of them. */
async function previewForms(
  context: ReadingContext,
  { question, brief, asked }: Subject,
): Promise<Pick<BriefPage, 'cutoff' | 'open'> & Required<Pick<BriefPage, 'changes'>>> {
  const { as_of: asOf, detail } = question;
  const entityId = brief.view === 'entity' ? brief.entity.entity_id : brief.security.id;
  const form = {
    asOf: brief.as_of,
    changes: await context.changeDays('preview', entityId),
    method: 'get',
    action: openLive(nameOf(question)),
    price: 'Free: preview research is never charged.',
  } as const;
  const changes = await previewChanges(context, brief, asked);
  // A part of the address that a form does not change stays in it.
  const kept = (...names: string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap((one) => (asked.get(one) ? [[one, asked.get(one) ?? '']] : [])));
  const hidden = { ...kept('mode', 'months'), detail, ...(asOf === undefined ? {} : { as_of: asOf }) };
  return {
    cutoff: cutoffForm({
      ...form,
      button: 'Show',
      asked: asOf ?? null,
      detail,
      hidden: kept('mode', 'months', 'since'),
    }),
    changes: { ...form, button: 'List the changes', ...changes, hidden },
    open: openPreview((await context.answers.publicCollection()) === 'live'),
  };
}

async function previewChanges(
  { answers }: ReadingContext,
  brief: SecurityBrief | BriefEntity,
  asked: URLSearchParams,
): Promise<ShownChanges> {
  if (brief.view === 'entity') return noChanges;
  try {
    const question = changesQuestionOf(brief.security.ticker, brief.as_of, asked);
    if (question === null) return noChanges;
    const { bytes } = await answers.changes('preview', question);
    const found = JSON.parse(bytes.toString()) as ChangesPage;
    return { since: question.since, found, isFurther: question.cursor !== undefined, notice: null };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    return { ...noChanges, notice: thrown.options.detail ?? thrown.entry.title };
  }
}

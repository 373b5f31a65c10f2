/** Front page: the coverage, and a free brief of the fictional preview at any cutoff. */
import type { Request, Response } from 'express';
import type { ChangesPage, TickersResponse } from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { ChangeDaysReader } from '../../reads/change-days.ts';
import type { PageContext } from '../shell/context.ts';
import { discoveryLinks } from '../docs/links.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { paceOf } from '../shell/paced.ts';
import { page, sendPage, sendPublicPage } from '../shell/page.ts';
import { signedIn } from '../shell/signed-in.ts';
import { type BriefPage, type SecurityBrief, briefPage } from './brief.ts';
import { changed } from './changed.ts';
import { cutoffForm } from './cutoff.ts';
import { type ShownChanges, noChanges } from './offer.ts';
import { type CoverageEntry, tickerLinks } from './picker.ts';
import { type Question, changesQuestionOf, questionOf, requestOfQuestion } from './question.ts';
import { counted } from '../../../client/words/text.ts';
import { sliderPath } from './script.ts';

export type ReadingContext = PageContext & { changeDays: ChangeDaysReader };

type PreviewPart = { status: number; part: Html; title: string; ticker: string };

export function frontPage(context: ReadingContext) {
  // Every cutoff is another document to build, so the limit for callers without a key applies.
  const pace = paceOf(context);
  return async (request: Request, response: Response): Promise<void> => {
    pace(request);
    const asked = readQuery(request);
    const covered = await coverageOf(context, 'preview');
    const ticker = asked.get('ticker') ?? mostCovered(covered);
    const shown = ticker === null ? nothingYet : await shownBrief(context, ticker, asked).catch(refused(ticker));
    const isLive = (await context.answers.publicCollection()) === 'live';
    const live = isLive ? (await coverageOf(context, 'live')).length : 0;
    // A page with a name on it must not be cached.
    const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
    const content = page({
      title: shown.title,
      description: 'Attributed, cited investor-thesis research for listed securities, as it was known at any day.',
      viewer,
      current: 'brief',
      scripts: [sliderPath],
      main: html`${intro(live)} ${previewOf(covered, shown)}`,
    });
    const headers = { Vary: 'Accept-Encoding, Cookie', Link: discoveryLinks };
    if (viewer === null && shown.status === 200) return sendPublicPage(response, content, headers);
    sendPage(response, content, { status: shown.status, headers });
  };
}

export async function coverageOf(
  context: PageContext,
  collection: 'live' | 'preview',
): Promise<readonly CoverageEntry[]> {
  const { bytes } = await context.answers.tickers(collection);
  return (JSON.parse(bytes.toString()) as TickersResponse).tickers;
}

const openPreview = (ticker: string): string => `/?${new URLSearchParams({ ticker })}`;

/** The company with the most records shows the most. */
function mostCovered(covered: readonly CoverageEntry[]): string | null {
  const most = Math.max(...covered.map(({ released_record_count: count }) => count));
  return covered.find(({ released_record_count: count }) => count === most)?.ticker ?? null;
}

const nothingYet: PreviewPart = {
  status: 200,
  title: 'Research',
  ticker: '',
  part: html`<p class="note">No preview research is released.</p>`,
};

/** Page for an unknown ticker or a faulty question, with the list to choose from. */
function refused(ticker: string) {
  return (thrown: unknown): PreviewPart => {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    const { status, title } = thrown.entry;
    const detail = html`<p>${thrown.options.detail ?? title}</p>`;
    return {
      status,
      title,
      ticker,
      part: html`<div class="note bad" role="alert"><h2 class="plainly">${title}</h2>${detail}</div>`,
    };
  };
}

async function shownBrief(context: ReadingContext, ticker: string, asked: URLSearchParams): Promise<PreviewPart> {
  const question = questionOf(ticker, asked);
  const { bytes, sha256 } = await context.answers.brief('preview', question);
  const brief = JSON.parse(bytes.toString()) as SecurityBrief;
  const part = briefPage({
    brief,
    called: { baseUrl: context.baseUrl, request: requestOfQuestion(question), mode: 'preview', bytes, sha256 },
    ...(await previewForms(context, { question, brief, asked })),
    open: openPreview,
    heading: 'h2',
  });
  return {
    status: 200,
    part,
    title: `${brief.security.ticker}, ${brief.security.name}`,
    ticker: brief.security.ticker,
  };
}

/** Every cutoff is free, and so are the changes between two of them. */
async function previewForms(
  context: ReadingContext,
  { question, brief, asked }: { question: Question; brief: SecurityBrief; asked: URLSearchParams },
): Promise<Pick<BriefPage, 'cutoff' | 'changed'>> {
  const { ticker, as_of: asOf, detail } = question;
  const form = {
    asOf: brief.as_of,
    changes: await context.changeDays('preview', brief.security.id),
    method: 'get',
    action: '/',
    price: 'Free: preview research is never charged.',
  } as const;
  const changes = await previewChanges(context, brief, asked);
  const hidden = { ticker, detail, ...(asOf === undefined ? {} : { as_of: asOf }) };
  const since = asked.get('since');
  const kept = { ticker, ...(since === null ? {} : { since }) };
  return {
    cutoff: cutoffForm({ ...form, button: 'Show', asked: asOf ?? null, detail, hidden: kept }),
    changed: (shown) => changed({ ...form, button: 'List the changes', ...changes, hidden }, shown),
  };
}

async function previewChanges(
  { answers }: ReadingContext,
  { security: { ticker }, as_of: until }: SecurityBrief,
  asked: URLSearchParams,
): Promise<ShownChanges> {
  try {
    const question = changesQuestionOf(ticker, until, asked);
    if (question === null) return noChanges;
    const { bytes } = await answers.changes('preview', question);
    const found = JSON.parse(bytes.toString()) as ChangesPage;
    return { since: question.since, found, isFurther: question.cursor !== undefined, notice: null };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    return { ...noChanges, notice: thrown.options.detail ?? thrown.entry.title };
  }
}

function intro(live: number): Html {
  return html`<section class="intro">
    <h1>Who said what about a company, where, and what became of it</h1>
    <p class="lead">
      Every view belongs to a person, every statement leads to its source, and everything can be read as it was known on any day. What is
      not recorded is said to be so.
    </p>
    ${
      live > 0
        ? html`<p><a class="button" href="/brief">Live research: ${counted(live, 'company', 'companies')}</a></p>`
        : html`<p class="soft">No live research is released here yet.</p>`
    }
  </section>`;
}

function previewOf(covered: readonly CoverageEntry[], shown: PreviewPart): Html {
  return html`<section class="preview" aria-labelledby="preview">
    <p class="note warn"><strong id="preview">Fictional preview research.</strong> The people, companies and prices below are made up, to try the service with. It needs no sign-in and costs nothing.</p>
    <nav aria-label="Companies of the preview">${tickerLinks(covered, { open: openPreview, current: shown.ticker })}</nav>
    ${shown.part}
  </section>`;
}

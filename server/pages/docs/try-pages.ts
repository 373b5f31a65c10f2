/** Console at /docs/try: a form and its answer without a script, and a keyless endpoint for programs. */
import type { Application, Request, Response } from 'express';
import { type ContentCoding, codingOf, encode } from '../../http/coding.ts';
import { type Visit, open, requestIdOf } from '../../http/door.ts';
import { markupAt } from '../../contract/path-prefix.ts';
import { ProblemError } from '../../contract/problems.ts';
import { heldTag } from '../../http/conditions.ts';
import { headerList } from '../../http/respond.ts';
import { sendDelivery } from '../../http/send-answer.ts';
import { type ServeOptions, fail } from '../../http/serve.ts';
import { routes } from '../../../generated/routes.ts';
import { changeDaysReader, type ChangeDays } from '../../reads/change-days.ts';
import type { PageContext } from '../shell/context.ts';
import { sendSiteHeaders } from './docs-pages.ts';
import type { Site } from './site.ts';
import { goodAnswer, refusal } from './try-answer.ts';
import { type Chosen, tryForm } from './try-form.ts';
import { type Asker, askPreview, limitedTo, rawQueryOf } from './try-request.ts';
import { handle } from '../shell/handle.ts';
import { type Html, html } from '../shell/html.ts';
import { page } from '../shell/page.ts';
import { coverageOf } from '../reading/front.ts';
import type { CoverageEntry } from '../reading/front/picker.ts';
import { sliderPath } from '../reading/browser/script.ts';

export type TryOptions = { context: PageContext; site: Site | null; serving: ServeOptions };

export function mountTry(app: Application, { context, site, serving }: TryOptions): void {
  const asker: Asker = { answers: context.answers, serving };
  const changesOf = changeDaysReader(context.db);
  const brief = open<void>(
    {
      answer: (visit) => sendBrief(asker, visit),
      refuse: ({ response, requestId }, thrown) =>
        fail(response, thrown, { serving, operation: 'getBrief', requestId }),
    },
    serving,
  );
  app.get('/docs/try/brief', brief);
  app.get(
    '/docs/try',
    handle(context, async (request, response) => {
      await limitedTo(asker, request);
      const covered = await coverageOf(context, 'preview');
      const chosen = chosenBy(request, covered);
      const id = covered.find(({ ticker }) => ticker === chosen.ticker)?.security_id ?? '';
      const [answer, changes] = await Promise.all([
        answered(asker, request, chosen),
        id === '' ? nothingChanged(context) : changesOf('preview', id),
      ]);
      const form = tryForm(chosen, covered, changes);
      const script = html`<script type="module" src="${sliderPath}"></script>`;
      await sendFramed(request, response, site, {
        status: answer.status,
        content: html`<div class="console">${form}${answer.part}</div>${script}`,
      });
    }),
  );
}

async function sendBrief(asker: Asker, { request, response, requestId }: Visit): Promise<void> {
  const limits = await limitedTo(asker, request);
  const { answer } = await askPreview(asker, request, rawQueryOf(request));
  const sending = {
    serving: asker.serving,
    operation: 'getBrief',
    route: routes.getBrief,
    request,
    response,
    requestId,
  } as const;
  const notModified = heldTag(request, answer.sha256) !== null;
  const delivery = { answer, notModified, charge: 0, remaining: null, replayed: false, keyId: '' } as const;
  await sendDelivery(sending, delivery, headerList(limits));
}

/** Until a choice is made: the newest overview of the company with the most records. */
function chosenBy(request: Request, covered: readonly CoverageEntry[]): Chosen {
  const asked = new URLSearchParams(rawQueryOf(request));
  const first = covered.some(({ ticker }) => ticker === 'NWTB') ? 'NWTB' : (covered[0]?.ticker ?? 'NWTB');
  return {
    ticker: asked.get('ticker') ?? first,
    asOf: asked.get('as_of') ?? '',
    detail: asked.get('detail') === 'overview' ? '' : (asked.get('detail') ?? ''),
    maxResults: asked.get('max_results') ?? '',
  };
}

/** No days of change are known for a company outside the list. */
async function nothingChanged({ answers }: PageContext): Promise<ChangeDays> {
  return { days: [], omitted: 0, newest: (await answers.head('preview')).watermark };
}

type ConsoleResult = { status: number; part: Html };

/** A form sends empty fields too; the operation gets only those with a value. */
async function answered(asker: Asker, request: Request, chosen: Chosen): Promise<ConsoleResult> {
  const { baseUrl, version, newRequestId } = asker.serving;
  const shown = { baseUrl, version, requestId: requestIdOf(request, newRequestId) };
  const values = { ticker: chosen.ticker, as_of: chosen.asOf, detail: chosen.detail, max_results: chosen.maxResults };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  try {
    return { status: 200, part: goodAnswer(await askPreview(asker, request, query.toString()), shown) };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    return { status: thrown.entry.status, part: refusal(thrown, shown) };
  }
}

type FrameContent = { status: number; content: Html };

/** Sends it in the frame of the documentation, or as a plain page without a build. */
async function sendFramed(request: Request, response: Response, site: Site | null, { status, content }: FrameContent) {
  const { baseUrl: prefix } = request;
  // The site has already put the prefix into its frame.
  const frame = await site?.find('frame:/docs/try');
  const text =
    frame === null || frame === undefined
      ? markupAt(
          prefix,
          page({ title: 'Try it', viewer: null, current: 'docs', main: html`<h1>Try it</h1>${content}` }).text,
        )
      : frame.bytes.toString().replace('<!-- console -->', () => markupAt(prefix, content.text));
  const bytes = Buffer.from(text);
  const coding: ContentCoding = codingOf(request, bytes);
  const coded = coding === 'identity' ? bytes : await encode(bytes, coding);
  sendSiteHeaders(response, status, {
    'Cache-Control': 'no-store',
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    'Content-Length': String(coded.length),
  });
  response.end(request.method === 'HEAD' ? undefined : coded);
}

/** Runner of page handlers: a refusal becomes a page with its reason, a failure a page without details. */
import type { Application, Request, Response } from 'express';
import { type Exchange, open } from '../../http/door.ts';
import type { Admit } from '../../http/slot.ts';
import { ProblemError, advice, methodNotAllowed } from '../../contract/problems.ts';
import { StoreUnavailable, storeFailure } from '../../store/engine/failures.ts';
import type { PageContext } from './context.ts';
import { type Html, html } from './html.ts';
import { note, noteFailure } from './noted.ts';
import { page, sendPage, type Viewer } from './page.ts';
import { signedIn } from './signed-in.ts';

export type PageHandler = (request: Request, response: Response) => Promise<void> | void;

export function handle(context: PageContext, handler: PageHandler) {
  return open<void>(
    {
      answer: async ({ request, response }) => handler(request, response),
      refuse: (refused, thrown) => refuse(context, refused, asPageProblem(thrown)),
    },
    { admit: unbounded, newRequestId: context.newRequestId, elapsed: () => 0 },
  );
}

/** Answers a browser whose request was refused before it reached a page. */
export function refusePage(context: PageContext) {
  return (request: Request, response: Response, error: ProblemError): Promise<void> =>
    handle(context, () => {
      throw error;
    })(request, response);
}

/** Pages take no admission slot: a form arrives while its handler runs, and slow senders would hold all slots. */
const unbounded: Admit = () => () => undefined;

async function refuse(context: PageContext, { request, response, requestId }: Exchange, error: ProblemError) {
  const isFailure = error.entry.status >= 500;
  const id = isFailure ? noteFailure(context, request, error.options.cause ?? error, requestId) : null;
  if (refusals.has(error.code)) {
    const who = await signedIn(context, request).catch(() => null);
    note(context, request, { event: 'refused', userId: who?.userId ?? null, how: error.code });
  }
  // A page that was cut off cannot become another page.
  if (response.headersSent) response.destroy();
  else {
    sendPage(response, problemPage(error, { id, viewer: await viewerOf(context, request) }), {
      status: error.entry.status,
      headers: error.options.headers ?? {},
    });
  }
  return error.code;
}

/** A path with its reader and its form action; a page refuses every other method. */
export function mountPage(
  app: Application,
  context: PageContext,
  { path, get, post }: { path: string; get?: PageHandler | undefined; post?: PageHandler | undefined },
): void {
  if (get !== undefined) app.get(path, handle(context, get));
  if (post !== undefined) app.post(path, handle(context, post));
  const allow = [...(get === undefined ? [] : ['GET', 'HEAD']), ...(post === undefined ? [] : ['POST'])].join(', ');
  const refuse: PageHandler = () => {
    throw methodNotAllowed(allow);
  };
  app.all(path, handle(context, refuse));
}

/** Refusals that suggest an attempt, not a typing error. */
const refusals: ReadonlySet<ProblemError['code']> = new Set(['forbidden', 'unauthorized', 'rate-limited']);

function asPageProblem(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown;
  const failure = storeFailure(thrown);
  if (failure instanceof StoreUnavailable) {
    return new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure });
  }
  return new ProblemError('internal', { cause: thrown });
}

/** The page of a failure must work after every failure. */
async function viewerOf(context: PageContext, request: Request): Promise<Viewer> {
  return signedIn(context, request).catch(() => null);
}

/** Advice for people, if the catalogue's is for programs. */
const forPeople: Partial<Record<ProblemError['code'], string>> = {
  internal: 'Something failed on our side. Try again in a moment; nothing was charged.',
  unavailable: 'The service cannot be reached at the moment. Try again in a few seconds; nothing was charged.',
  'not-found': 'Check the address: a link may have lost its end on the way here.',
  unauthorized: 'Your sign-in has ended, or you are no longer in that workspace. Sign in again; nothing was charged.',
  'rate-limited': 'That was too often. Wait a little, then try again.',
};

const chargeUnknown =
  'The connection to the store broke, and it is not known whether this was charged. Go back and send the form again: it is charged at most once.';

function problemPage(error: ProblemError, { id, viewer }: { id: string | null; viewer: Viewer }): Html {
  const { title } = error.entry;
  const errors = error.options.errors ?? [];
  return page({
    title,
    viewer,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      <div class="note bad" role="alert">
        <p>${error.options.charged === null ? chargeUnknown : (error.options.detail ?? forPeople[error.code] ?? advice[error.code])}</p>
        ${errors.length > 0 && html`<ul>${errors.map(({ message, fix }) => html`<li>${message} ${fix}</li>`)}</ul>`}
        ${id !== null && html`<p>The operator finds it in the log under <code>${id}</code>.</p>`}
      </div>
      <p class="row"><a href="/">To the front page</a> <a href="/brief">All companies</a> <a href="/docs">The documentation</a></p>
    </div>`,
  });
}

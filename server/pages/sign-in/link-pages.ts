/** Pages that request a link by mail: for a forgotten password, or for a new account. */
import type { Request, Response } from 'express';
import { isAddress } from '../../access/people/addresses.ts';
import { clearCookie } from '../../access/sign-in/cookies.ts';
import { askForLink } from '../../access/people/mail-requests.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import type { PageHandler } from '../shell/handle.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { redirect, signedIn } from '../shell/signed-in.ts';
import { forgetReturn, returnCookie } from './landing.ts';
import {
  type LinkProblem,
  type LinkPurpose,
  isLinkProblem,
  linkForm,
  pathOf,
  sentPage,
  titleOf,
} from './link-forms.ts';
import { type SignInContext, addressOf, typedCookie, typedEmail } from './opened.ts';

/** Without a mail server there are no such pages, and with invitations only there is no sign-up. */
export function mountLinks(
  context: SignInContext,
  mount: (path: string, handlers: { get: PageHandler; post?: PageHandler }) => void,
): void {
  if (context.wakeMail === null) return;
  const purposes: readonly LinkPurpose[] = context.signUp === 'open' ? ['password', 'sign-up'] : ['password'];
  for (const purpose of purposes) {
    mount(pathOf(purpose), {
      get: (request, response) => showForm(context, { request, response, purpose }),
      post: (request, response) => takeForm(context, { request, response, purpose }),
    });
  }
  mount('/sign-in/sent', { get: (request, response) => showSent(context, request, response) });
}

type LinkFormRequest = { request: Request; response: Response; purpose: LinkPurpose };

async function showForm(context: SignInContext, { request, response, purpose }: LinkFormRequest): Promise<void> {
  const query = readQuery(request);
  const asked = query.get('problem');
  const problem = isLinkProblem(asked) ? asked : null;
  const email = typedEmail(context.baseUrl, request);
  const returnTo = safeReturnTo(query.get('return_to'), context.baseUrl);
  const main = linkForm({ purpose, problem, email, returnTo });
  const title = problem === null ? titleOf(purpose) : `Error: ${titleOf(purpose)}`;
  sendPage(response, page({ title, viewer: await signedIn(context, request), main }), {
    headers: email === '' ? {} : { 'Set-Cookie': clearCookie(context.baseUrl, 'typed') },
  });
}

/** Answers alike for every address; the account is looked up when the mail is sent. */
async function takeForm(context: SignInContext, { request, response, purpose }: LinkFormRequest): Promise<void> {
  const { db, baseUrl, now, randomBytes } = context;
  refuseForeignForm(context, request);
  const form = await readForm(request);
  const email = (form.get('email') ?? '').trim();
  const returnTo = safeReturnTo(form.get('return_to'), baseUrl);
  const back = (problem: LinkProblem): void => {
    const query = new URLSearchParams({ problem, ...(returnTo !== null && { return_to: returnTo }) });
    redirect(response, `${pathOf(purpose)}?${query}`, [typedCookie(baseUrl, email)]);
  };
  if (!isAddress(email)) return back('address');
  const from = addressOf(context, request);
  const asked = await askForLink(db, { kind: purpose, email, from, now: now(), randomBytes });
  note(context, request, { event: 'link-asked', userId: null, how: asked.kind === 'limited' ? 'limited' : purpose });
  if (asked.kind === 'limited') return back('limited');
  const remembered = returnTo === null ? forgetReturn(context, request) : [returnCookie(baseUrl, returnTo)];
  redirect(response, '/sign-in/sent', [typedCookie(baseUrl, email), ...remembered]);
  context.wakeMail?.();
}

async function showSent(context: SignInContext, request: Request, response: Response): Promise<void> {
  const main = sentPage(typedEmail(context.baseUrl, request));
  sendPage(response, page({ title: 'Look into your mailbox', viewer: await signedIn(context, request), main }));
}

/** Pages to sign in and out, to set a password by a link, to change it, and to end other sessions. */
import type { Application, Request, Response } from 'express';
import { authorizePath } from '../../access/chats/authorization-request.ts';
import { clearCookie } from '../../access/sign-in/cookies.ts';
import { createPasswords } from '../../access/sign-in/passwords.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { browserCalled } from '../../access/sign-in/sessions.ts';
import { changePassword, signInWithPassword } from '../../access/sign-in/sign-in.ts';
import { findPerson } from '../../store/people/people.ts';
import { confirmEnding, endSessions } from '../account/session-actions.ts';
import type { PageContext } from '../shell/context.ts';
import { readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import { type PageHandler, mountPage } from '../shell/handle.ts';
import { note } from '../shell/noted.ts';
import { keepsOpener, page, sendPage } from '../shell/page.ts';
import { changePasswordForm, isPasswordProblem, isSignInProblem, noPasswordNotice, signInForm } from './forms.ts';
import {
  type SignInContext,
  addressOf,
  devicesOf,
  endSessionOf,
  meansOf,
  openSession,
  typedCookie,
  typedEmail,
} from './opened.ts';
import { otherWays } from './link-forms.ts';
import { mountLinks } from './link-pages.ts';
import { mountUpstream, providerOf } from './upstream-pages.ts';
import { showWelcome, takeWelcome } from './welcome.ts';
import { redirect, redirectSignedOut, requireSignedIn, signedIn } from '../shell/signed-in.ts';

export function mountSignIn(app: Application, pages: PageContext): void {
  const context: SignInContext = { ...pages, passwords: createPasswords() };
  const mount = (path: string, handlers: { get?: PageHandler; post?: PageHandler }): void =>
    mountPage(app, context, { path, ...handlers });
  mount('/sign-in', {
    get: (request, response) => showSignIn(context, request, response),
    post: (request, response) => signIn(context, request, response),
  });
  mount('/sign-out', { post: (request, response) => signOut(context, request, response) });
  mount('/welcome', {
    get: (request, response) => showWelcome(context, request, response),
    post: (request, response) => takeWelcome(context, request, response),
  });
  mount('/account/password', {
    get: (request, response) => showPassword(context, request, response),
    post: (request, response) => takePassword(context, request, response),
  });
  for (const [path, which] of [
    ['/account/sessions/end', 'one'],
    ['/account/sessions/end-others', 'others'],
  ] as const) {
    mount(path, {
      get: (request, response) => confirmEnding(context, { request, response, which }),
      post: (request, response) => endSessions(context, { request, response, which }),
    });
  }
  mountLinks(context, mount);
  mountUpstream(context, mount);
}

async function showSignIn(context: SignInContext, request: Request, response: Response): Promise<void> {
  const { baseUrl } = context;
  const query = readQuery(request);
  const returnTo = safeReturnTo(query.get('return_to'), baseUrl);
  if ((await signedIn(context, request)) !== null) return redirect(response, returnTo ?? '/account');
  const asked = query.get('problem');
  const problem = isSignInProblem(asked) ? asked : null;
  const email = typedEmail(baseUrl, request);
  const form = { problem, email, returnTo, provider: providerOf(context), ways: otherWays(context, returnTo) };
  const title = problem === null ? 'Sign in' : 'Error: Sign in';
  const leadsToConsent = returnTo?.startsWith(`${authorizePath}?`) === true;
  sendPage(response, page({ title, viewer: null, main: signInForm(form) }), {
    headers: {
      ...(leadsToConsent && keepsOpener),
      ...(email !== '' && { 'Set-Cookie': clearCookie(baseUrl, 'typed') }),
    },
  });
}

async function signIn(context: SignInContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const form = await readForm(request);
  const returnTo = safeReturnTo(form.get('return_to'), context.baseUrl);
  const email = form.get('email') ?? '';
  const browser = browserCalled(request.headers['user-agent']);
  const password = form.get('password') ?? '';
  const attempt = {
    email,
    password,
    address: addressOf(context, request),
    browser,
    devices: devicesOf(context, request),
  };
  const done = await signInWithPassword(meansOf(context), attempt);
  if (done.kind === 'signed-in') {
    note(context, request, { event: 'signed-in', userId: done.userId, how: 'password' });
    return openSession(context, { request, response }, { ...done, returnTo, clear: [] });
  }
  if (done.kind === 'wrong' && done.isAlarm) {
    const subject = done.userId === null ? {} : { subject: done.userId };
    note(context, request, { event: 'guessing-alarm', userId: null, how: 'password', ...subject });
  }
  const userId = done.kind === 'wrong' ? done.userId : null;
  note(context, request, { event: 'sign-in-refused', userId, how: done.kind });
  const back = new URLSearchParams({ problem: done.kind, ...(returnTo !== null && { return_to: returnTo }) });
  redirect(response, `/sign-in?${back}`, [typedCookie(context.baseUrl, email)]);
}

async function signOut(context: SignInContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const viewer = await signedIn(context, request);
  await endSessionOf(context, request);
  note(context, request, { event: 'signed-out', userId: viewer?.userId ?? null });
  redirectSignedOut(response, context.baseUrl);
}

async function showPassword(context: SignInContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const asked = query.get('problem');
  const person = await findPerson(context.db, viewer.userId);
  const form = {
    email: viewer.email,
    problem: isPasswordProblem(asked) ? asked : null,
    isChanged: query.has('changed'),
  };
  const main =
    person?.password_hash == null ? noPasswordNotice(providerOf(context) ?? 'your provider') : changePasswordForm(form);
  sendPage(response, page({ title: 'Change your password', viewer, current: 'account', main }));
}

async function takePassword(context: SignInContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const form = await readForm(request);
  const [current, wanted, repeated] = ['current', 'password', 'repeated'].map((name) => form.get(name) ?? '');
  const back = (problem: string): void => redirect(response, `/account/password?${new URLSearchParams({ problem })}`);
  if (wanted !== repeated) return back('differ');
  const { userId, sessionId } = viewer;
  const change = { userId, sessionId, current: current ?? '', wanted: wanted ?? '' };
  const done = await changePassword(meansOf(context), change);
  const isChanged = done.kind === 'changed';
  const how = done.kind === 'refused' ? done.fault : done.kind;
  note(context, request, { event: isChanged ? 'password-changed' : 'password-refused', userId, how });
  if (isChanged) return redirect(response, '/account/password?changed');
  back(how);
}

/** Page of a link, where its holder chooses a password. */
import type { Request, Response } from 'express';
import { readCookies, setCookie } from '../../access/sign-in/cookies.ts';
import { type LinkState, linkDigest, linkState, welcome } from '../../access/people/links.ts';
import { browserCalled } from '../../access/sign-in/sessions.ts';
import { readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { redirect, signedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';
import { findInvitationTo } from '../../store/people/invitations.ts';
import { invitationWords } from '../account/invitations-section.ts';
import { isPasswordProblem, spentLink, welcomeForm } from './forms.ts';
import { returnPath } from './landing.ts';
import { type SignInContext, meansOf, openSession } from './opened.ts';

/** The page may stay open this long before the link must be opened again. */
const welcome_seconds = 3_600;

export async function showWelcome(context: SignInContext, request: Request, response: Response): Promise<void> {
  const { baseUrl } = context;
  const query = readQuery(request);
  const token = query.get('token');
  if (token !== null) {
    const value = linkDigest(token) === null ? 'broken' : token;
    return redirect(response, '/welcome', [setCookie(baseUrl, { use: 'welcome', value, seconds: welcome_seconds })]);
  }
  const viewer = await signedIn(context, request);
  const state = await linkState(context, secretOf(context, request));
  if (state.kind !== 'open') return showSpent(response, { state, viewer, canMail: context.wakeMail !== null });
  const asked = query.get('problem');
  const invitation = await findInvitationTo(context.db, { email: state.email, now: context.now() });
  const form = {
    email: state.email,
    problem: isPasswordProblem(asked) ? asked : null,
    viewer: viewer?.email ?? null,
    invitation: invitation === null ? null : invitationWords(invitation),
  };
  sendPage(response, page({ title: 'Choose a password', viewer, main: welcomeForm(form) }));
}

function secretOf({ baseUrl }: SignInContext, request: Request): string {
  const sent = readCookies(request.headers.cookie, { baseUrl, use: 'welcome' });
  return sent.find((secret) => linkDigest(secret) !== null) ?? '';
}

type SpentLinkView = { state: LinkState; viewer: { email: string } | null; canMail: boolean };

function showSpent(response: Response, { state, viewer, canMail }: SpentLinkView): void {
  const status = state.kind === 'unknown' ? 404 : 410;
  sendPage(
    response,
    page({ title: 'This link does not work any more', viewer, main: spentLink(why(state), canMail) }),
    {
      status,
    },
  );
}

function why(state: LinkState): Html {
  if (state.kind === 'used') {
    return html`<p>It was used on ${time(state.usedAt)}. If that was you, sign in with the password you chose. If it was not, choose a new one at once, and tell the operator of this service.</p>`;
  }
  if (state.kind === 'expired') return html`<p>It was good until ${time(state.expiresAt)}.</p>`;
  return html`<p>It is not complete, another way to sign in was chosen since it was made, or it was opened too long ago. Copy the whole link, and open it once more.</p>`;
}

export async function takeWelcome(context: SignInContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const form = await readForm(request);
  const password = form.get('password') ?? '';
  const back = (problem: string): void => redirect(response, `/welcome?${new URLSearchParams({ problem })}`);
  if (password !== (form.get('repeated') ?? '')) return back('differ');
  const secret = secretOf(context, request);
  const browser = browserCalled(request.headers['user-agent']);
  const done = await welcome(meansOf(context), { secret, password, browser });
  if (done.kind === 'signed-in') {
    note(context, request, { event: 'password-set', userId: done.userId, how: 'link' });
    note(context, request, { event: 'signed-in', userId: done.userId, how: 'link' });
  } else note(context, request, { event: 'password-refused', userId: null, how: `link-${done.kind}` });
  if (done.kind === 'refused') return back(done.fault);
  // The page of the link shows what happened to it.
  if (done.kind === 'spent') return redirect(response, '/welcome');
  await openSession(
    context,
    { request, response },
    { ...done, returnTo: returnPath(context, request), clear: ['welcome'] },
  );
}

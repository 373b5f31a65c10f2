/** End of a person's sessions in other browsers: the confirmation page and its form. */
import type { Request, Response } from 'express';
import { type RequiredProof, endElsewhere, owedFor, proof_seconds } from '../../access/sign-in/end-sessions.ts';
import { secondsFrom, session_idle_seconds } from '../../access/sign-in/sessions.ts';
import { type ListedSession, listSessions } from '../../store/people/sessions.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId, readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { type PasswordProblem, currentPasswordField, isPasswordProblem, passwordAlert } from '../sign-in/forms.ts';
import { type SignInContext, meansOf } from '../sign-in/opened.ts';
import { providerOf } from '../sign-in/upstream-pages.ts';
import { type SignedIn, redirect, requireSignedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';
import { backToAccount, ownForm } from './admin-form.ts';

type EndingRequest = { request: Request; response: Response; which: 'one' | 'others' };

/** The sessions of a person that still work. */
export function sessionsOf({ db, now }: PageContext, { userId }: SignedIn): Promise<ListedSession[]> {
  const at = now();
  return listSessions(db, { userId, now: at, seenAfter: secondsFrom(at, -session_idle_seconds) });
}

export async function confirmEnding(
  context: SignInContext,
  { request, response, which }: EndingRequest,
): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const others = (await sessionsOf(context, viewer)).filter(({ session_id: id }) => id !== viewer.sessionId);
  const wanted = query.get('session');
  const ending = which === 'others' ? others : others.filter(({ session_id: id }) => id === wanted);
  if (ending.length === 0) return backToAccount(response, { notice: 'no-such-session' });
  const asked = query.get('problem');
  const title = which === 'others' ? 'End all other sessions?' : 'End this session?';
  const main = html`<div class="narrow">
    <h1>${title}</h1>
    ${passwordAlert(isPasswordProblem(asked) ? asked : null)}
    <div class="card">
      <ul class="entries">${ending.map(entryOf)}</ul>
      <p>${ending.length === 1 ? 'That browser has' : 'Those browsers have'} to sign in again.</p>
      ${formOf({
        path: pathOf(which, wanted),
        session: which === 'one' ? wanted : null,
        email: viewer.email,
        owed: await owedFor(context, viewer),
        provider: providerOf(context),
        problem: isPasswordProblem(asked) ? asked : null,
      })}
    </div>
  </div>`;
  sendPage(response, page({ title, viewer, current: 'account', main }));
}

function entryOf({ browser, created_at: since, seen_at: seen }: ListedSession): Html {
  return html`<li>
    <div>
      <strong>${browser}</strong><br />
      <small class="soft">Signed in ${time(since)}, last seen ${time(seen)}</small>
    </div>
  </li>`;
}

function pathOf(which: EndingRequest['which'], session: string | null): string {
  return which === 'others'
    ? '/account/sessions/end-others'
    : `/account/sessions/end?${new URLSearchParams({ session: session ?? '' })}`;
}

type Form = {
  /** Path of this page, for the way back. */
  path: string;
  session: string | null;
  email: string;
  owed: RequiredProof;
  provider: string | null;
  problem: PasswordProblem | null;
};

function formOf({ path, session, email, owed, provider, problem }: Form): Html {
  if (owed === 'sign-in') return signInFirst(path, provider);
  return html`<form class="stack" method="post" action="${path.split('?')[0]}">
    ${session !== null && html`<input type="hidden" name="session" value="${session}" />`}
    ${owed === 'password' && currentPasswordField(email, problem)}
    <div class="row">
      <a class="button quiet" href="/account/sessions">Go back</a>
      <button class="danger">${session === null ? 'End all other sessions' : 'End the session'}</button>
    </div>
  </form>`;
}

function signInFirst(path: string, provider: string | null): Html {
  if (provider === null) {
    return html`<p>You have no password here, and your identity provider is no longer asked: the operator of this service can end your sessions.</p>
      <p><a class="button quiet" href="/account/sessions">Go back</a></p>`;
  }
  const query = String(new URLSearchParams({ fresh: '', return_to: path }));
  return html`<p>You have no password here: sign in with ${provider} once more, and end what you like within ${proof_seconds / 60} minutes.</p>
    <p class="row">
      <a class="button quiet" href="/account/sessions">Go back</a>
      <a class="button" href="/sign-in/upstream?${query}">Sign in with ${provider}</a>
    </p>
    <p class="soft">If you come back to this page and are asked again, ${provider} does not say when you signed in: the operator of this service can end your sessions.</p>`;
}

export async function endSessions(context: SignInContext, { request, response, which }: EndingRequest): Promise<void> {
  const sent = await ownForm(context, request, response);
  if (sent === null) return;
  const { viewer, form } = sent;
  const { userId } = viewer;
  const session = form.get('session') ?? '';
  if (which === 'one' && !isOwnId('ses', session)) return backToAccount(response, { notice: 'no-such-session' });
  const { kind } = await endElsewhere(meansOf(context), viewer, {
    which: which === 'one' ? session : 'others',
    password: form.get('current') ?? '',
  });
  if (kind === 'none') return backToAccount(response, { notice: 'no-such-session' });
  const path = pathOf(which, session);
  if (kind === 'sign-in') {
    note(context, request, { event: 'refused', userId, how: 'not-signed-in-again' });
    return redirect(response, path);
  }
  if (kind !== 'ended') {
    note(context, request, { event: 'password-refused', userId, how: kind });
    return redirect(response, `${path}${which === 'one' ? '&' : '?'}problem=${kind}`);
  }
  note(context, request, { event: 'session-ended', userId, how: which, ...(which === 'one' && { subject: session }) });
  backToAccount(response, { notice: which === 'one' ? 'session-ended' : 'sessions-ended' });
}

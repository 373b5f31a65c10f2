/** Redirect to the operator's identity provider, and the return from it. */
import type { Request, Response } from 'express';
import { clearCookie, readCookies, setCookie } from '../../access/sign-in/cookies.ts';
import { signInWithIdentity } from '../../access/sign-in/identities.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { browserCalled } from '../../access/sign-in/sessions.ts';
import { type Upstream, UpstreamRefusal, createUpstream, isUpstreamSecret } from '../../access/sign-in/upstream.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import type { PageHandler } from '../shell/handle.ts';
import { note, noteFailure } from '../shell/noted.ts';
import { paceOf } from '../shell/paced.ts';
import { redirect } from '../shell/signed-in.ts';
import type { SignInProblem } from './forms.ts';
import { type SignInContext, meansOf, openSession } from './opened.ts';

const callback_path = '/sign-in/upstream/callback';
const upstream_seconds = 600;

/** Name of the provider on the button: its host. */
export function providerOf({ upstream }: PageContext): string | null {
  return upstream === null ? null : new URL(upstream.issuer).host;
}

export function mountUpstream(
  context: SignInContext,
  mount: (path: string, handlers: { get: PageHandler }) => void,
): void {
  if (context.upstream === null) return;
  const upstream = createUpstream({ ...context.upstream, redirectUri: `${context.baseUrl}${callback_path}` });
  // Every return costs a call of the provider, which sees only this service's address, so it is rate-limited.
  const pace = paceOf(context);
  const paced = (path: string, handler: typeof leave): void =>
    mount(path, {
      get: (request, response) => {
        pace(request);
        return handler({ context, upstream }, request, response);
      },
    });
  paced('/sign-in/upstream', leave);
  paced(callback_path, comeBack);
}

type Ways = { context: SignInContext; upstream: Upstream };

async function leave({ context, upstream }: Ways, request: Request, response: Response): Promise<void> {
  const { baseUrl, randomBytes } = context;
  const query = readQuery(request);
  const returnTo = safeReturnTo(query.get('return_to'), baseUrl);
  const started = await upstream.start(randomBytes, { isFresh: query.has('fresh') }).catch((error: unknown) => {
    noteFailure(context, request, error);
    return null;
  });
  if (started === null) return refuse(context, response, { problem: 'provider', returnTo });
  const value = `${started.secret}.${Buffer.from(returnTo ?? '').toString('base64url')}`;
  redirect(response, started.address, [setCookie(baseUrl, { use: 'upstream', value, seconds: upstream_seconds })]);
}

async function comeBack({ context, upstream }: Ways, request: Request, response: Response): Promise<void> {
  const { baseUrl } = context;
  const sent = readCookies(request.headers.cookie, { baseUrl, use: 'upstream' }).map((value) => value.split('.'));
  const [secret, path] = sent.find(([text = '']) => isUpstreamSecret(text)) ?? [];
  const returnTo = safeReturnTo(Buffer.from(path ?? '', 'base64url').toString('utf8'), baseUrl);
  if (secret === undefined) return refuse(context, response, { problem: 'stale', returnTo });
  const identity = await upstream.finish(secret, readQuery(request)).catch((error: unknown) => {
    if (error instanceof UpstreamRefusal) return 'declined' as const;
    noteFailure(context, request, error);
    return 'provider' as const;
  });
  const refused = (how: string): void => note(context, request, { event: 'sign-in-refused', userId: null, how });
  if (typeof identity === 'string') refused(`provider-${identity}`);
  if (typeof identity === 'string') return refuse(context, response, { problem: identity, returnTo });
  const means = { ...meansOf(context), isSignUpOpen: context.signUp === 'open' };
  const done = await signInWithIdentity(means, identity, browserCalled(request.headers['user-agent']));
  if (done.kind !== 'signed-in') refused(done.kind);
  if (done.kind !== 'signed-in') return refuse(context, response, { problem: done.kind, returnTo });
  note(context, request, { event: 'signed-in', userId: done.userId, how: 'provider' });
  await openSession(context, { request, response }, { ...done, returnTo, clear: ['upstream'] });
}

type ProviderRefusal = { problem: SignInProblem; returnTo: string | null };

/** Redirects to the sign-in page, and deletes the secret of the attempt. */
function refuse({ baseUrl }: SignInContext, response: Response, { problem, returnTo }: ProviderRefusal): void {
  const query = new URLSearchParams({ problem, ...(returnTo !== null && { return_to: returnTo }) });
  redirect(response, `/sign-in?${query}`, [clearCookie(baseUrl, 'upstream')]);
}

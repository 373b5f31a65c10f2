/** The person behind a request, by the session in the cookie. */
import type { Request, Response } from 'express';
import { clearCookie, readCookies } from '../../access/sign-in/cookies.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { targetWithin } from '../../contract/path-prefix.ts';
import {
  sessionDigest,
  session_idle_seconds,
  session_seen_seconds,
  secondsFrom,
} from '../../access/sign-in/sessions.ts';
import { findSession, noteSessionSeen } from '../../store/people/sessions.ts';
import type { Membership } from '../../store/people/sessions.ts';
import type { PageContext } from './context.ts';

export type SignedIn = {
  userId: string;
  email: string;
  sessionId: string;
  memberships: readonly Membership[];
};

/** Null without a valid session. */
export async function signedIn(context: PageContext, request: Request): Promise<SignedIn | null> {
  const { db, baseUrl } = context;
  const now = context.now();
  for (const secret of readCookies(request.headers.cookie, { baseUrl, use: 'session' })) {
    const digest = sessionDigest(secret);
    if (digest === null) continue;
    const found = await findSession(db, { digest, now, seenAfter: secondsFrom(now, -session_idle_seconds) });
    if (found === null) continue;
    const { seenAt, ...who } = found;
    if (seenAt < secondsFrom(now, -session_seen_seconds)) await noteSessionSeen(db, digest, now);
    return who;
  }
  return null;
}

/** The signed-in person, or null after a redirect to the sign-in page, which returns here or to `path`. */
export async function requireSignedIn(
  context: PageContext,
  request: Request,
  response: Response,
  path = addressOfPage(request),
): Promise<SignedIn | null> {
  const found = await signedIn(context, request);
  if (found !== null) return found;
  const back = safeReturnTo(path, context.baseUrl);
  redirect(response, back === null ? '/sign-in' : `/sign-in?${new URLSearchParams({ return_to: back })}`);
  return null;
}

/** A path of the service with its prefix; other addresses stay unchanged. */
export function linkAt({ req }: Response, to: string): string {
  return /^\/(?!\/)/.test(to) ? `${req.baseUrl}${to}` : to;
}

/** Status 303: the next request is a GET, after any method. */
export function redirect(response: Response, to: string, cookies: readonly string[] = []): void {
  response.writeHead(303, {
    Location: linkAt(response, to),
    'Content-Length': 0,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
  });
  response.end();
}

/**
 * Redirects to the front page without the cookie of the ended session, and clears the browser's caches and back button.
 */
export function redirectSignedOut(response: Response, baseUrl: string): void {
  // On a shared host, the storage belongs to other services too.
  const isWhole = response.req.baseUrl === '';
  response.setHeader('Clear-Site-Data', isWhole ? '"cache", "storage"' : '"cache"');
  redirect(response, '/', [clearCookie(baseUrl, 'session')]);
}

/** The address of a form action shows nothing; the page with the form does. */
function addressOfPage(request: Request): string | null {
  if (request.method === 'GET' || request.method === 'HEAD') return request.originalUrl;
  const { referer } = request.headers;
  if (referer === undefined || !URL.canParse(referer)) return null;
  const { pathname, search } = new URL(referer);
  return targetWithin(`${pathname}${search}`, request.baseUrl);
}

/** Common parts of the sign-in pages: their context, the start of a session, and short-lived cookies. */
import type { Request, Response } from 'express';
import { clearCookie, readCookies, setCookie } from '../../access/sign-in/cookies.ts';
import { device_cookie_seconds, rememberBrowser } from '../../access/devices/device-cookies.ts';
import type { Passwords } from '../../access/sign-in/passwords.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import type { SignInMeans } from '../../access/sign-in/sign-in.ts';
import { sessionDigest, session_seconds_max } from '../../access/sign-in/sessions.ts';
import { addressBehind } from '../../metering/limits/address.ts';
import { deleteSession } from '../../store/people/sessions.ts';
import type { PageContext } from '../shell/context.ts';
import { redirect } from '../shell/signed-in.ts';
import { forgetReturn, wayToWorkspace } from './landing.ts';

export type SignInContext = PageContext & { passwords: Passwords };

export function meansOf({ db, passwords, now, randomBytes }: SignInContext): SignInMeans {
  return { db, passwords, now, randomBytes };
}

export function addressOf({ rateLimits }: PageContext, request: Request): string {
  return addressBehind(request, rateLimits.proxies);
}

/** The device cookies of a browser: all of them, if several names exist on one host. */
export function devicesOf({ baseUrl }: PageContext, request: Request): string[] {
  return readCookies(request.headers.cookie, { baseUrl, use: 'device' });
}

export type SessionStart = {
  secret: string;
  userId: string;
  returnTo: string | null;
  clear: readonly ('welcome' | 'upstream')[];
};

/** Starts a session and redirects. It marks the browser as the person's, and ends the browser's previous session. */
export async function openSession(
  context: PageContext,
  { request, response }: { request: Request; response: Response },
  { secret, userId, returnTo, clear }: SessionStart,
): Promise<void> {
  const { baseUrl } = context;
  await endSessionOf(context, request);
  const device = await rememberBrowser(context, { userId, sent: devicesOf(context, request) });
  const back = safeReturnTo(returnTo, baseUrl);
  redirect(response, back ?? (await wayToWorkspace(context, userId)) ?? '/account', [
    setCookie(baseUrl, { use: 'session', value: secret, seconds: session_seconds_max }),
    setCookie(baseUrl, { use: 'device', value: device, seconds: device_cookie_seconds }),
    ...clear.map((use) => clearCookie(baseUrl, use)),
    ...forgetReturn(context, request),
  ]);
}

/** Ends the session of this browser, if there is one. */
export async function endSessionOf({ db, baseUrl }: PageContext, request: Request): Promise<void> {
  for (const secret of readCookies(request.headers.cookie, { baseUrl, use: 'session' })) {
    const digest = sessionDigest(secret);
    if (digest !== null) await deleteSession(db, digest);
  }
}

const typed_seconds = 60;

/** Keeps a typed email address for the next page, so that it stays out of logs and histories. */
export function typedCookie(baseUrl: string, email: string): string {
  const value = Buffer.from(email.slice(0, 254)).toString('base64url');
  return setCookie(baseUrl, { use: 'typed', value, seconds: typed_seconds });
}

export function typedEmail(baseUrl: string, request: Request): string {
  const [value = ''] = readCookies(request.headers.cookie, { baseUrl, use: 'typed' });
  const email = Buffer.from(value, 'base64url').toString('utf8');
  return email.length > 254 || /\p{C}/u.test(email) ? '' : email;
}

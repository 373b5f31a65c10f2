/** Page after sign-in: the way to a first workspace, and the page to return to. */
import type { Request } from 'express';
import { clearCookie, readCookies, setCookie } from '../../access/sign-in/cookies.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { listInvitationsFor } from '../../store/people/invitations.ts';
import { workspacesOf } from '../../store/people/people.ts';
import type { PageContext } from '../shell/context.ts';

/** Longest time from the request of a link to having a workspace. */
const return_seconds = 3_600;

/** The page where a person gets a workspace: an invitation, or a new one. Null if they have one, or cannot. */
export async function wayToWorkspace({ db, now, signUp }: PageContext, userId: string): Promise<string | null> {
  if ((await workspacesOf(db, userId)).length > 0) return null;
  if ((await listInvitationsFor(db, userId, now())).length > 0) return '/account';
  return signUp === 'open' ? '/account/workspace' : null;
}

/**
 * Stores the return page in the browser, not in the mail: a link that is opened in another browser leads to the account
 * page, and approves nothing.
 */
export function returnCookie(baseUrl: string, returnTo: string): string {
  const value = Buffer.from(returnTo).toString('base64url');
  return setCookie(baseUrl, { use: 'return', value, seconds: return_seconds });
}

/** Deletes the cookie if the browser has it. */
export function forgetReturn({ baseUrl }: PageContext, request: Request): readonly string[] {
  const sent = readCookies(request.headers.cookie, { baseUrl, use: 'return' });
  return sent.length > 0 ? [clearCookie(baseUrl, 'return')] : [];
}

export function returnPath({ baseUrl }: PageContext, request: Request): string | null {
  const [value = ''] = readCookies(request.headers.cookie, { baseUrl, use: 'return' });
  return safeReturnTo(Buffer.from(value, 'base64url').toString('utf8'), baseUrl);
}

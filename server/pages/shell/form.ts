/** Reads the forms of pages, and refuses those that another site sent with a person's cookies. */
import type { IncomingMessage } from 'node:http';
import { readFormBody } from '../../http/form-body.ts';
import { ProblemError } from '../../contract/problems.ts';

/** The fields of a form that a page of ours sends. */
export function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return readFormBody(request, 'Use the form on the page.');
}

/** The fields behind the question mark, of which an answer takes those it knows. */
export function readQuery(request: { readonly url?: string | undefined }): URLSearchParams {
  const { url = '' } = request;
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

/**
 * Whether an address or a form names what could be there at all, as this service writes its ids. What does not is not
 * searched for: a NUL, for one, is no text to the database.
 */
export function isOwnId(prefix: 'chk' | 'grt' | 'inv' | 'key' | 'ses', id: string): boolean {
  return id.startsWith(`${prefix}_`) && /^[0-9a-f]{24}$/.test(id.slice(prefix.length + 1));
}

/**
 * A browser says where a form comes from, in a header that no page can write: Sec-Fetch-Site, and Origin where a
 * browser is older than that. Whoever says nothing is refused too.
 */
export function refuseForeignForm({ baseUrl }: { readonly baseUrl: string }, request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? request.headers.origin === new URL(baseUrl).origin : site === 'same-origin';
  if (!isOwn) throw new ProblemError('forbidden');
}

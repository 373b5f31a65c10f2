/** Reader of page forms; it refuses forms that another site sent with a person's cookies. */
import type { IncomingMessage } from 'node:http';
import { readFormBody } from '../../http/form-body.ts';
import { ProblemError } from '../../contract/problems.ts';

/** Fields of a form from one of the service's pages. */
export function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return readFormBody(request, 'Use the form on the page.');
}

/** Fields of the query; an answer uses those it knows. */
export function readQuery(request: { readonly url?: string | undefined }): URLSearchParams {
  const { url = '' } = request;
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

/**
 * True if an id has the form of this service's ids. Others are not searched for: a NUL, for one, is not valid text for
 * the database.
 */
export function isOwnId(prefix: 'chk' | 'grt' | 'inv' | 'key' | 'ses', id: string): boolean {
  return id.startsWith(`${prefix}_`) && /^[0-9a-f]{24}$/.test(id.slice(prefix.length + 1));
}

/**
 * Browsers name the origin of a form in headers that no page can set: Sec-Fetch-Site, or Origin in older ones. A
 * request with neither header is refused too.
 */
export function refuseForeignForm({ baseUrl }: { readonly baseUrl: string }, request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? request.headers.origin === new URL(baseUrl).origin : site === 'same-origin';
  if (!isOwn) throw new ProblemError('forbidden');
}

/** Reads the forms of pages, and refuses those that another site sent with a person's cookies. */
import type { IncomingMessage } from 'node:http';
import { readFormBody } from '../contract/form-body.ts';
import { ProblemError } from '../contract/problems.ts';

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
 * A browser says where a form comes from, in a header that no page can write: Sec-Fetch-Site, and Origin where a
 * browser is older than that. Whoever says nothing is refused too.
 */
export function refuseForeignForm({ baseUrl }: { readonly baseUrl: string }, request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? request.headers.origin === new URL(baseUrl).origin : site === 'same-origin';
  if (!isOwn) throw new ProblemError('forbidden');
}

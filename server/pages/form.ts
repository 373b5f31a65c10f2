/** Reads the forms of pages, and refuses those that another site sent with a person's cookies. */
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../contract/problems.ts';

const form_bytes_max = 16_384;

/** The fields of an `application/x-www-form-urlencoded` body. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded' || coding !== 'identity') {
    throw new ProblemError('unsupported-media-type', { detail: 'Use the form on the page.' });
  }
  if (Number(request.headers['content-length'] ?? 0) > form_bytes_max) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // What is too large is read to its end and dropped: leaving early would cut the connection before the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= form_bytes_max) chunks.push(chunk);
  }
  if (size > form_bytes_max) throw tooLarge();
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
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

function tooLarge(): ProblemError {
  return new ProblemError('payload-too-large', { detail: `A form may have at most ${form_bytes_max} bytes.` });
}

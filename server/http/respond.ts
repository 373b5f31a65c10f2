/** Writer of answers: common headers, entity tags and digests of documents, and problems. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { problem } from '../contract/problems.ts';
import type { ProblemError } from '../contract/problems.ts';
import type { ContentCoding } from './coding.ts';
import type { Headers } from '../contract/operations.ts';
import type { CachePolicy } from '../contract/reply.ts';

/** Request headers that decide the status, version or coding of a document. */
const selecting = 'Accept, Accept-Encoding, Research-Version';

/** The same with an optional key and a preference. */
const alsoSelecting = `Authorization, Prefer, ${selecting}`;

const ofAnyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

const caching: Readonly<Record<CachePolicy, readonly string[]>> = {
  public: ['Cache-Control', 'public, max-age=60', 'Vary', selecting, ...ofAnyOrigin],
  shared: ['Cache-Control', 'public, max-age=60', 'Vary', alsoSelecting, ...ofAnyOrigin],
  seconds: ['Cache-Control', 'public, max-age=5', 'Vary', selecting, ...ofAnyOrigin],
  immutable: ['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', selecting, ...ofAnyOrigin],
  fresh: ['Cache-Control', 'no-store', 'Vary', alsoSelecting, ...ofAnyOrigin],
  private: ['Cache-Control', 'private, no-store', 'Vary', alsoSelecting],
  metered: ['Cache-Control', 'private, no-cache', 'Vary', `Authorization, ${selecting}`],
  none: ['Cache-Control', 'no-store', 'Vary', 'Authorization'],
};

/** A shared cache would return the request id and the limits of one caller to others. */
export const isForAnyone = (policy: CachePolicy): boolean =>
  policy === 'public' || policy === 'shared' || policy === 'seconds' || policy === 'immutable';

/** Names and values alternate. */
type HeaderList = readonly string[];

export function headerList(headers: Headers | undefined): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  return list;
}

export interface ResponseParts {
  readonly status: number;
  readonly requestId: string;
  readonly caching: CachePolicy;
  readonly type?: string;
  readonly bytes?: Uint8Array;
  /** Headers of this answer only. */
  readonly headers?: HeaderList;
}

/** The version of the contract; every answer names it. */
export type ContractVersion = string;

/**
 * Headers are one flat array. An object literal with more than about eight headers leaves V8's fast path (0.69 of the
 * throughput). Extending a copy of an object makes a new shape each time, which stays until a full collection.
 * Express's send() would also hash the body again for its entity tag.
 */
export function send(response: ServerResponse, version: ContractVersion, outgoing: ResponseParts): void {
  const { status, requestId, type, bytes } = outgoing;
  const head = ['Research-Version', version, ...caching[outgoing.caching]];
  if (!isForAnyone(outgoing.caching)) head.push('X-Request-ID', requestId);
  if (type !== undefined) head.push('Content-Type', type === 'text/plain' ? `${type}; charset=utf-8` : type);
  if (bytes !== undefined) head.push('Content-Length', String(bytes.length));
  else if (status !== 304 && status !== 204) head.push('Content-Length', '0');
  if (outgoing.headers !== undefined) head.push(...outgoing.headers);
  response.writeHead(status, head);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

/** Pages of any origin may call operations that need no cookies, with these methods and headers. */
export function sendPreflight(
  response: ServerResponse,
  { allow, allowedHeaders }: { allow: string; allowedHeaders: string },
): void {
  const headers = {
    Allow: allow,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '86400',
  };
  response.writeHead(204, headers).end();
}

export interface ProblemContext {
  readonly version: ContractVersion;
  readonly baseUrl: string;
  readonly requestId: string;
}

export function sendProblem(response: ServerResponse, error: ProblemError, context: ProblemContext): void {
  if (response.headersSent) return void response.destroy();
  send(response, context.version, {
    status: error.entry.status,
    requestId: context.requestId,
    caching: 'none',
    type: 'application/problem+json',
    bytes: Buffer.from(JSON.stringify(problem(error, context))),
    headers: headerList(error.options.headers),
  });
}

/** SHA-256 of a document's bytes in base64, for its entity tag and Document-Digest. */
export function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64');
}

/** A strong entity tag per content coding: different bytes, different tag. */
export function entityTag(sha256: string, coding: ContentCoding = 'identity'): string {
  return coding === 'identity' ? `"${sha256}"` : `"${sha256}.${coding}"`;
}

/** The same digest as receipts write it: of the uncompressed bytes, in hex. */
export function documentDigest(sha256: string): string {
  return `sha256:${Buffer.from(sha256, 'base64').toString('hex')}`;
}

/** Link to the next page (RFC 8288), the same address as pagination.next_page_url. */
export function nextLink(url: string): string {
  return `<${url}>; rel="next"`;
}

/** Writes answers: the headers that every one carries, entity tags and digests of documents, and problems. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { problem } from '../contract/problems.ts';
import type { ProblemError } from '../contract/problems.ts';
import type { Coding } from './coding.ts';
import type { Headers } from '../contract/operations.ts';

/** Who may keep an answer, and for how long. */
export type Caching = 'public' | 'metered' | 'none';

/** The headers of a request that decide the status, the version or the coding of a document. */
const selecting = 'Accept, Accept-Encoding, Research-Version';

const caching: Readonly<Record<Caching, readonly string[]>> = {
  public: ['Cache-Control', 'public, max-age=60', 'Vary', selecting, 'Access-Control-Allow-Origin', '*'],
  metered: ['Cache-Control', 'private, no-cache', 'Vary', `Authorization, ${selecting}`],
  none: ['Cache-Control', 'no-store', 'Vary', 'Authorization'],
};

/** Names and values by turns. */
type HeaderList = readonly string[];

export function headerList(headers: Headers | undefined): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  return list;
}

export interface Outgoing {
  readonly status: number;
  readonly requestId: string;
  readonly caching: Caching;
  readonly type?: string;
  readonly bytes?: Uint8Array;
  /** This answer's own. */
  readonly headers?: HeaderList;
}

/** The version of the contract, which every answer names. */
export type ContractVersion = string;

/**
 * One flat array: an object literal with more than about eight headers leaves V8's fast path (0.69 of the throughput), and
 * a copy of an object that is added to gets a shape of its own each time, which stays until all of the heap is collected.
 * Express's own send() would hash the body once more for its entity tag.
 */
export function send(response: ServerResponse, version: ContractVersion, outgoing: Outgoing): void {
  const { status, requestId, type, bytes } = outgoing;
  const head = ['Research-Version', version, ...caching[outgoing.caching]];
  // A shared cache would hand the id of one request to every other.
  if (outgoing.caching !== 'public') head.push('X-Request-ID', requestId);
  if (type !== undefined) head.push('Content-Type', type);
  if (bytes !== undefined) head.push('Content-Length', String(bytes.length));
  else if (status !== 304 && status !== 204) head.push('Content-Length', '0');
  if (outgoing.headers !== undefined) head.push(...outgoing.headers);
  response.writeHead(status, head);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

/** What needs no cookies and no page of ours may be asked by a page of any origin, with these methods and headers. */
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

export interface ProblemOutgoing {
  readonly version: ContractVersion;
  readonly baseUrl: string;
  readonly requestId: string;
}

export function sendProblem(response: ServerResponse, error: ProblemError, context: ProblemOutgoing): void {
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

/** SHA-256 of a document's bytes in base64, which its entity tag and Document-Digest are made of. */
export function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64');
}

/** A strong entity tag for each content coding of a document: other bytes, another tag. */
export function entityTag(sha256: string, coding: Coding = 'identity'): string {
  return coding === 'identity' ? `"${sha256}"` : `"${sha256}.${coding}"`;
}

/** The same digest as a receipt names it: of the uncompressed bytes, in hex. */
export function documentDigest(sha256: string): string {
  return `sha256:${Buffer.from(sha256, 'base64').toString('hex')}`;
}

/** Where the next page is (RFC 8288): the same address as pagination.next_page_url. */
export function nextLink(url: string): string {
  return `<${url}>; rel="next"`;
}

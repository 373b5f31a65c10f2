/** Sends what was answered: the coding that the client prefers, its entity tag, and what the call has cost. */
import type { Request, Response } from 'express';
import type { Coding } from './coding.ts';
import { codingOf, encodeOnce } from './coding.ts';
import type { Delivery } from '../contract/metered.ts';
import type { Headers, OperationId } from '../contract/operations.ts';
import type { Caching } from './respond.ts';
import { conditionOf, heldTag, notMatched } from './conditions.ts';
import { digestOf, documentDigest, entityTag, headerList, nextLink, send } from './respond.ts';
import type { ServeOptions } from './serve.ts';
import type { Route } from '../../generated/routes.ts';

export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly sha256?: string;
  readonly headers?: Headers;
}

interface Sending {
  readonly serving: Pick<ServeOptions, 'version' | 'inspect'>;
  readonly operation: OperationId;
  readonly route: Route;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
}

/** Sends the reply of an operation that costs nothing. A public one leaves `limits` out: they are those of one address. */
export async function sendReply(sending: Sending, reply: AnyReply, limits: Headers): Promise<void> {
  const caching = cachingOf(sending.route);
  const bytes = reply.bytes ?? (reply.body === undefined ? undefined : Buffer.from(JSON.stringify(reply.body)));
  inspect(sending, reply.status, bytes);
  const all = [...(caching === 'public' ? [] : headerList(limits)), ...headerList(reply.headers)];
  if (reply.status !== 200 || bytes === undefined || caching === 'none') {
    const { serving, response, requestId } = sending;
    const { status } = reply;
    if (bytes === undefined) return send(response, serving.version, { status, requestId, caching, headers: all });
    const type = 'application/json';
    return send(response, serving.version, { status, requestId, caching, headers: all, bytes, type });
  }
  const sha256 = reply.sha256 ?? digestOf(bytes);
  const condition = conditionOf(sending.request, { bytes, sha256 });
  if (condition === 'failed') throw notMatched();
  await sendDocument(sending, { bytes, sha256, caching, headers: all, notModified: condition === 'unchanged' });
}

/** Sends what the meter has let through. */
export async function sendDelivery(sending: Sending, delivery: Delivery, limits: Headers): Promise<void> {
  const { bytes, sha256, nextPageUrl } = delivery.answer;
  const { notModified } = delivery;
  if (!notModified) inspect(sending, 200, bytes);
  const headers = headerList(limits);
  if (nextPageUrl !== undefined) headers.push('Link', nextLink(nextPageUrl));
  if (!notModified) addUsage(headers, delivery);
  await sendDocument(sending, { bytes, sha256, caching: 'metered', headers, notModified });
}

function addUsage(headers: string[], { charge, remaining, replayed }: Delivery): void {
  headers.push('Usage-Charge', String(charge));
  if (remaining !== null) headers.push('Usage-Remaining', String(remaining));
  if (replayed) headers.push('Idempotent-Replayed', 'true');
}

interface Sent {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly caching: Caching;
  /** This answer's own: what describes the document is added to them. */
  readonly headers: string[];
  readonly notModified: boolean;
}

async function sendDocument(sending: Sending, { bytes, sha256, caching, headers, notModified }: Sent): Promise<void> {
  const { request, response, requestId } = sending;
  const { version } = sending.serving;
  const held = notModified ? heldTag(request, sha256) : null;
  // Of `*` the tag is that of the 200 in its place (RFC 9110, section 15.4.5).
  const coding: Coding = held === null || held === '*' ? codingOf(request, bytes) : 'identity';
  const tag = held === null || held === '*' ? entityTag(sha256, coding) : held;
  headers.push('ETag', tag, 'Document-Digest', documentDigest(sha256));
  if (notModified) return send(response, version, { status: 304, requestId, caching, headers });
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  const coded = coding === 'identity' ? bytes : await encodeOnce(sha256, bytes, coding);
  send(response, version, { status: 200, requestId, caching, headers, bytes: coded, type: 'application/json' });
}

function inspect({ serving, operation }: Sending, status: number, bytes: Uint8Array | undefined): void {
  const look = serving.inspect;
  if (look === undefined) return;
  const body = bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as unknown);
  look(operation, { status, type: bytes === undefined ? null : 'application/json', body });
}

/** What costs something is kept by the caller alone; what needs no key, by anyone; all else by nobody. */
function cachingOf(route: Route): Caching {
  if (route.units > 0) return 'metered';
  return route.access === 'none' && route.method === 'get' ? 'public' : 'none';
}

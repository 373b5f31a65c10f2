/** Sending of replies and deliveries: content coding, entity tag and charge headers. */
import type { Request, Response } from 'express';
import type { ContentCoding } from './coding.ts';
import { codingOf, encodeOnce } from './coding.ts';
import type { Delivery } from '../contract/metered.ts';
import type { Headers, OperationId } from '../contract/operations.ts';
import type { CachePolicy, ReplyParts } from '../contract/reply.ts';
import { conditionOf, heldTag, notMatched } from './conditions.ts';
import { digestOf, documentDigest, entityTag, headerList, isForAnyone, nextLink, send } from './respond.ts';
import type { ServeOptions } from './serve.ts';
import type { Route } from '../../generated/routes.ts';

export interface AnyReply extends ReplyParts {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly sha256?: string;
  /** Media type of the bytes, if they are not JSON. */
  readonly type?: string;
}

const JSON_TYPE = 'application/json';

interface CallContext {
  readonly serving: Pick<ServeOptions, 'version' | 'inspect'>;
  readonly operation: OperationId;
  readonly route: Route;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
}

/** Sends the reply of a free operation. A public reply omits `limits`: they belong to one address. */
export async function sendReply(call: CallContext, reply: AnyReply, limits: Headers): Promise<void> {
  const { caching = cachingOf(call.route), type = JSON_TYPE } = reply;
  const bytes = reply.bytes ?? (reply.body === undefined ? undefined : Buffer.from(JSON.stringify(reply.body)));
  inspect(call, { status: reply.status, bytes, type });
  const all = [...(isForAnyone(caching) ? [] : headerList(limits)), ...headerList(reply.headers)];
  if (reply.status !== 200 || bytes === undefined || caching === 'none') {
    const { serving, response, requestId } = call;
    const { status } = reply;
    if (bytes === undefined) return send(response, serving.version, { status, requestId, caching, headers: all });
    return send(response, serving.version, { status, requestId, caching, headers: all, bytes, type });
  }
  const sha256 = reply.sha256 ?? digestOf(bytes);
  const condition = conditionOf(call.request, { bytes, sha256 });
  if (condition === 'failed') throw notMatched();
  await sendDocument(call, { bytes, sha256, type, caching, headers: all, notModified: condition === 'unchanged' });
}

/** Sends a delivery of the meter. `headers` is a list that it extends. */
export async function sendDelivery(call: CallContext, delivery: Delivery, headers: string[]): Promise<void> {
  const { bytes, sha256, nextPageUrl } = delivery.answer;
  const { notModified } = delivery;
  if (!notModified) inspect(call, { status: 200, bytes, type: JSON_TYPE });
  if (nextPageUrl !== undefined) headers.push('Link', nextLink(nextPageUrl));
  if (!notModified) addUsage(headers, delivery);
  await sendDocument(call, { bytes, sha256, type: JSON_TYPE, caching: 'metered', headers, notModified });
}

function addUsage(headers: string[], { charge, remaining, replayed }: Delivery): void {
  headers.push('Usage-Charge', String(charge));
  if (remaining !== null) headers.push('Usage-Remaining', String(remaining));
  if (replayed) headers.push('Idempotent-Replayed', 'true');
}

interface DocumentParts {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly type: string;
  readonly caching: CachePolicy;
  /** Headers of this answer only; those that describe the document are added. */
  readonly headers: string[];
  readonly notModified: boolean;
}

async function sendDocument(
  call: CallContext,
  { bytes, sha256, type, caching, headers, notModified }: DocumentParts,
): Promise<void> {
  const { request, response, requestId } = call;
  const { version } = call.serving;
  const held = notModified ? heldTag(request, sha256) : null;
  // With `*`, the tag is that of the 200 that it replaces (RFC 9110, section 15.4.5).
  const coding: ContentCoding = held === null || held === '*' ? codingOf(request, bytes) : 'identity';
  const tag = held === null || held === '*' ? entityTag(sha256, coding) : held;
  headers.push('ETag', tag, 'Document-Digest', documentDigest(sha256));
  if (notModified) return send(response, version, { status: 304, requestId, caching, headers });
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  const coded = coding === 'identity' ? bytes : await encodeOnce(sha256, bytes, coding);
  send(response, version, { status: 200, requestId, caching, headers, bytes: coded, type });
}

type InspectedBody = { status: number; bytes: Uint8Array | undefined; type: string };

function inspect({ serving, operation }: CallContext, { status, bytes, type }: InspectedBody): void {
  const look = serving.inspect;
  if (look === undefined) return;
  const text = bytes === undefined ? undefined : Buffer.from(bytes).toString();
  const body: unknown = text !== undefined && type === JSON_TYPE ? JSON.parse(text) : text;
  look(operation, { status, type: bytes === undefined ? null : type, body });
}

/** Metered answers may be cached by the caller only, public ones by anyone, all others not at all. */
function cachingOf(route: Route): CachePolicy {
  if (route.units > 0) return 'metered';
  if (route.method !== 'get') return 'none';
  return route.access === 'none' ? 'public' : route.access === 'optionalKey' ? 'shared' : 'none';
}

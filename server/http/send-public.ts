/** Sender of answers that shared caches may keep: content coding, entity tag, and 304 for the client that holds it. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type ContentCoding, codingOf, encodeOnce } from './coding.ts';
import { heldTag } from './conditions.ts';
import { entityTag } from './respond.ts';

export interface PublicAnswer {
  readonly bytes: Uint8Array;
  /** In base64. */
  readonly sha256: string;
  /** Headers of the 304 too; without a Vary, the coding alone decides the answer. */
  readonly headers: OutgoingHttpHeaders;
  readonly status?: number;
  /** Compressed bytes that exist already. */
  readonly coded?: (coding: Exclude<ContentCoding, 'identity'>) => Promise<Uint8Array>;
}

export async function sendPublic(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, sha256, headers, status = 200, coded = (coding) => encodeOnce(sha256, bytes, coding) }: PublicAnswer,
): Promise<void> {
  const coding = codingOf(request, bytes);
  const shared = { Vary: 'Accept-Encoding', ...headers };
  const held = status === 200 ? heldTag(request, sha256) : null;
  if (held !== null) {
    response.writeHead(304, { ...shared, ETag: held === '*' ? entityTag(sha256, coding) : held }).end();
    return;
  }
  const sent = coding === 'identity' ? bytes : await coded(coding);
  response.writeHead(status, {
    ...shared,
    ETag: entityTag(sha256, coding),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    'Content-Length': sent.length,
  });
  response.end(request.method === 'HEAD' ? undefined : sent);
}

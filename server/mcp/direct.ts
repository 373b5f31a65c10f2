/** Fast path for one whole tool call of the current protocol, byte for byte the SDK's answer. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json } from '../contract/description.ts';
import { isObject } from '../contract/validation/parse-json.ts';
import { remembered } from '../memory/remembered.ts';
import { ownBytes } from '../memory/shared-records.ts';
import { type Outcome, type ToolDelivery, factsOf } from './results.ts';
import type { ResearchTool } from './tools.ts';

const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';
const envelopeKeys = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((key) => prefix + key);
const ENVELOPE_LENGTH_MAX = 2_000;

export type DirectCall = { id: string | number; tool: ResearchTool; sent: Json; meta: Json; envelope: string };

// The fast path avoids the objects of the web platform, which take several times as long as the answer. An envelope
// describes the client, and only the SDK can judge one: so an envelope is accepted here after the SDK has accepted the
// same bytes.

/** The tool call of a request with the body `message`, or null for any other request; the SDK answers those. */
export function directCall(
  headers: IncomingHttpHeaders,
  message: unknown,
  tools: ReadonlyMap<string, ResearchTool>,
): DirectCall | null {
  if (headers['mcp-protocol-version'] !== revision || headers['mcp-method'] !== 'tools/call') return null;
  if (headers['content-type'] !== 'application/json') return null;
  const accept = headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null;
  if (!isObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call') return null;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: sent = {}, _meta: meta } = params;
  const tool = typeof name === 'string' && headers['mcp-name'] === name ? tools.get(name) : undefined;
  if (tool === undefined || !isObject(sent) || !isObject(meta)) return null;
  if (!hasOnly(meta, [...envelopeKeys, 'X-Request-ID'])) return null;
  const envelope = JSON.stringify(envelopeKeys.map((key) => meta[key]));
  return { id: id as string | number, tool, sent, meta, envelope };
}

/** Envelopes that the SDK has accepted. */
export type KnownEnvelopes = { has(envelope: string): boolean; add(envelope: string): void };

export function knownEnvelopes(): KnownEnvelopes {
  const known = remembered<string, true>('envelopes');
  return {
    has: (envelope) => known.get(envelope) === true,
    add: (envelope) => {
      if (envelope.length <= ENVELOPE_LENGTH_MAX) known.set(envelope, true);
    },
  };
}

/** `headers` is a flat list, the fastest form for Node. */
type ReplyFrame = { id: string | number; serverInfo: object; version: string; headers: readonly string[] };

/** The members have the order of the SDK. */
export function sendDirect(response: ServerResponse, outcome: Outcome, said: ReplyFrame): void {
  const parts =
    'delivery' in outcome ? documentParts(outcome, said) : [Buffer.from(refusedText(outcome.refusal, said))];
  const length = parts.reduce((sum, { length: one }) => sum + one, 0);
  response.writeHead(200, [...said.headers, 'Content-Type', 'application/json', 'Content-Length', String(length)]);
  response.end(Buffer.concat(parts, length));
}

function documentParts(
  { delivery, requestId }: { delivery: ToolDelivery; requestId: string },
  { id, serverInfo, version }: ReplyFrame,
): Buffer[] {
  const facts = factsOf(delivery, { requestId, version });
  facts[`${prefix}serverInfo`] = serverInfo;
  return [
    Buffer.from(`{"result":{"_meta":${JSON.stringify(facts)},"content":[{"type":"text","text":`),
    quoted(delivery.answer),
    Buffer.from('}],"structuredContent":'),
    delivery.answer.bytes,
    Buffer.from(`,"resultType":"complete"},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`),
  ];
}

function refusedText({ _meta, content, isError }: CallToolResult, { id, serverInfo }: ReplyFrame): string {
  const facts = { ..._meta, [`${prefix}serverInfo`]: serverInfo };
  return JSON.stringify({ result: { _meta: facts, content, isError, resultType: 'complete' }, jsonrpc: '2.0', id });
}

/** Size of the objects around the bytes. */
const ENTRY_BYTES = 400;

const quotedOf = remembered<string, Buffer>('quoted', {
  sizeOf: (bytes, key) => bytes.length + key.length + ENTRY_BYTES,
});

/** A document as a JSON string inside another document. The same answer repeats, so it is quoted once. */
function quoted({ sha256, bytes }: ToolDelivery['answer']): Buffer {
  const known = sha256 === undefined ? undefined : quotedOf.get(sha256);
  if (known !== undefined) return known;
  const made = ownBytes(JSON.stringify(bytes.toString()));
  if (sha256 !== undefined) quotedOf.set(sha256, made);
  return made;
}

const hasOnly = (value: Json, keys: readonly string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key));

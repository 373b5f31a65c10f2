// Messages of a request to /mcp: one, or in older revisions a batch.
import type { ServerResponse } from 'node:http';
import { limits } from '../contract/limits.ts';
import { echo } from '../contract/validation/faults.ts';
import { isObject } from '../contract/validation/parse-json.ts';
import { repeatedFault } from '../contract/validation/repeated-member.ts';
import { ProblemError, type ProblemCode, catalogue } from '../contract/problems.ts';
import type { LimitVerdict } from '../contract/credential.ts';
import type { ResearchTool } from './tools.ts';
import type { Visit } from './visit.ts';

type Tools = ReadonlyMap<string, ResearchTool>;

/**
 * Counts messages against the limit. A tool call counts itself and explains the limit to the chat; other messages are
 * counted here one by one and refused by HTTP. So are all messages of a body that is refused as a whole.
 */
export async function countMessages(
  visit: Visit,
  body: unknown,
  { tools, isRefused }: { tools: Tools; isRefused: boolean },
): Promise<void> {
  const messages: readonly unknown[] = Array.isArray(body) && body.length > 0 ? body : [body];
  if (messages.some(namesAPrototype)) throw notAnArgument();
  for (const message of messages) {
    if (!isRefused && isToolCall(message, tools)) continue;
    const { headers, retryAfter } = await visit.take();
    if (retryAfter !== null) throw tooOften({ headers, retryAfter });
  }
}

/** Some clients send `arguments: null` in a call without any; the SDK accepts an object or nothing. */
export function withoutNullArguments(body: unknown): unknown {
  if (Array.isArray(body)) {
    const messages = body.map(withoutNullArguments);
    return messages.some((message, place) => message !== body[place]) ? messages : body;
  }
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) return body;
  const { arguments: sent, ...params } = body['params'];
  return sent === null ? { ...body, params } : body;
}

/** The SDK drops this name while it reads, so the chat would not learn that it is not an argument. */
function namesAPrototype(message: unknown): boolean {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return false;
  const sent = message['params']['arguments'];
  return isObject(sent) && Object.hasOwn(sent, '__proto__');
}

function notAnArgument(): ProblemError {
  const fix = 'Leave it out.';
  const fault = { location: 'arguments.__proto__', message: 'It is not an argument of this tool.', fix };
  return new ProblemError('invalid-request', { detail: 'A call has an argument that no tool has.', errors: [fault] });
}

/** Refusal of a body with a member that its object has twice: which of the two counts would depend on the parser. */
export function repeatedArgument(path: string): ProblemError {
  const location = echo(path.replace(/^params\./, ''));
  return new ProblemError('invalid-request', {
    detail: `${location} was sent more than once.`,
    errors: [repeatedFault(location)],
  });
}

export function tooOften({ headers, retryAfter }: LimitVerdict): ProblemError {
  return new ProblemError('rate-limited', { headers: { ...headers, 'Retry-After': String(retryAfter) } });
}

/** A call that gets an answer: it has an id, a tool of ours, and an object of arguments. */
function isToolCall(message: unknown, tools: Tools): boolean {
  if (!isObject(message) || message['method'] !== 'tools/call' || message['id'] === undefined) return false;
  const { params } = message;
  if (!isObject(params) || typeof params['name'] !== 'string' || !tools.has(params['name'])) return false;
  return [params['arguments'], params['_meta']].every((part) => part === undefined || isObject(part));
}

/** Two requests of a batch with one id: the SDK would send the faster answer only, and both would be charged. */
export function repeatsAnId(body: unknown): boolean {
  if (!Array.isArray(body)) return false;
  const ids = body
    .filter((message) => isObject(message) && message['method'] !== undefined && message['id'] !== undefined)
    .map((message: { id: unknown }) => message.id);
  return new Set(ids).size < ids.length;
}

/** Refusals that precede the SDK, in its style. */
const refusals = {
  foreignHost: { status: 403, code: -32_000, message: 'This host is not the one of the service.' },
  foreignOrigin: {
    status: 403,
    code: -32_000,
    message: 'This origin is neither the one of the service nor of the client that its operator has registered.',
  },
  deep: { status: 400, code: -32_600, message: `The body has more than ${limits.json_levels_max} levels.` },
  repeated: { status: 400, code: -32_600, message: 'Two requests of the batch have the same id.' },
} as const;

export function refuse(response: ServerResponse, why: keyof typeof refusals, headers: readonly string[]): void {
  const { status, ...error } = refusals[why];
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
  response.writeHead(status, [...headers, 'Content-Type', 'application/json', 'Content-Length', String(body.length)]);
  response.end(body);
}

/** Code by which a JSON-RPC refusal is counted. */
export function codeOfStatus(status: number): ProblemCode {
  const found = Object.entries(catalogue).find(([, entry]) => entry.status === status)?.[0];
  return (found as ProblemCode | undefined) ?? (status < 500 ? 'invalid-request' : 'internal');
}

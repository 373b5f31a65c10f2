// Compares one answer of /mcp with the protocol: JSON-RPC, or a refusal of HTTP that says so.
import type { FuzzRequest } from './sent.ts';
import { type Answer, headerOf } from './wire.ts';

/** Those that Streamable HTTP and RFC 6750 give an endpoint, and 404 for nothing. */
const statuses = new Set([200, 202, 204, 400, 401, 403, 404, 405, 406, 413, 415, 429]);

type Reply = {
  jsonrpc?: unknown;
  id?: unknown;
  result?: unknown;
  error?: { code?: unknown; message?: unknown };
  method?: unknown;
};

export function chatFaults(sent: FuzzRequest, answer: Answer): string[] {
  const { status } = answer;
  if (!statuses.has(status)) return [`${status} is none of the protocol's`];
  if (status === 401) {
    const challenge = headerOf(answer, 'www-authenticate') ?? '';
    return challenge.includes('resource_metadata="') ? [] : ['401 that does not say where to sign in'];
  }
  if (sent.method === 'HEAD' || answer.body.length === 0) {
    return status === 200 && sent.method === 'POST' ? ['an empty answer'] : [];
  }
  const type = (headerOf(answer, 'content-type') ?? '').split(';')[0];
  const text = answer.body.toString();
  if (type === 'text/event-stream') return eventsOf(text).flatMap((event) => replyFaults(event));
  if (type === 'application/problem+json') return status < 400 ? ['a problem that is none'] : [];
  if (type !== 'application/json') return status < 400 ? [`${type} is no JSON-RPC`] : [];
  return replyFaults(text);
}

function eventsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6));
}

function replyFaults(text: string): string[] {
  let reply: Reply | Reply[];
  try {
    reply = JSON.parse(text) as Reply | Reply[];
  } catch {
    return [`no JSON: ${text.slice(0, 100)}`];
  }
  return [reply].flat().flatMap(oneFaults);
}

/** The one that says what went wrong in the service itself. */
const INTERNAL = -32_603;

function oneFaults({ jsonrpc, result, error, method }: Reply): string[] {
  if (typeof method === 'string') return [];
  if (jsonrpc !== '2.0') return ['no JSON-RPC'];
  if ((result === undefined) === (error === undefined)) return ['neither a result nor an error, or both'];
  if (error === undefined) return [];
  if (!Number.isInteger(error.code) || typeof error.message !== 'string') return ['an error without code or message'];
  return error.code === INTERNAL ? [`an internal error: ${error.message}`] : [];
}

// Connection of one reader, its credentials, and the totals of all readers.
import type { Store } from '../../../server/store/engine/engine.ts';
import { envelope } from '../../../server/testing/mcp.ts';
import type { Draw } from '../fuzz/draw.ts';
import { chargeOf } from '../fuzz/units.ts';
import { type Answer, type Connection, headerOf } from '../fuzz/wire.ts';

export type Readers = {
  store: Store;
  baseUrl: string;
  /** Of one workspace that can pay. */
  key: string;
  token: string;
  session: string;
  /** Key of a workspace without credit. */
  poorKey: string;
  tickers: readonly string[];
  userId: string;
  workspaceId: string;
};

/** Totals of all acts. */
export type Totals = {
  requests: number;
  statuses: Map<string, number>;
  charged: number;
  /** Answers that a charge stands behind. */
  delivered: number;
  /** Answered with 503, and asked again as that says. */
  again: number;
  failures: string[];
  times: number[];
};

export function newTotals(): Totals {
  return { requests: 0, statuses: new Map(), charged: 0, delivered: 0, again: 0, failures: [], times: [] };
}

export type ReaderContext = { readers: Readers; connection: Connection; draw: Draw; totals: Totals };

type RequestParts = {
  method?: string;
  key?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** One of these, or it is a failure. */
  expects: readonly number[];
};

/** The parts of a reader that a single request needs. */
export type Asker = Pick<ReaderContext, 'connection' | 'totals'> & { readers: Pick<Readers, 'baseUrl'> };

export async function ask({ readers, connection, totals }: Asker, path: string, sent: RequestParts): Promise<Answer> {
  const { method = 'GET', key, headers = {}, body, expects } = sent;
  const all = {
    Host: new URL(readers.baseUrl).host,
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
  let answer = await connection.exchange(bytes, false);
  if (answer.status === 503) {
    // As every client should: the machine is not this run's alone.
    totals.again += 1;
    await new Promise((resolve) => setTimeout(resolve, Number(headerOf(answer, 'retry-after') ?? 1) * 1_000));
    answer = await connection.exchange(bytes, false);
  }
  const { status, ms } = answer;
  totals.requests += 1;
  totals.times.push(ms);
  totals.statuses.set(String(status), (totals.statuses.get(String(status)) ?? 0) + 1);
  const charge = chargeOf(answer, path === '/mcp');
  totals.charged += charge;
  if (charge > 0) totals.delivered += 1;
  if (!expects.includes(status)) {
    totals.failures.push(`${method} ${path}: ${status} ${answer.body.toString().slice(0, 300)}`);
  }
  return answer;
}

type Call = { token: string; id: number; name: string; given: Readonly<Record<string, unknown>> };

/** A tool call as a chat of the current protocol sends it; an answer without a document is a failure. */
export async function askInChat(asker: Asker, { token, id, name, given }: Call): Promise<Answer> {
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  };
  const params = { name, arguments: given, _meta: envelope };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  const answer = await ask(asker, '/mcp', { method: 'POST', key: token, headers, body, expects: [200] });
  const { result } = JSON.parse(answer.body.toString()) as { result?: { structuredContent?: object } };
  if (result?.structuredContent === undefined) {
    asker.totals.failures.push(`${name} ${JSON.stringify(given)}: ${answer.body.toString().slice(0, 300)}`);
  }
  return answer;
}

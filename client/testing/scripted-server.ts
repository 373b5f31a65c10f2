// Test server that plays a script of answers, with a virtual clock that advances only by sleeping.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../login/clock.ts';

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };
/** An answer, or a connection that is closed before it, closed halfway, or left without one. */
export type Turn = Reply | 'drop' | 'drop-midway' | 'hang';

export type RecordedRequest = {
  method: string;
  /** With its query, byte for byte. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Time on the virtual clock. */
  at: number;
};

/** Completeness labels that every research document carries. */
export const labels = {
  data_status: {
    mode: 'live',
    freshness: 'current',
    coverage: 'complete',
    latest_observation_at: null,
    limitations: [],
  },
  warnings: [],
} as const;

/** One body with the required fields of every kind of document. */
export const leastDocument = {
  ...labels,
  view: 'overview',
  views: [],
  as_of: '2026-10-01T13:00:00.000Z',
  status: 'ready',
  dataMode: 'live',
  tickers: [],
  document_digest: 'sha256:00',
  data: { belief: {}, source: {}, evidence: { capture: {} } },
};

export type ScriptedServer = {
  address: string;
  seen: RecordedRequest[];
  clock: VirtualClock;
  /** Plays one answer a request; the last one repeats. */
  play(...script: (Turn | ((seen: RecordedRequest) => Turn))[]): void;
  close(): Promise<void>;
};

export type VirtualClock = Clock & {
  slept: number[];
  /** Sets the wall clock; the monotonic time stays. */
  set(milliseconds: number): void;
};

export const virtualStart = Date.parse('2026-10-05T12:00:00.000Z');

/** Sleeping returns at once and advances the clock by the full time; `random` is constant. */
export function virtualClock(chance = 0.5): VirtualClock {
  let elapsed = 0;
  let start = virtualStart;
  const slept: number[] = [];
  return {
    slept,
    now: () => start + elapsed,
    elapsed: () => elapsed,
    set: (milliseconds) => void (start = milliseconds - elapsed),
    random: () => chance,
    sleep: async (milliseconds, signal) => {
      if (signal?.aborted) throw new Error('aborted');
      elapsed += milliseconds;
      slept.push(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) throw new Error('aborted');
    },
  };
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const clock = virtualClock();
  const seen: RecordedRequest[] = [];
  let script: (Turn | ((one: RecordedRequest) => Turn))[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body, at: clock.now() };
      seen.push(one);
      const next = script.length > 1 ? script.shift() : script[0];
      const played = typeof next === 'function' ? next(one) : next;
      perform(played ?? { status: 500 }, response, clock);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    clock,
    play: (...next) => {
      script = next;
      seen.length = 0;
      clock.slept.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function perform(played: Turn, response: ServerResponse, clock: Clock): void {
  if (played === 'hang') return;
  if (played === 'drop') return void response.destroy();
  if (played === 'drop-midway') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    return void response.write('{"as_of":', () => response.destroy());
  }
  const { status = 200, headers = {}, body = leastDocument } = played;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { Date: new Date(clock.now()).toUTCString(), ...headers });
  response.end(status === 304 ? undefined : text);
}

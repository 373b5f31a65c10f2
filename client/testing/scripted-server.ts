// Support for tests: a server that plays a script, answer for answer, and a clock that passes only when somebody sleeps.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../login/clock.ts';

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };
/** An answer; the connection broken before it, in the middle of it, or never answered at all. */
export type Played = Reply | 'drop' | 'drop-midway' | 'hang';

export type Seen = {
  method: string;
  /** With the query, byte for byte. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** On the virtual clock. */
  at: number;
};

/** What every document of research says of itself. */
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

/** The least of a document of every kind at once. */
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
  seen: Seen[];
  clock: VirtualClock;
  /** Plays these, one a request; the last one stays. */
  play(...script: (Played | ((seen: Seen) => Played))[]): void;
  close(): Promise<void>;
};

export type VirtualClock = Clock & {
  slept: number[];
  /** As if somebody set the clock of the machine anew: nothing has elapsed. */
  set(milliseconds: number): void;
};

export const virtualStart = Date.parse('2026-10-05T12:00:00.000Z');

/** Waiting takes no time, and all the time that it says. Chance is always the same. */
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
  const seen: Seen[] = [];
  let script: (Played | ((one: Seen) => Played))[] = [];
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

function perform(played: Played, response: ServerResponse, clock: Clock): void {
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

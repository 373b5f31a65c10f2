// Persistent client: repeats a request id on any process until it gets a definite answer.
import { createHash } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type Account = { workspaceId: string; key: string; keyId: string };

/** Result of one try; status 0 if the connection broke before the whole answer. */
export type TryAnswer = {
  status: number;
  code: string | null;
  /** Of the body's bytes, in hex. */
  digest: string;
  requestId: string | null;
  charge: string | null;
  /** For a refusal: false if nothing was charged, null if the server does not know. */
  charged: false | null;
  /** From when to when it was asked, by the clock of the machine in milliseconds. */
  asked: readonly [from: number, until: number];
  isReplay: boolean;
  retryAfter: string | null;
};

/** One request from its client's view: all tries with their answers. */
export type Call = { account: Account; path: string; requestId: string | null; answers: TryAnswer[] };

const broken: TryAnswer = {
  status: 0,
  code: null,
  digest: '',
  requestId: null,
  charge: null,
  charged: null,
  asked: [0, 0],
  isReplay: false,
  retryAfter: null,
};
const TRIES_MAX = 2_000;
const PAUSE_MS = 20;
const ANSWER_MS_MAX = 20_000;

export type Client = {
  once(address: string, call: Call): Promise<TryAnswer>;
  /** Until 200, or a refusal that another try would not change. `choose` names the process of the next try. */
  untilDefinite(choose: () => string, call: Call): Promise<TryAnswer>;
  /** Calls that a process has under way. */
  underway(address: string): number;
  /** Whole answers that a process has given so far, refusals for want of a database not counted. */
  answered(address: string): number;
  /** New calls use new connections. */
  disconnect(): void;
  /** Calls in progress give up. */
  close(): void;
};

export function createClient(): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const underway = new Map<string, number>();
  const complete = new Map<string, number>();
  const count = (counts: Map<string, number>, address: string, change: number): void =>
    void counts.set(address, (counts.get(address) ?? 0) + change);
  let isClosed = false;
  async function once(address: string, call: Call): Promise<TryAnswer> {
    count(underway, address, 1);
    const from = Date.now();
    const answered: TryAnswer = { ...(await ask(agent, address, call)), asked: [from, Date.now()] };
    count(underway, address, -1);
    if (isDefinite(answered.status)) count(complete, address, 1);
    call.answers.push(answered);
    return answered;
  }
  return {
    once,
    async untilDefinite(choose, call) {
      for (let tries = 0; !isClosed && tries < TRIES_MAX; tries += 1) {
        const answered = await once(choose(), call);
        if (isDefinite(answered.status)) return answered;
        await setTimeout(PAUSE_MS);
      }
      throw new Error(`${call.requestId ?? call.path}: no definite answer in ${call.answers.length} tries`);
    },
    underway: (address) => underway.get(address) ?? 0,
    answered: (address) => complete.get(address) ?? 0,
    disconnect: () => agent.destroy(),
    close: () => {
      isClosed = true;
      agent.destroy();
    },
  };
}

/** A broken connection, an unavailable service and a request that still runs say nothing about the request id. */
function isDefinite(status: number): boolean {
  return status !== 0 && status !== 503 && status !== 409;
}

function ask(agent: Agent, address: string, { account, path, requestId }: Call): Promise<TryAnswer> {
  const headers = {
    authorization: `Bearer ${account.key}`,
    ...(requestId === null ? {} : { 'x-request-id': requestId }),
  };
  return new Promise((resolve) => {
    const sent = request(`${address}${path}`, { agent, headers, timeout: ANSWER_MS_MAX }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve(response.complete ? answeredWith(response.statusCode ?? 0, response.headers, body) : broken);
      });
      response.on('error', () => resolve(broken));
      response.on('close', () => resolve(broken));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(broken));
    sent.end();
  });
}

function answeredWith(status: number, headers: IncomingHttpHeaders, body: Buffer): TryAnswer {
  const one = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const problem = status === 200 ? null : (JSON.parse(body.toString()) as { code: string; charged: false | null });
  return {
    ...broken,
    status,
    code: problem?.code ?? null,
    charged: problem?.charged ?? null,
    digest: createHash('sha256').update(body).digest('hex'),
    requestId: one('x-request-id'),
    charge: one('usage-charge'),
    isReplay: one('idempotent-replayed') === 'true',
    retryAfter: one('retry-after'),
  };
}

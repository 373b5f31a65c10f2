// HTTP proxy that loses requests and answers, delays, repeats and refuses.
import { once } from 'node:events';
import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  createServer,
  request as forward,
} from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ProblemError, problem } from '../../../../server/contract/problems.ts';
import { listening } from '../../../stage/listening.ts';

/** Fate of one request. `lost`: the service answered, but the answer does not reach the client. */
export const fates = [
  'delayed',
  'dropped',
  'lost',
  'cut-midway',
  'never-answered',
  'sent-twice',
  'rate-limited',
  'unavailable',
  'lost-behind-a-502',
] as const;
export type Fate = (typeof fates)[number] | 'passed';

export type UnreliableProxy = {
  address: string;
  counts: Record<Fate, number>;
  /** Every request id that was sent, with what was asked under it. */
  asked: Map<string, Set<string>>;
  /** Where requests go; set once it is known. */
  target: string;
  close(): Promise<void>;
};

type Whole = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const DELAY_MS_MAX = 20;

export async function unreliableProxy(choose: () => Fate): Promise<UnreliableProxy> {
  const counts = Object.fromEntries([...fates, 'passed'].map((fate) => [fate, 0])) as Record<Fate, number>;
  const asked = new Map<string, Set<string>>();
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const fate = choose();
    counts[fate] += 1;
    const id = String(request.headers['x-request-id']);
    asked.set(id, (asked.get(id) ?? new Set()).add(request.url ?? ''));
    const send = (): Promise<Whole> => ask(agent, proxy.target, request);
    undergo(fate, send, response).catch(() => response.destroy());
  });
  const proxy: UnreliableProxy = {
    address: `http://127.0.0.1:${await listening(server)}`,
    counts,
    asked,
    target: '',
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

async function undergo(fate: Fate, send: () => Promise<Whole>, response: ServerResponse): Promise<void> {
  switch (fate) {
    case 'dropped':
      return void response.destroy();
    case 'rate-limited':
    case 'unavailable':
      return refuse(fate, response);
    case 'delayed':
      await setTimeout(Math.random() * DELAY_MS_MAX);
      return answer(await send(), response);
    case 'sent-twice': {
      const [first] = await Promise.all([send(), send()]);
      return answer(first, response);
    }
    case 'passed':
      return answer(await send(), response);
    default:
      return lose(fate, await send(), response);
  }
}

/** The service has answered, and may have charged. */
function lose(fate: Fate, { headers, body }: Whole, response: ServerResponse): void {
  if (fate === 'never-answered') return;
  if (fate === 'lost') return void response.destroy();
  if (fate === 'lost-behind-a-502') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

function refuse(code: 'rate-limited' | 'unavailable', response: ServerResponse): void {
  const error = new ProblemError(code);
  const body = problem(error, { baseUrl: 'https://research.example', requestId: 'refused' });
  response.writeHead(error.entry.status, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
  response.end(JSON.stringify(body));
}

function answer({ status, headers, body }: Whole, response: ServerResponse): void {
  response.writeHead(status, headers).end(body);
}

function ask(agent: Agent, target: string, { method, url, headers }: IncomingMessage): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const sent = forward(
      `${target}${url}`,
      { agent, method, headers: { ...headers, host: new URL(target).host } },
      (got) => {
        const chunks: Buffer[] = [];
        got.on('data', (chunk: Buffer) => chunks.push(chunk));
        got.on('end', () =>
          resolve({ status: got.statusCode ?? 0, headers: got.headers, body: Buffer.concat(chunks) }),
        );
        got.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

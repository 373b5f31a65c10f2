// Several processes on one database: workers behind one address, a drain without resets, an unnoticed rolling restart.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { limits } from '../../../server/contract/limits.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { publishTold } from '../../../server/store/testing/research.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { type ServiceProcess, startService } from '../../stage/service-process.ts';

let store: Store;
let build: Build;
let key: string;
let database: string;

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  await publishTold(store.db, { told: [{ belief: 'b1', observedAt: '2020-01-01T00:00:00.000Z' }] });
  const workspaceId = await makeTestWorkspace(store, { plan: 'unlimited' });
  key = (await makeTestKey(store, workspaceId)).key;
  database = await databaseUrlOf(store);
});
afterAll(async () => {
  await store?.close();
  await build?.remove();
});

const start = (env: Record<string, string> = {}): Promise<ServiceProcess> =>
  startService({ args: [build.main], port: 0, env: { DATABASE_URL: database, ...env } });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The process ids of the workers of a server. */
function workersOf({ child }: ServiceProcess): number[] {
  const told = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], { encoding: 'utf8' });
  const lines = told.stdout.split('\n').filter((line) => line.includes('main.js'));
  return lines.map((line) => Number.parseInt(line, 10));
}

type ResponseFacts = { status: number; closes: boolean };

/** Failure of a request before any answer began. */
class NoAnswerError extends Error {
  readonly code: string | undefined;
  /** The server may have closed a kept-alive connection before it saw the request. */
  readonly wasKept: boolean;
  constructor(cause: NodeJS.ErrnoException, wasKept: boolean) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.wasKept = wasKept;
  }
}

async function get(address: string, path: string, agent: Agent): Promise<ResponseFacts> {
  const sent = request(`${address}${path}`, { agent, headers: { authorization: `Bearer ${key}` } });
  sent.end();
  const [response] = (await once(sent, 'response').catch((error: NodeJS.ErrnoException) => {
    throw new NoAnswerError(error, sent.reusedSocket);
  })) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, closes: response.headers.connection === 'close' };
}

/** Callers that ask without a pause on kept-alive connections, until stopped or until one fails. */
function callers(count: number, ask: (agent: Agent, caller: number) => Promise<void>) {
  let isOver = false;
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const all = Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      while (!isOver) await ask(agent, caller);
    }),
  ).finally(() => (isOver = true));
  // The rejection reaches the awaiting caller, not the process.
  all.catch(() => undefined);
  return {
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await Promise.race([all, pause(10)]);
    },
    async stop(): Promise<void> {
      isOver = true;
      await all;
      agent.destroy();
    },
  };
}

it('workers share one address and their metrics, and one that is killed is replaced', async () => {
  // An address of this machine where no other test looks for a port.
  const own = { HOST: '127.0.0.2' };
  const server = await start({ ...own, WORKERS: '2', METRICS_PORT: '0' });
  const agent = new Agent();
  for (let asked = 0; asked < 40; asked += 1) {
    expect((await get(server.address, '/v1/brief?ticker=NWTB', agent)).status).toBe(200);
  }
  const text = await (await fetch(await server.line('metrics on '))).text();
  expect(text.split('\n').filter((line) => line.startsWith('research_charges_total'))).toEqual([
    'research_charges_total{door="rest",operation="getBrief"} 40',
  ]);
  const before = workersOf(server);
  expect(before).toHaveLength(2);
  process.kill(before[0] ?? 0, 'SIGKILL');
  while (workersOf(server).filter((pid) => !before.includes(pid)).length === 0) await pause(50);
  expect((await get(server.address, '/v1/brief?ticker=NWTB', agent)).status).toBe(200);
  expect(await server.end()).toBe(0);
});

/** Ends a worker at its start: only the server's first one, or all. */
function endingAtStart(flag: string | null): { NODE_OPTIONS: string } {
  const module = `import cluster from 'node:cluster'; import { writeFileSync } from 'node:fs';
    if (cluster.isWorker) {
      let isFirst = true;
      try { if (${JSON.stringify(flag)} !== null) writeFileSync(${JSON.stringify(flag)}, '', { flag: 'wx' }); } catch { isFirst = false; }
      if (isFirst) process.exit(1);
    }`;
  return { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(module).toString('base64')}` };
}

it('a worker that ends before it listens is replaced, and only one that never starts ends the start', async () => {
  const flag = join(tmpdir(), `research-worker-${randomUUID()}`);
  const server = await start({ WORKERS: '2', ...endingAtStart(flag) });
  expect(workersOf(server)).toHaveLength(2);
  const agent = new Agent();
  expect((await get(server.address, '/v1/brief?ticker=NWTB', agent)).status).toBe(200);
  expect(await server.end()).toBe(0);
  await rm(flag);
  await expect(start({ WORKERS: '2', ...endingAtStart(null) })).rejects.toThrow('the server ended with 1');
});

it('workers count together: a workspace has its limit over all of them, and each says what is left', async () => {
  // The plan of the workspace doubles the server's limits.
  const keyed = { burst: 1_000, minute: 15 };
  const server = await start({ WORKERS: '2', RATE_LIMITS: JSON.stringify({ keyed }) });
  const left: number[] = [];
  for (let asked = 0; asked < 60; asked += 1) {
    const answer = await fetch(`${server.address}/v1/beliefs?limit=1`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    });
    const [, rest = '-1'] = /"minute";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
    if (answer.status === 200) left.push(Number(rest));
    else expect(answer.status).toBe(429);
  }
  // One more for each two seconds that passed.
  expect(left.length).toBeGreaterThanOrEqual(30);
  expect(left.length).toBeLessThan(40);
  expect(left.slice(0, 10)).toEqual(left.slice(0, 10).toSorted((a, b) => b - a));
  expect(await server.end()).toBe(0);
});

it('SIGTERM under 64 busy connections: every answer arrives, no connection is reset, and the exit code is 0', async () => {
  const server = await start();
  let [answered, refused] = [0, 0];
  let stoppedAt = Number.POSITIVE_INFINITY;
  const served = new Set<number>();
  const { until, stop } = callers(64, async (agent, caller) => {
    try {
      const { status } = await get(server.address, '/v1/brief?ticker=NWTB', agent);
      expect(status).toBe(200);
      answered += 1;
      served.add(caller);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      // After the exit connections are refused, and a connection that was idle too long is closed. Any other failure
      // would be a reset.
      const isGone = performance.now() > stoppedAt && error.code === 'ECONNREFUSED';
      const isTooLate = performance.now() > stoppedAt + limits.drain_notice_ms && error.wasKept;
      if (!isGone && !isTooLate) throw error;
      refused += 1;
      await pause(20);
    }
  });
  // Each on a connection that the server has accepted: one in the backlog does not count.
  await until(() => answered >= 200 && served.size === 64);
  stoppedAt = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  await stop();
  expect(refused).toBeGreaterThan(0);
});

it('a rolling restart of two processes goes unseen by a client that retries elsewhere', async () => {
  const servers = [await start(), await start()];
  let [answered, failed] = [0, 0];
  const { until, stop } = callers(16, async (agent) => {
    const first = answered % 2;
    for (let tries = 0; tries < 10; tries += 1) {
      const server = servers[(first + tries) % 2];
      const got = await get(server?.address ?? '', '/v1/brief?ticker=NWTB', agent).catch(() => null);
      if (got?.status === 200) {
        answered += 1;
        return;
      }
      await pause(20);
    }
    failed += 1;
  });
  for (const index of [0, 1]) {
    const before = answered;
    expect(await servers[index]?.end()).toBe(0);
    servers[index] = await start();
    await until(() => answered >= before + 50);
  }
  await stop();
  expect(failed).toBe(0);
  for (const server of servers) await server.end();
});

it('is told to stop again and again, and ends what runs all the same', async () => {
  const server = await start();
  const agent = new Agent({ keepAlive: true });
  // An idle connection stays open for a moment, while the process is stopping.
  expect((await get(server.address, '/healthz', agent)).status).toBe(200);
  server.child.kill('SIGTERM');
  const isRefused = async (): Promise<boolean> =>
    get(server.address, '/healthz', new Agent()).then(
      () => false,
      () => true,
    );
  while (!(await isRefused())) await pause(10);
  server.child.kill('SIGINT');
  expect(await server.end()).toBe(0);
  agent.destroy();
});

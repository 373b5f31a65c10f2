// The program of the guide that turns the list of releases into a webhook, run as the guide says.
import { createHmac } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReleaseItem } from '../../generated/api.ts';
import { LoadingBench, statement } from '../../server/ingest/testing/loading.ts';
import { type ServedStore, serveStoreAt } from '../../server/testing/served-store.ts';
import { codeBlocks } from './markdown.ts';
import { packageName } from './recording/examples.ts';
import { root, rootPath } from './test-site.ts';

const secret = Buffer.from('a secret of the receiver alone');

type Call = { headers: IncomingMessage['headers']; body: string };

let bench: LoadingBench;
let service: ServedStore;
let folder: string;
const calls: Call[] = [];
let running: ChildProcess | null = null;
let taken = 200;
let next = (): void => undefined;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  calls.push({ headers: request.headers, body });
  response.writeHead(taken).end();
  next();
}).listen(0, '127.0.0.1');

beforeAll(async () => {
  bench = await LoadingBench.open();
  service = await serveStoreAt(bench.store, '2030-01-01T00:00:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'webhook-'));
});
afterAll(async () => {
  running?.kill();
  await service.close();
  await bench.close();
  receiver.close();
  await rm(folder, { recursive: true });
});

async function released(id: string, day: number): Promise<void> {
  await bench.statements(statement(id, { observed_at: `2020-03-0${day}T15:00:00Z` }));
  await bench.release(`2021-01-0${day}T00:00:00.000Z`);
}

async function started() {
  const guide = await readFile(new URL('server/docs/releases.md', root), 'utf8');
  const block = codeBlocks(guide).find(({ code }) => code.includes('webhook-signature'));
  const program = join(folder, 'webhook.mts');
  await writeFile(program, (block?.code ?? '').replace(packageName, `${rootPath}client/index.ts`));
  const env = {
    ...process.env,
    RESEARCH_URL: service.address,
    WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
    STATE_FILE: join(folder, 'last-release'),
  };
  const tsx = new URL('node_modules/tsx/dist/loader.mjs', root).href;
  running = spawn(process.execPath, ['--import', tsx, program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  return running;
}

/** The ids of all calls, once there are so many. */
async function heard(count: number): Promise<readonly string[]> {
  while (calls.length < count) await new Promise<void>((call) => (next = call));
  return calls.map(({ headers }) => String(headers['webhook-id']));
}

it('calls the receiver once for each release, signed, and again for one that it did not take', async () => {
  await released('s:1', 1);
  const first = await started();
  expect(await heard(1)).toEqual(['release-1']);
  await released('s:2', 2);
  expect(await heard(2)).toEqual(['release-1', 'release-2']);
  for (const { headers, body } of calls) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
  expect((JSON.parse(calls[1]?.body ?? '') as ReleaseItem).counts.revised).toBe(1);
  taken = 500;
  await released('s:3', 3);
  const [code] = (await once(first, 'exit')) as [number];
  expect([code, await heard(3)]).toEqual([1, ['release-1', 'release-2', 'release-3']]);
  taken = 200;
  await started();
  expect(await heard(4)).toEqual(['release-1', 'release-2', 'release-3', 'release-3']);
  while ((await readFile(join(folder, 'last-release'), 'utf8')) !== '3')
    await new Promise((soon) => setTimeout(soon, 10));
});

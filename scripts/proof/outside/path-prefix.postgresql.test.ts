// `research` against a service below a path of a shared host: every command follows links that keep the path.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefsPage, Brief } from '../../../generated/api.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestKey } from '../../../server/testing/accounts.ts';
import { type ServedStore, serveStoreAt } from '../../../server/testing/served-store.ts';
import { openPublished } from '../../../server/ingest/testing/published.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = join(root, 'client/cli/main.ts');

let store: Store;
let service: ServedStore;
let key: string;
let home: string;
beforeAll(async () => {
  store = await openPublished('preview');
  service = await serveStoreAt(store, '2026-11-01T00:00:00.000Z', undefined, '/shared/research');
  ({ key } = await makeTestKey(store, null));
  home = await mkdtemp(join(tmpdir(), 'research-prefix-'));
});
afterAll(async () => {
  await service.close();
  await store.close();
  await rm(home, { recursive: true, force: true });
});

type Ran = { code: number | null; out: string; err: string };

function research(address: string, ...words: string[]): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, SERVICE_API_KEY: key };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...words, '--base-url', address], {
    cwd: root,
    env,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

it('asks, pages, follows detail URLs, verifies and compares below the path', async () => {
  const below = (...words: string[]): Promise<Ran> => research(service.address, ...words);
  const brief = await below('brief', 'NWTB', '--json');
  expect([brief.code, brief.err]).toEqual([0, expect.stringMatching(/^0 charged: preview data is free/)]);
  const { links } = JSON.parse(brief.out) as Brief;
  const { checkpoint, ...addresses } = links;
  expect(checkpoint).toBeNull();
  for (const link of Object.values(addresses)) expect(link).toMatch(new RegExp(`^${service.address}/v1/`));
  const all = await below('beliefs', '--ticker', 'KLPF', '--limit', '4', '--all', '--json');
  const pages = all.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BeliefsPage);
  expect([all.code, pages.length]).toEqual([0, 3]);
  const detail = pages[0]?.data.beliefs[0]?.detail_url ?? '';
  expect((await below('belief', detail)).code).toBe(0);
  const file = join(home, 'brief.json');
  await writeFile(file, brief.out);
  expect((await below('verify', file)).code).toBe(0);
  expect((await below('diff', 'NWTB', '--from', '2026-04-01')).out).toMatch(/^NWTB: \d+ changes/);
  expect((await below('status')).out).toContain('preview reads only');
});

it('is told where the service is, above the path and with a slash at its end', async () => {
  const above = await research(new URL(service.address).origin, 'tickers');
  expect([above.code, above.err]).toEqual([
    5,
    expect.stringContaining(`This service is at ${service.address} and below.`),
  ]);
  expect((await research(`${service.address}/`, 'tickers')).code).toBe(0);
});

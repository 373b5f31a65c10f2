// SIGTERM to the production command, as the guide, its systemd unit and the README write it, ends the server and all of its workers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../server/store/engine/engine.ts';
import { databaseUrlOf, openTestStore } from '../../server/store/testing/store.ts';
import { withUs } from './children.ts';
import { type Build, frozenBuild } from './frozen-build.ts';
import { freePort } from './listening.ts';
import { root } from './running-service.ts';

let folder: string;
let build: Build;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-stopping-'));
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  // The commands are written for the folder of a checkout that is built, and deployments lead there by symbolic links.
  await symlink(dirname(dirname(build.main)), join(folder, '.build'));
});
afterAll(async () => {
  await store?.close();
  await build?.remove();
  await rm(folder, { recursive: true, force: true });
});

const production = '.build/server/main.js';

/** The only line of a text that starts the server; of a page in Markdown, within its code. */
async function commandIn(file: string, pattern: RegExp): Promise<string> {
  const found = [...(await readFile(join(root, file), 'utf8')).matchAll(pattern)].map(([, line = '']) => line);
  if (found.length !== 1) throw new Error(`${file} has ${found.length} commands of this kind`);
  return found[0] ?? '';
}

type Place = { port: number; databaseUrl: string };

/** With the database of this test in the place of the example's, and nothing else changed. */
async function start(words: readonly string[], { port, databaseUrl }: Place): Promise<ChildProcess> {
  const [program = '', ...rest] = words.map((word) =>
    word === 'node' || word.endsWith('/node') ? process.execPath : word,
  );
  const env = { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' };
  // A separate process group: everything that it leaves behind is found there.
  const child = withUs(spawn(program, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += String(chunk);
        if (said.includes('listening on')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${said}`)));
  });
  return child;
}

const isAnswered = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether any process of this group is left. */
function isLeft(group: number | undefined): boolean {
  try {
    return group !== undefined && process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** On a machine that is busy with other tests, the first statement of a worker may take too long, and ends the start. */
const STARTS_MAX = 5;

async function startAndStop(words: (databaseUrl: string) => readonly string[]): Promise<unknown> {
  const [port, databaseUrl] = [await freePort(), await databaseUrlOf(store)];
  const begin = (starts: number): Promise<ChildProcess> =>
    start(words(databaseUrl), { port, databaseUrl }).catch((error: unknown) => {
      if (starts === STARTS_MAX) throw error;
      return begin(starts + 1);
    });
  const child = await begin(1);
  const before = await isAnswered(port);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code, signal] = (await ended) as [number | null, string | null];
  return { before, code, signal, after: await isAnswered(port), left: isLeft(child.pid) };
}

const stopped = { before: true, code: 0, signal: null, after: false, left: false };

it.each([
  ['the guide', 'server/docs/operate.md', /^(NODE_ENV=production .*)$/gm],
  ['the README', 'README.md', /^ {4}(NODE_ENV=production .*)$/gm],
])('the command of %s is the server itself, and ends with 0', async (_where, file, pattern) => {
  const line = await commandIn(file, pattern);
  expect(line).toContain(` node ${production} `);
  const ended = await startAndStop((databaseUrl) => {
    const own = line.replace(/DATABASE_URL=\S+/, `DATABASE_URL=${databaseUrl}`);
    return ['sh', '-c', `exec env ${own}`];
  });
  expect(ended).toEqual(stopped);
});

it('the unit of systemd starts it without a shell, and ends it with its workers', async () => {
  const line = await commandIn('server/docs/operate.md', /^ExecStart=(.*)$/gm);
  expect(line).toContain(`node ${production} `);
  expect(await startAndStop(() => line.split(' '))).toEqual(stopped);
});

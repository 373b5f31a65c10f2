// The server's command while its documentation is still being built.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** The build fails at the first input, with it as its words. */
const program = `
  import { main } from ${JSON.stringify(resolve(import.meta.dirname, '../main.ts'))};
  const built = new Promise((_, reject) => process.stdin.once('data', (words) => reject(new Error(String(words)))));
  process.exit(await main(built));`;

let folder: string;
let child: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-main-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

it('serves during the build, and ends with the words of a build that fails', async () => {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data') };
  child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
  const ended = once(child, 'exit');
  await expect.poll(() => said).toMatch(/listening on (\S+)/);
  const address = /listening on (\S+)/.exec(said)?.[1] ?? '';
  expect((await fetch(`${address}/v1/tickers`)).status).toBe(200);
  child.stdin?.write('a guide has no head');
  expect(await ended).toEqual([1, null]);
  expect(said).toContain('the server could not start: Error: a guide has no head');
});

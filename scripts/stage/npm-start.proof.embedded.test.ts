// SIGTERM to `npm start`: npm dies only with the server, which stops in order.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childrenOf } from '../proof/faults/stage/child-processes.ts';
import { withUs } from './children.ts';
import { root } from './running-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-npm-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function startByNpm(): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' };
  return withUs(spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }));
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'passes %s on, ends after the server, and leaves no process',
  async (signal) => {
    const npm = startByNpm();
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
    const ended = once(npm, 'exit');
    await expect.poll(() => said).toMatch(/listening on (\S+)/);
    const address = /listening on (\S+)/.exec(said)?.[1] ?? '';
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    npm.kill(signal);
    await ended;
    expect(said).toContain(`"signal":"${signal}","msg":"stopping"`);
    expect(await fetch(`${address}/healthz`).catch(() => 'nobody is there')).toBe('nobody is there');
    expect(childrenOf(npm.pid)).toEqual([]);
    expect(() => process.kill(-(npm.pid ?? 0), 0)).toThrow('ESRCH');
  },
);

// The lock of an embedded store against another user of the machine, and against leftovers of killed processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { StoreHeldError } from '../engine/failures.ts';
import { type Claim, claimSocket, closeClaim, socketName } from './lock-socket.ts';

let dir: string;
const locks: DirectoryLock[] = [];
const claims: Claim[] = [];
const children: ChildProcess[] = [];
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'research-lock-')));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const lock of locks.splice(0)) await lock.release();
  for (const claim of claims.splice(0)) await closeClaim(claim);
  await rm(dir, { recursive: true, force: true });
});

async function locked(onLost: (why: string) => void = () => undefined): Promise<DirectoryLock> {
  const lock = await lockDirectory(dir, onLost);
  locks.push(lock);
  return lock;
}

/** Another user of the machine, who takes the name first and answers arbitrarily. */
async function squat(answer: (challenge: Buffer) => Buffer | null): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const reply = answer(bytes);
      if (reply !== null) socket.end(reply);
    });
  });
  server.listen(socketName(dir));
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { close };
}

const holderOf = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(dir, 'store.lock'), 'utf8')) as Record<string, unknown>;

describe('a stranger who took the name of the socket', () => {
  it.each([
    ['says nothing', () => null],
    ['answers something else', () => Buffer.alloc(32, 7)],
    ['repeats the challenge', (challenge: Buffer) => challenge],
    ['talks without an end', () => Buffer.alloc(100_000, 7)],
  ])('and %s keeps nobody out, and the holder is found by its lock file', async (_what, answer) => {
    const squatter = await squat(answer);
    await locked();
    expect(await holderOf()).toMatchObject({ pid: process.pid, has_socket: false });
    await expect(lockDirectory(dir, () => undefined)).rejects.toThrow(StoreHeldError);
    // The name is free again, and the lock is not.
    await squatter.close();
    await expect(lockDirectory(dir, () => undefined)).rejects.toThrow(`process ${process.pid} on `);
  });

  it('and names a process that is dead keeps nobody out either', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await locked();
    const dead = { ...(await holderOf()), token: 'dead', pid: child.pid };
    await locks.pop()?.release();
    await writeFile(join(dir, 'store.lock'), JSON.stringify(dead));
    const squatter = await squat(() => null);
    await locked();
    expect(await holderOf()).toMatchObject({ pid: process.pid });
    await squatter.close();
  });

  it('lets one of several in that come at once', async () => {
    const squatter = await squat(() => Buffer.alloc(32));
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockDirectory(dir, () => undefined)));
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    locks.push(...won);
    expect(won).toHaveLength(1);
    await squatter.close();
  });
});

describe('a holder', () => {
  const holding = async (): Promise<ChildProcess> => {
    const source = `import { lockDirectory } from ${JSON.stringify(resolve(import.meta.dirname, 'directory-lock.ts'))};
      await lockDirectory(${JSON.stringify(dir)}, () => undefined);
      console.log('holding');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: resolve(import.meta.dirname, '../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it('that is stopped for a while holds on, and one that is killed does not', async () => {
    const child = await holding();
    child.kill('SIGSTOP');
    await expect(lockDirectory(dir, () => undefined)).rejects.toThrow(`process ${child.pid} on `);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await locked();
  });

  it('proves itself to who can read its key, and to nobody who talks to it too much', async () => {
    const claim = await claimSocket(dir);
    claims.push(claim);
    expect(typeof claim).toBe('object');
    const talkers = Array.from({ length: 20 }, () => connect(socketName(dir)));
    for (const talker of talkers) {
      talker.on('error', () => undefined);
      talker.write(Buffer.alloc(31));
    }
    expect(await claimSocket(dir)).toBe('held');
    for (const talker of talkers) talker.destroy();
  });
});

describe('the folder', () => {
  it('loses what killed processes left, and keeps what is not the lock’s', async () => {
    const left = ['store.lock.0d1c0f6e-6f0e-4b52-9a57-1b0e5d1d6a11', 'store.key.0011223344556677'];
    const kept = ['store.lock.mine', 'notes.txt'];
    for (const name of [...left, ...kept]) await writeFile(join(dir, name), 'x');
    await mkdir(join(dir, 'store'));
    await locked();
    expect((await readdir(dir)).toSorted()).toEqual([
      'notes.txt',
      'store',
      'store.key',
      'store.lock',
      'store.lock.mine',
    ]);
  });

  it('has a key that only its owner can read, made once, and made anew where it is broken', async () => {
    const key = (): string => readFileSync(join(dir, 'store.key')).toString('hex');
    await (await locked()).release();
    locks.length = 0;
    const first = key();
    expect([(await stat(join(dir, 'store.key'))).mode & 0o777, first.length]).toEqual([0o600, 64]);
    await (await locked()).release();
    locks.length = 0;
    expect(key()).toBe(first);
    await writeFile(join(dir, 'store.key'), 'half');
    await locked();
    expect(key()).toMatch(/^[0-9a-f]{64}$/);
  });
});

// One process at a time may hold an embedded store: the engine itself lets two open one directory, and loses rows.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreHeld } from './failures.ts';

/** What the lock file says of its holder. `beat` grows while the holder lives, so no two clocks need to agree. */
type Holder = { token: string; pid: number; host: string; boot: string; namespace: string; beat: number };

export type DirectoryLock = { release(): Promise<void> };

const beatIntervalMs = 1_000;
/** A holder that this machine cannot ask counts as dead once this many beats are missing. */
const missedBeatsMax = 5;

/**
 * 1. A socket in the kernel's own name space, named after the directory: whoever listens holds the lock, and a killed
 *    process gives it up in that instant. It is seen only within one network namespace, and not on macOS.
 * 2. A lock file for everyone else (a container that shares the volume, macOS): boot id, pid and a beat.
 * `onLost` is called when another process took the lock because this one seemed dead, as after a long suspension.
 */
export async function lockDirectory(dir: string, onLost: (why: string) => void): Promise<DirectoryLock> {
  const real = await realpath(dir);
  const file = join(real, 'store.lock');
  const socket = await listen(socketName(real));
  if (socket === 'taken') throw held(real, await readHolder(file));
  try {
    const holder = self();
    await waitUntilFree(real, file, holder, socket !== 'unsupported');
    await write(file, holder);
    const after = await readHolder(file);
    if (after?.token !== holder.token) throw held(real, after);
    const stop = beat(file, holder, onLost);
    return { release: async () => (await stop(), await giveUp(file, holder), await close(socket)) };
  } catch (error) {
    await close(socket);
    throw error;
  }
}

function socketName(dir: string): string {
  const name = `research-store-${createHash('sha256').update(dir).digest('hex').slice(0, 40)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

type Socket = Server | 'taken' | 'unsupported';

function listen(name: string): Promise<Socket> {
  if (process.platform !== 'linux' && process.platform !== 'win32') return Promise.resolve('unsupported');
  return new Promise((resolve, reject) => {
    const server = createServer((client) => client.destroy());
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    );
    server.listen(name, () => resolve(server.unref()));
  });
}

function close(socket: Socket): Promise<void> {
  if (typeof socket === 'string') return Promise.resolve();
  return new Promise((resolve) => socket.close(() => resolve()));
}

function self(): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    boot: fromKernel(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: fromKernel(() => readlinkSync('/proc/self/ns/net')),
    beat: 0,
  };
}

/** Empty where the kernel does not say, which is everywhere but on Linux. */
function fromKernel(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

async function waitUntilFree(dir: string, file: string, me: Holder, socketDecides: boolean): Promise<void> {
  let seen = await readHolder(file);
  if (!seen || isGone(seen, me, socketDecides)) return;
  for (let missed = 0; missed < missedBeatsMax; missed++) {
    await sleep(beatIntervalMs);
    const now = await readHolder(file);
    if (!now) return;
    if (now.token !== seen.token || now.beat !== seen.beat) throw held(dir, now);
    seen = now;
  }
}

/** True when it is certain that the holder no longer runs, without waiting for a beat. */
function isGone(holder: Holder, me: Holder, socketDecides: boolean): boolean {
  if (holder.host !== me.host) return false;
  if (holder.boot !== me.boot) return true;
  if (socketDecides) return holder.namespace === me.namespace;
  return !isRunning(holder.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const unreadable: Holder = { token: '', pid: 0, host: 'an unknown machine', boot: '', namespace: '', beat: 0 };

/** Null when there is no lock file. One that cannot be read may be a holder's all the same: it has to show no beat first. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : unreadable;
  }
}

/** Written beside and moved into place, so that a reader never meets half a file. */
async function write(file: string, holder: Holder): Promise<void> {
  const draft = `${file}.${holder.token}`;
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

function beat(file: string, holder: Holder, onLost: (why: string) => void): () => Promise<void> {
  let running = Promise.resolve();
  const once = async (): Promise<void> => {
    const now = await readHolder(file);
    if (now && now.token !== holder.token) {
      clearInterval(timer);
      return onLost(`process ${now.pid} on ${now.host} took the store while this one did not answer`);
    }
    holder.beat++;
    await write(file, holder);
  };
  const timer = setInterval(() => (running = running.then(once).catch(() => undefined)), beatIntervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function giveUp(file: string, holder: Holder): Promise<void> {
  if ((await readHolder(file))?.token === holder.token) await rm(file, { force: true });
}

function held(dir: string, holder: Holder | null): StoreHeld {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new StoreHeld(
    `${who} holds the embedded store in ${dir}; only one process can: stop it first, or use PostgreSQL (DATABASE_URL) for several`,
  );
}

// One process at a time may hold an embedded store: the engine itself lets two open one directory, and loses rows.
import { readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreHeldError } from '../engine/failures.ts';
import { type Holder, fateOf, self } from './lock-holder.ts';
import { claimSocket, closeClaim } from './lock-socket.ts';

export type DirectoryLock = { release(): Promise<void> };

const beatIntervalMs = 1_000;
/** A holder that this machine cannot ask counts as dead once this many beats are missing. */
const missedBeatsMax = 5;

/**
 * 1. A socket named after the directory (`lock-socket.ts`): a listener that can prove itself holds the lock. It is
 *    seen only within one network namespace, and not on macOS.
 * 2. A lock file for everyone else (a container that shares the volume, macOS), and where a stranger has taken the name of
 *    the socket: boot id, process and a beat.
 * `onLost` is called when another process took the lock because this one seemed dead, as after a long suspension.
 */
export async function lockDirectory(dir: string, onLost: (why: string) => void): Promise<DirectoryLock> {
  const real = await realpath(dir);
  const file = join(real, 'store.lock');
  const claim = await claimSocket(real);
  if (claim === 'held') throw held(real, await readHolder(file));
  try {
    const holder = self(typeof claim !== 'string');
    await waitUntilFree(real, file, holder);
    await write(file, holder);
    // The two concurrent claims were indistinguishable: the last writer is left, and the other one sees it here.
    if (claim === 'squatted') await sleep(2 * beatIntervalMs);
    const after = await readHolder(file);
    if (after?.token !== holder.token) throw held(real, after);
    await removeDrafts(real, holder);
    const stop = beat(file, holder, onLost);
    return { release: async () => (await stop(), await giveUp(file, holder), await closeClaim(claim)) };
  } catch (error) {
    await closeClaim(claim);
    throw error;
  }
}

async function waitUntilFree(dir: string, file: string, me: Holder): Promise<void> {
  let seen = await readHolder(file);
  if (!seen) return;
  const fate = fateOf(seen, me);
  if (fate === 'gone') return;
  if (fate === 'lives') throw held(dir, seen);
  for (let missed = 0; missed < missedBeatsMax; missed++) {
    await sleep(beatIntervalMs);
    const now = await readHolder(file);
    if (!now) return;
    if (now.token !== seen.token || now.beat !== seen.beat) throw held(dir, now);
    seen = now;
  }
}

const unreadable: Holder = { token: '', pid: 0, host: 'an unknown machine', boot: '', namespace: '', beat: 0 };

/** Null without a lock file. An unreadable one may still belong to a holder: it must show no beat first. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : unreadable;
  }
}

/** Written to a draft and renamed, so that a reader never sees half a file. */
async function write(file: string, holder: Holder): Promise<void> {
  const draft = `${file}.${holder.token}`;
  try {
    await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    // Of a full disk it would be kept for ever.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Leftovers of processes that were killed while writing: only the holder of the lock writes here. */
async function removeDrafts(dir: string, { token }: Holder): Promise<void> {
  const left = (await readdir(dir)).filter((name) => draftName.test(name) && !name.endsWith(token));
  await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
}

const draftName = /^store\.(lock\.[0-9a-f-]{36}|key\.[0-9a-f]{16})$/;

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

function held(dir: string, holder: Holder | null): StoreHeldError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new StoreHeldError(
    `${who} holds the embedded store in ${dir}; only one process can: stop it first, or use PostgreSQL (DATABASE_URL) for several`,
  );
}

// One program at a time: a file that only one can make, for as long as another file is read, changed and written.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Clock } from '../../login/clock.ts';

const ASK_AGAIN_MS = 20;

/**
 * What is done under a lock takes milliseconds: one that was seen unchanged for so long was left by a program that was
 * killed. Counted by whoever waits, so that no clock of a file system has to be believed.
 */
export const LEFT_BEHIND_MS = 5_000;

export async function withLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const mine = randomUUID();
  await take(path, mine, clock);
  try {
    return await work();
  } finally {
    // What was done is done, whatever becomes of the lock; and one that was taken over is another's.
    if ((await holderOf(path)) === mine) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function take(path: string, mine: string, clock: Clock): Promise<void> {
  let seen: string | null = null;
  let since = clock.elapsed();
  while (!(await isMade(path, mine))) {
    const holder = await holderOf(path);
    if (holder !== seen) [seen, since] = [holder, clock.elapsed()];
    else if (clock.elapsed() - since >= LEFT_BEHIND_MS)
      await (holder === null ? sayWhy(path) : breakLock(path, holder));
    await clock.sleep(ASK_AGAIN_MS);
  }
}

async function isMade(path: string, mine: string): Promise<boolean> {
  try {
    await writeFile(path, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

/** What can be neither made nor read is no lock of ours: a folder of that name, or a file of somebody else. */
async function sayWhy(path: string): Promise<void> {
  await readFile(path);
}

function holderOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

/** Two may come to break one lock: the later must not take away what the earlier has made in its place. */
async function breakLock(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown;
  });
  const taken = await holderOf(aside);
  if (taken !== null && taken !== holder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

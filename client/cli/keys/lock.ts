// Lock file: one program at a time reads, changes and writes another file.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Clock } from '../../login/clock.ts';

const ASK_AGAIN_MS = 20;

/**
 * Work under a lock takes milliseconds: a lock unchanged for this long belongs to a killed program. The waiter measures
 * it, because clocks of file systems are not reliable.
 */
export const LEFT_BEHIND_MS = 5_000;

export async function withLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const mine = randomUUID();
  await take(path, mine, clock);
  try {
    return await work();
  } finally {
    // The change is complete even if this fails. A lock that another program took over is not removed.
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

/** A path that can be neither created nor read is not a lock: a folder of that name, or a file of another user. */
async function sayWhy(path: string): Promise<void> {
  await readFile(path);
}

function holderOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

/** Two programs may break one lock: the later must not remove the new lock of the earlier. */
async function breakLock(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown;
  });
  const taken = await holderOf(aside);
  if (taken !== null && taken !== holder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

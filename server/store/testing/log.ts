/** Support for tests: a store whose public log has an origin and a key, and every release so far. */
import { databaseNow, lockHead, retrying } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
import type { Db } from '../engine/db.ts';
import { LogWriter, appendReleases, randomSalts } from '../log/append.ts';
import { readEdge } from '../log/heads.ts';
import { beginLog } from '../log/keys.ts';

export const testOrigin = 'research.test/log';

export async function beginTestLog({ db }: Pick<Store, 'db'>): Promise<void> {
  const seed = Buffer.alloc(32, 5);
  const now = await databaseNow(db);
  await retrying(db, async (trx) => {
    await beginLog(trx, { origin: testOrigin, seed, isGiven: false, now });
    await appendReleases(trx);
  });
}

/** Logs the releases of live research without their rows, for measurements of millions of rows. */
export async function logReleasesAlone(db: Db): Promise<void> {
  await retrying(db, async (trx) => {
    const { version } = await lockHead(trx, 'live');
    const at = await databaseNow(trx);
    const writer = new LogWriter(trx, await readEdge(trx), randomSalts);
    for (let release = 1; release <= version; release += 1)
      await writer.end({ release, act: 'released', appended_at: at, destroyed: 0 });
  });
}

/** Forgets the log with the releases that a test forgets. */
export async function emptyTestLog(db: Db): Promise<void> {
  for (const table of ['log_signature', 'log_checkpoint', 'log_node', 'log_leaf', 'log_head'])
    await db.raw(`delete from ${table}`);
}

/** Support for tests: a store whose public log has an origin and a key, and every release so far. */
import { databaseNow, retrying } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
import type { Db } from '../engine/db.ts';
import { appendReleases } from '../log/append.ts';
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

/** Forgets the log with the releases that a test forgets. */
export async function emptyTestLog(db: Db): Promise<void> {
  for (const table of ['log_signature', 'log_checkpoint', 'log_node', 'log_leaf', 'log_head'])
    await db.raw(`delete from ${table}`);
}

/** Support for tests: a store whose public log has an origin and a key, and every release so far. */
import { databaseNow, retrying } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
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

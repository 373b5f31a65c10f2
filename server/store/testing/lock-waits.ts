// Support for tests: statements that wait for a lock, on any server of the store's database.
import type { Db } from '../engine/db.ts';
import { isDistributed } from '../migrations/distribute.ts';

const counted = `select count(*)::integer as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

const LOOKS_MAX = 20_000;

/** A charge of a cluster waits on the server of its account, and the coordinator's statement waits for that server. */
async function lockWaits(db: Db, isSpread: boolean): Promise<number> {
  const { rows } = isSpread
    ? await db.raw('select sum(result::integer)::integer as count from run_command_on_all_nodes(?)', [counted])
    : await db.raw(counted);
  return (rows as { count: number }[])[0]?.count ?? 0;
}

/** Resolves once so many statements wait, or all is over. It rejects if too few come to wait. */
export async function untilBlocked(db: Db, count = 1, isOver: () => boolean = () => false): Promise<void> {
  const isSpread = await isDistributed(db);
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) if (isOver() || (await lockWaits(db, isSpread)) >= count) return;
  throw new Error(`fewer than ${count} statements wait for a lock`);
}

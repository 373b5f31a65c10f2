// The lock on what is staged in a collection: acceptances and releases take turns, and calendar ticks wait for neither.
import { setTimeout as after } from 'node:timers/promises';
import { retrying } from '../known/clock.ts';
import type { Collection, Db, Pool, Trx } from '../engine/db.ts';
import { rowsOf, run } from '../published/publish-rows.ts';

/** An import that gives no sign of life for so long has lost the lock. Each of its steps takes a fraction of a second. */
const LEASE_SECONDS = 30;
const POLL_MS = 50;

/** A running import holds the lock between its steps. */
class StagingHeld extends Error {}

/** Held until the transaction ends. It is the first lock of a transaction that takes several. */
async function lockStaging(trx: Trx, collection: Collection): Promise<void> {
  const [lock] = await rowsOf<{ held: boolean }>(
    trx,
    `select coalesce(held_until > clock_timestamp(), false) as held from staging_lock where collection = ? for no key update`,
    [collection],
  );
  if (lock?.held) throw new StagingHeld();
}

/** A transaction that reads what is staged and changes it; it waits for a running acceptance, and begins anew after it. */
export async function withStaging<T>(db: Pool, collection: Collection, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await retrying(db, async (trx) => {
        await lockStaging(trx, collection);
        return work(trx);
      });
    } catch (error) {
      if (!(error instanceof StagingHeld)) throw error;
      await after(POLL_MS);
    }
  }
}

/**
 * Takes the lock for an import that accepts in steps, each a transaction: on the embedded engine, which is one session, a
 * single transaction would keep every reader waiting until it ends.
 */
export async function leaseStaging(db: Db, collection: Collection, importId: number): Promise<void> {
  while (!(await takeLease(db, collection, importId))) await after(POLL_MS);
}

async function takeLease(db: Db, collection: Collection, importId: number): Promise<boolean> {
  const taken = await run(
    db,
    `update staging_lock set import_id = ?, held_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
      where collection = ? and (held_until is null or held_until < clock_timestamp())`,
    [importId, collection],
  );
  return taken === 1;
}

/** A sign of life; false if the lock was lost to another one meanwhile. */
export async function renewLease(db: Db, collection: Collection, importId: number): Promise<boolean> {
  const renewed = await run(
    db,
    `update staging_lock set held_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
      where collection = ? and import_id = ?`,
    [collection, importId],
  );
  return renewed === 1;
}

export async function freeStaging(db: Db, collection: Collection, importId: number): Promise<void> {
  await run(db, 'update staging_lock set import_id = null, held_until = null where collection = ? and import_id = ?', [
    collection,
    importId,
  ]);
}

/** The step that accepts: a transaction of the import that holds the lock. */
export async function underLease<T>(
  db: Pool,
  { collection, importId }: { collection: Collection; importId: number },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return retrying(db, async (trx) => {
    if (!(await renewLease(trx, collection, importId))) throw new LeaseLost();
    await trx.raw('select 1 from head where collection = ? for no key update', [collection]);
    return work(trx);
  });
}

/** The process stood still for longer than the lock lasts, and another import or release may have changed what was judged. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('the import stood still for too long and lost its turn; run it again');
  }
}

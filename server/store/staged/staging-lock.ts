// The lock on what is staged in a collection: acceptances and releases take turns, and calendar ticks wait for neither.
import { setTimeout as after } from 'node:timers/promises';
import { retrying } from '../known/clock.ts';
import type { Collection, Db, Pool, Trx } from '../engine/db.ts';
import { run } from '../published/publish-rows.ts';
import { keepAlive } from './price-imports.ts';

/** An import that broke off keeps the lock for so long; one that runs renews it with each beat. */
const LEASE_SECONDS = 5;
const BEAT_MS = 1_000;
const POLL_MS = 50;

/** A running import holds the lock between its steps. */
class StagingConflict extends Error {}

/** Held until the transaction ends. It is the first lock of a transaction that takes several. An import that lost it sees so. */
async function lockStaging(trx: Trx, collection: Collection): Promise<void> {
  const locked = await run(
    trx,
    `update staging_lock set import_id = null, held_until = null
      where collection = ? and (held_until is null or held_until < statement_timestamp())`,
    [collection],
  );
  if (locked === 0) throw new StagingConflict();
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
      if (!(error instanceof StagingConflict)) throw error;
      await after(POLL_MS);
    }
  }
}

/** An import within its collection. */
type Holder = { collection: Collection; importId: number };

/**
 * Runs an import with signs of life while it works or waits: of itself, and of the lock where it holds it. `alive` throws
 * when the import was taken for dead, which happens to a process that stood still.
 */
export async function whileAlive<T>(db: Db, importId: number, work: (alive: () => void) => Promise<T>): Promise<T> {
  const over = new AbortController();
  let isLost = false;
  const beat = async (): Promise<void> => {
    for (;;) {
      await after(BEAT_MS, undefined, { ref: false, signal: over.signal });
      // A beat that fails is made up for by the next one.
      isLost ||= !(await keepAlive(db, importId).catch(() => true));
      await run(db, `update staging_lock set ${held} where import_id = ?`, [importId]).catch(() => undefined);
    }
  };
  const beating = beat().catch(() => undefined);
  try {
    return await work(() => {
      if (isLost) throw new LeaseLost();
    });
  } finally {
    over.abort();
    await beating;
  }
}

const held = `held_until = statement_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/**
 * Holds the lock for an import that accepts in steps, each a transaction. The embedded engine is one session: a single
 * transaction would keep every reader waiting until it ends.
 */
export async function holdingStaging<T>(db: Db, { collection, importId }: Holder, work: () => Promise<T>): Promise<T> {
  const take = `update staging_lock set import_id = ?, ${held}
    where collection = ? and (held_until is null or held_until < statement_timestamp())`;
  while ((await run(db, take, [importId, collection])) === 0) await after(POLL_MS);
  try {
    return await work();
  } finally {
    const free = 'update staging_lock set import_id = null, held_until = null where collection = ? and import_id = ?';
    await run(db, free, [collection, importId]).catch(() => undefined);
  }
}

/** The step that accepts: a transaction of the import that holds the lock. */
export async function underLease<T>(
  db: Pool,
  { collection, importId }: Holder,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return retrying(db, async (trx) => {
    const renew = `update staging_lock set ${held} where collection = ? and import_id = ?
      and exists (select 1 from import i where i.import_id = staging_lock.import_id and i.alive_until > statement_timestamp())`;
    if ((await run(trx, renew, [collection, importId])) === 0) throw new LeaseLost();
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

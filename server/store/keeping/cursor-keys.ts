// The keys that sign cursors: part of the store's state, so that every server of a store reads the cursors of all others.
import type { Knex } from 'knex';
import { retrying } from '../known/clock.ts';
import type { Db, Instant, Trx } from '../engine/db.ts';

export type CursorKey = {
  key_id: number;
  secret: Buffer;
  created_at: Instant;
  /** Null for the one that signs. */
  retired_at: Instant | null;
};

/** Oldest first; the last one signs. The first was made with the schema, by the first start. */
export async function cursorKeys(db: Db): Promise<CursorKey[]> {
  const { rows } = await db.raw('select key_id, secret, created_at, retired_at from cursor_key order by key_id');
  return rows as CursorKey[];
}

/** Retires the key that signs and lets a new one sign; gives its id. Pages keep their bytes but for next_cursor. */
export async function rotateCursorKey(db: Knex, { secret, now }: { secret: Buffer; now: Instant }): Promise<number> {
  return retrying(db, (trx) => rotateCursorKeyIn(trx, { secret, now }));
}

/** The same inside a transaction. */
export async function rotateCursorKeyIn(trx: Trx, { secret, now }: { secret: Buffer; now: Instant }): Promise<number> {
  const keyId = ((await lockedKeys(trx)).at(-1)?.key_id ?? 0) + 1;
  await trx.raw('update cursor_key set retired_at = ? where retired_at is null', [now]);
  await trx.raw('insert into cursor_key (key_id, secret, created_at) values (?, ?, ?)', [keyId, secret, now]);
  await tellServers(trx);
  return keyId;
}

/** Puts the keys of another store in the place of this one's, as an import of it does, and as recorded answers need. */
export async function replaceCursorKeys(db: Knex, keys: readonly CursorKey[]): Promise<void> {
  await retrying(db, async (trx) => {
    await lockedKeys(trx);
    await trx.raw('delete from cursor_key');
    for (const key of keys) {
      await trx.raw('insert into cursor_key (key_id, secret, created_at, retired_at) values (?, ?, ?, ?)', [
        key.key_id,
        key.secret,
        key.created_at,
        key.retired_at,
      ]);
    }
    await tellServers(trx);
  });
}

/** Pages that servers remember go on with the key of their time: from here on they are built anew. */
async function tellServers(trx: Trx): Promise<void> {
  await trx.raw('update head set removals = removals + 1');
}

async function lockedKeys(trx: Trx): Promise<{ key_id: number }[]> {
  const { rows } = await trx.raw('select key_id from cursor_key order by key_id for update');
  return rows as { key_id: number }[];
}

// Identity, keys and witnesses of the log: part of the store's state, as the keys of cursors are.
import { SEED_BYTES, publicBytesOf } from '../../log/note.ts';
import { LOG_KEY_OVERLAP_DAYS } from '../engine/lifetimes.ts';
import type { Db, Instant, Trx } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';

export type LogIdentity = { origin: string; signs: boolean; since: Instant };

export type LogKey = {
  key_number: number;
  origin: string;
  public_key: Buffer;
  seed: Buffer;
  created_at: Instant;
  /** Until then it signs next to its successor; null for the newest key. */
  retired_at: Instant | null;
};

/** Null before the first start of a server. */
export async function logIdentity(db: Db): Promise<LogIdentity | null> {
  const [identity] = await rowsOf<LogIdentity>(db, 'select origin, signs, since from log_identity');
  return identity ?? null;
}

/** The keys of an origin, the newest first. */
export function logKeys(db: Db, origin: string): Promise<LogKey[]> {
  return rowsOf<LogKey>(
    db,
    sql`select key_number, origin, public_key, seed, created_at, retired_at from log_key
         where origin = ${origin} order by key_number desc`,
  );
}

/** The keys that sign now: the newest, and in an overlap the one before it. */
export async function signingKeys(db: Db, origin: string, now: Instant): Promise<LogKey[]> {
  return (await logKeys(db, origin)).filter(({ retired_at: at }) => at === null || at > now);
}

/** The log has another key than the one that the configuration gives. */
export class LogKeyMismatch extends Error {
  override readonly name = 'LogKeyMismatch';
}

export type LogStart = { origin: string; seed: Buffer; isGiven: boolean; now: Instant };

/** Makes the identity and the first key of the log, once; a store that has them keeps them. */
export async function beginLog(trx: Trx, { origin, seed, isGiven, now }: LogStart): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into log_identity (origin, signs, since) values (${origin}, true, ${now}) on conflict do nothing`,
  );
  const identity = await lockedIdentity(trx);
  const [newest] = await logKeys(trx, identity.origin);
  if (newest === undefined) return addKey(trx, { origin: identity.origin, seed, now });
  if (isGiven && !newest.seed.equals(seed))
    throw new LogKeyMismatch(
      'LOG_SIGNING_KEY is not the key that signs the log of this store: leave it out, or give the log that key with admin log rotate-key',
    );
}

/** The identity, locked: changes of keys take turns. */
export async function lockedIdentity(trx: Trx): Promise<LogIdentity> {
  const [identity] = await rowsOf<LogIdentity>(trx, 'select origin, signs, since from log_identity for update');
  if (identity === undefined) throw new Error('the log has no identity yet: start the server once');
  return identity;
}

type NewKey = { origin: string; seed: Buffer; now: Instant };

async function addKey(trx: Trx, { origin, seed, now }: NewKey): Promise<void> {
  if (seed.length !== SEED_BYTES) throw new Error(`a key of the log has ${SEED_BYTES} bytes`);
  await rowsOf(
    trx,
    sql`insert into log_key (key_number, origin, public_key, seed, created_at)
        select coalesce(max(key_number), 0) + 1, ${origin}, ${publicBytesOf(seed)}::bytea, ${seed}::bytea, ${now}::timestamptz
          from log_key`,
  );
}

/** The new key signs from now on; the one before it goes on for the overlap. */
export async function rotateLogKey(trx: Trx, { seed, now }: Omit<NewKey, 'origin'>): Promise<LogIdentity> {
  const identity = await lockedIdentity(trx);
  await rowsOf(
    trx,
    sql`update log_key set retired_at = ${now}::timestamptz + make_interval(days => ${LOG_KEY_OVERLAP_DAYS})
         where origin = ${identity.origin} and retired_at is null`,
  );
  await addKey(trx, { origin: identity.origin, seed, now });
  return identity;
}

/** Gives a copy of a store a separate origin and key; it signs the same leaves under them. */
export async function renameLog(trx: Trx, { origin, seed, now }: NewKey): Promise<void> {
  await lockedIdentity(trx);
  await rowsOf(trx, sql`update log_identity set origin = ${origin}, signs = true, since = ${now}`);
  await addKey(trx, { origin, seed, now });
}

export async function setSigning(trx: Trx, signs: boolean): Promise<void> {
  await rowsOf(trx, sql`update log_identity set signs = ${signs}`);
}

export type LogWitness = { verifier_key: string; added_at: Instant };

export function logWitnesses(db: Db): Promise<LogWitness[]> {
  return rowsOf<LogWitness>(
    db,
    'select verifier_key, added_at from log_witness order by added_at, verifier_key collate "C"',
  );
}

/** False if it was named before. */
export async function nameWitness(db: Db, { verifier_key: key, added_at: at }: LogWitness): Promise<boolean> {
  const added = await rowsOf(
    db,
    sql`insert into log_witness (verifier_key, added_at) values (${key}, ${at}) on conflict do nothing returning 1`,
  );
  return added.length > 0;
}

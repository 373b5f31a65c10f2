// API keys as the store knows them: never the key itself, only its SHA-256.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { runPrepared } from '../engine/named-statement.ts';

export type KeyMaker = 'operator' | 'start' | 'admin' | 'device';

export type ApiKey = {
  key_id: string;
  collection: Collection;
  /** The few characters by which a person recognises the key. */
  hint: string;
  name: string;
  made_by: KeyMaker;
  /** The paying workspace; a preview key may have none. */
  workspace_id: string | null;
  created_at: Instant;
  /** To within ten minutes. */
  last_used_at: Instant | null;
  revoked_at: Instant | null;
  /** Refused from then on; null for never. */
  expires_at: Instant | null;
  /** The end is over, by the database's clock. */
  is_expired: boolean;
  /** The operations that it may call, sorted; null for all. */
  operations: readonly string[] | null;
  /** Requests a minute, if below its workspace's limit; null without its own limit. */
  minute_max: number | null;
};

/** Limits of a key besides those of its workspace. */
export type KeyLimits = Pick<ApiKey, 'expires_at' | 'operations' | 'minute_max'>;

export const noKeyLimits: KeyLimits = { expires_at: null, operations: null, minute_max: null };

export type NewKey = {
  keyId: string;
  collection: Collection;
  sha256: Buffer;
  hint: string;
  name: string;
  madeBy: KeyMaker;
  workspaceId: string | null;
  /** The person who made it, or approved the device that it is for. */
  createdBy?: string | null;
  /** The device login that it comes from. */
  acquisitionId?: string | null;
  limits?: KeyLimits;
  now: Instant;
};

/** True of an expired row of api_key. */
export const isExpired = `coalesce(expires_at <= now(), false)`;

const columns = `key_id, collection, hint, name, made_by, workspace_id, created_at, last_used_at, revoked_at,
  expires_at, ${isExpired} as is_expired, operations, minute_max`;

export async function insertKey(db: Db, key: NewKey): Promise<void> {
  await db.raw(
    `insert into api_key (key_id, collection, key_sha256, hint, name, made_by, workspace_id, created_by, acquisition_id,
       created_at, expires_at, operations, minute_max)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      key.keyId,
      key.collection,
      key.sha256,
      key.hint,
      key.name,
      key.madeBy,
      key.workspaceId,
      key.createdBy ?? null,
      key.acquisitionId ?? null,
      key.now,
      ...limitValues(key.limits),
    ],
  );
}

/** In the order of the columns expires_at, operations and minute_max. */
export function limitValues({ expires_at, operations, minute_max }: KeyLimits = noKeyLimits) {
  return [expires_at, operations === null ? null : [...operations].sort(), minute_max] as const;
}

/** The keys with these hashes, in their order and in any state: the caller judges them. Null for an unknown one. */
export async function findKeysByHash(db: Db, hashes: readonly Buffer[]): Promise<(ApiKey | null)[]> {
  const rows = await runPrepared<ApiKey & { key_sha256: Buffer }>(db, {
    sql: `select key_sha256, ${columns} from api_key where key_sha256 = any(?::bytea[])`,
    bindings: [hashes],
  });
  const found = new Map(rows.map(({ key_sha256: sha256, ...key }) => [sha256.toString('base64'), key]));
  return hashes.map((sha256) => found.get(sha256.toString('base64')) ?? null);
}

/** The workspace of the revoked key; null if there is no such key, or it was already revoked. */
export async function revokeKey(
  db: Db,
  keyId: string,
  now: Instant,
): Promise<Pick<ApiKey, 'key_id' | 'workspace_id'> | null> {
  const { rows } = await db.raw(
    'update api_key set revoked_at = ? where key_id = ? and revoked_at is null returning key_id, workspace_id',
    [now, keyId],
  );
  return (rows as Pick<ApiKey, 'key_id' | 'workspace_id'>[])[0] ?? null;
}

/** Revokes the keys of one maker, as a start does with the previous start's key; returns their number. */
export async function revokeKeysMadeBy(db: Db, madeBy: KeyMaker, now: Instant): Promise<number> {
  const revoked = await db.raw('update api_key set revoked_at = ? where made_by = ? and revoked_at is null', [
    now,
    madeBy,
  ]);
  return revoked.rowCount ?? 0;
}

export async function listKeys(db: Db): Promise<ApiKey[]> {
  const { rows } = await db.raw(`select ${columns} from api_key order by created_at, key_id`);
  return rows as ApiKey[];
}

/** The workspace whose key a device login delivered: a buyer from there pays for that one. */
export async function workspaceOfAcquisition(db: Db, acquisitionId: string): Promise<string | null> {
  const { rows } = await db.raw('select workspace_id from api_key where acquisition_id = ?', [acquisitionId]);
  return (rows as { workspace_id: string | null }[])[0]?.workspace_id ?? null;
}

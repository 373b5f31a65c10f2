// Device logins: a program asks for a key, a person decides, a poll delivers. Codes are here by their SHA-256 alone.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { DEVICE_GRANT_TOLD_HOURS } from '../engine/lifetimes.ts';
import { type KeyLimits, limitValues } from './keys.ts';
import { firstPrepared } from '../engine/named-statement.ts';

export type DeviceGrant = {
  acquisition_id: string;
  device_name: string;
  asked_from: string;
  status: 'pending' | 'approved' | 'denied' | 'delivered';
  poll_interval: number;
  polled_at: Instant | null;
  created_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  workspace_id: string | null;
  key_id: string | null;
  /** Limits of the key to deliver, once it is approved. */
  key_expires_at: Instant | null;
  key_operations: readonly string[] | null;
  key_minute_max: number | null;
};

export type NewGrant = {
  acquisitionId: string;
  deviceCodeSha256: Buffer;
  userCodeSha256: Buffer;
  deviceName: string;
  acquisition: object;
  askedFrom: string;
  intervalSeconds: number;
  lifeSeconds: number;
};

const isKept = `expires_at > now() - interval '${DEVICE_GRANT_TOLD_HOURS} hours'`;
const columns = `acquisition_id, device_name, asked_from, status, poll_interval, polled_at, created_at, expires_at,
  decided_by, workspace_id, key_id, key_expires_at, key_operations, key_minute_max`;

/** By the database's clock, like all of the login: servers may disagree on the time. Null: one of the codes is taken. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<{ expires_at: Instant } | null> {
  const { rows } = await db.raw(
    `insert into device_grant (acquisition_id, device_code_sha256, user_code_sha256, device_name, acquisition, asked_from,
       status, poll_interval, created_at, expires_at)
     select ?, ?, ?, ?, ?::jsonb, ?, 'pending', ?, clock.at, clock.at + ? * interval '1 second'
       from (select date_trunc('milliseconds', clock_timestamp()) as at) clock
     on conflict do nothing returning expires_at`,
    [
      grant.acquisitionId,
      grant.deviceCodeSha256,
      grant.userCodeSha256,
      grant.deviceName,
      JSON.stringify(grant.acquisition),
      grant.askedFrom,
      grant.intervalSeconds,
      grant.lifeSeconds,
    ],
  );
  return (rows as { expires_at: Instant }[])[0] ?? null;
}

/** Locks the grant until the transaction ends: concurrent polls and decisions see each other's results. */
export async function lockGrantByDeviceCode(trx: Trx, sha256: Buffer): Promise<DeviceGrant | null> {
  const { rows } = await trx.raw(
    `select ${columns} from device_grant where device_code_sha256 = ? and ${isKept} for update`,
    [sha256],
  );
  return (rows as DeviceGrant[])[0] ?? null;
}

export async function lockGrantByUserCode(trx: Trx, sha256: Buffer): Promise<DeviceGrant | null> {
  const { rows } = await trx.raw(
    `select ${columns} from device_grant where user_code_sha256 = ? and ${isKept} for update`,
    [sha256],
  );
  return (rows as DeviceGrant[])[0] ?? null;
}

/** A grant as a page shows it, and the moment at which it is so. */
export type SeenGrant = DeviceGrant & { now: Instant; approver_is_admin: boolean };

/** True if the user is an admin of the workspace now; false without either. */
const isAdmin = (workspaceId: string, userId: string): string =>
  `exists (select 1 from membership where workspace_id = ${workspaceId} and user_id = ${userId} and role = 'admin')`;

export async function findGrantByUserCode(db: Db, sha256: Buffer): Promise<SeenGrant | null> {
  const { rows } = await db.raw(
    `select ${columns}, date_trunc('milliseconds', clock_timestamp()) as now,
            ${isAdmin('device_grant.workspace_id', 'decided_by')} as approver_is_admin
       from device_grant where user_code_sha256 = ? and ${isKept}`,
    [sha256],
  );
  return (rows as SeenGrant[])[0] ?? null;
}

export async function isKnownDevice(db: Db, sha256: Buffer): Promise<boolean> {
  const { rows } = await db.raw(`select 1 from device_grant where device_code_sha256 = ? and ${isKept}`, [sha256]);
  return rows.length > 0;
}

/** Read after the lock of the grant: a clock and a role read earlier would predate the wait. */
export async function readMoment(
  trx: Trx,
  { decided_by, workspace_id }: Pick<DeviceGrant, 'decided_by' | 'workspace_id'>,
): Promise<{ now: Instant; approverIsAdmin: boolean }> {
  const { rows } = await trx.raw(
    `select date_trunc('milliseconds', clock_timestamp()) as now,
            ${isAdmin('?', '?')} as is_admin`,
    [workspace_id, decided_by],
  );
  const [row] = rows as { now: Instant; is_admin: boolean }[];
  if (row === undefined) throw new Error('the database gave no time');
  return { now: row.now, approverIsAdmin: row.is_admin };
}

export type PolledGrant = Pick<DeviceGrant, 'acquisition_id' | 'status' | 'poll_interval' | 'polled_at'> & {
  /** The key that this poll delivers. */
  key_id: string | null;
};

export async function writePoll(trx: Trx, polled: PolledGrant): Promise<void> {
  await trx.raw(
    `update device_grant set status = ?, poll_interval = ?, polled_at = ?, key_id = coalesce(?, key_id),
       delivered_at = case when ? = 'delivered' then coalesce(delivered_at, ?) else delivered_at end
      where acquisition_id = ?`,
    [
      polled.status,
      polled.poll_interval,
      polled.polled_at,
      polled.key_id,
      polled.status,
      polled.polled_at,
      polled.acquisition_id,
    ],
  );
}

export type DecidedGrant = Pick<DeviceGrant, 'acquisition_id' | 'status' | 'decided_by' | 'workspace_id'> & {
  decided_at: Instant;
  limits: KeyLimits;
};

export async function writeDecision(trx: Trx, decided: DecidedGrant): Promise<void> {
  await trx.raw(
    `update device_grant set status = ?, decided_by = ?, decided_at = ?, workspace_id = ?,
       key_expires_at = ?, key_operations = ?, key_minute_max = ? where acquisition_id = ?`,
    [
      decided.status,
      decided.decided_by,
      decided.decided_at,
      decided.workspace_id,
      ...limitValues(decided.limits),
      decided.acquisition_id,
    ],
  );
}

/** Drops grants that nothing reads any more; gives how many. Their keys stay, and name the login by its id. */
export async function forgetDeviceGrants(db: Db): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from device_grant where acquisition_id in (
       select acquisition_id from device_grant where not (${isKept}) limit ${SWEPT_ROWS_MAX} for update skip locked)`,
  );
  return rowCount ?? 0;
}

/** The login that made a key; null for keys of all other makers. */
export async function acquisitionOfKey(db: Db, keyId: string): Promise<string | null> {
  type Row = { acquisition_id: string | null };
  const found = await firstPrepared<Row>(db, sql`select acquisition_id from api_key where key_id = ${keyId}`);
  return found?.acquisition_id ?? null;
}

// Device cookies: the browsers that a user has signed in with. The cookie's secret is here by its SHA-256 alone.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';

/** Of more browsers than these the oldest are forgotten. */
const BROWSERS_OF_USER_MAX = 20;

export type NewDeviceCookie = { digest: Buffer; userId: string; now: Instant; expiresAt: Instant };

type StoredCookie = { user_id: string; created_at: Instant; expires_at: Instant };

/**
 * The browser goes by a new secret from now on, for this user and for every other user that it was known to. A secret
 * that was planted in it, or copied from it, is worth nothing afterwards.
 */
export async function replaceDeviceCookie(
  trx: Trx,
  sent: readonly Buffer[],
  { digest, userId, now, expiresAt }: NewDeviceCookie,
): Promise<void> {
  const { rows } = await trx.raw(
    'delete from device_cookie where token_sha256 = any(?::bytea[]) returning user_id, created_at, expires_at',
    [[...sent]],
  );
  const others = new Map((rows as StoredCookie[]).map((row) => [row.user_id, row]));
  others.set(userId, { user_id: userId, created_at: now, expires_at: expiresAt });
  for (const { user_id: id, created_at: since, expires_at: until } of others.values())
    await trx.raw('insert into device_cookie (token_sha256, user_id, created_at, expires_at) values (?, ?, ?, ?)', [
      digest,
      id,
      since,
      until,
    ]);
  await trx.raw(
    `delete from device_cookie where user_id = ? and token_sha256 in (
       select token_sha256 from device_cookie where user_id = ? order by created_at desc, token_sha256
       offset ${BROWSERS_OF_USER_MAX})`,
    [userId, userId],
  );
}

/** The first of these secrets that marks a known browser of the user; null if there is none. */
export async function findDeviceCookie(
  db: Db,
  { sent, userId, now }: { sent: readonly Buffer[]; userId: string; now: Instant },
): Promise<Buffer | null> {
  const { rows } = await db.raw(
    `select token_sha256 from device_cookie
      where token_sha256 = any(?::bytea[]) and user_id = ? and expires_at > ? order by token_sha256 limit 1`,
    [[...sent], userId, now],
  );
  return (rows as { token_sha256: Buffer }[])[0]?.token_sha256 ?? null;
}

/** Drops those that have expired; returns how many. */
export async function forgetDeviceCookies(db: Db): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from device_cookie d using (
       select token_sha256, user_id from device_cookie where expires_at <= now() limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where d.token_sha256 = o.token_sha256 and d.user_id = o.user_id`,
  );
  return rowCount ?? 0;
}

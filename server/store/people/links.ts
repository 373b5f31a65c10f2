// Single-use links to set a password, by address: an address may have no account yet. Secrets are here by their hash alone.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';

/** The proof of the address that using the link gives: it came by mail, or the operator handed it over. */
export type LinkProof = 'mail' | 'operator';

export type SignInLink = { email: string; expires_at: Instant; used_at: Instant | null };

/** Links to the same address stay valid: a request for another mail cancels none. */
export async function insertLink(
  trx: Trx,
  link: { digest: Buffer; email: string; proves: LinkProof; now: Instant; expiresAt: Instant },
): Promise<void> {
  const { digest, email, proves, now, expiresAt } = link;
  await trx.raw(
    `insert into sign_in_link (token_sha256, email, email_folded, proves, created_at, expires_at) values (?, ?, ?, ?, ?, ?)`,
    [digest, email, email.toLowerCase(), proves, now, expiresAt],
  );
}

/** Deletes unused links to an address, or only those of one proof; used ones still report their fate. */
export async function dropLinksTo(trx: Trx, email: string, proves: LinkProof | null = null): Promise<void> {
  await trx.raw(
    `delete from sign_in_link where email_folded = ? and used_at is null and (?::text is null or proves = ?)`,
    [email.toLowerCase(), proves, proves],
  );
}

/** A link in any state: its page explains why it does not work. */
export async function findLink(db: Db, digest: Buffer): Promise<SignInLink | null> {
  const { rows } = await db.raw('select email, expires_at, used_at from sign_in_link where token_sha256 = ?', [digest]);
  return (rows as SignInLink[])[0] ?? null;
}

/** Takes a link, once, however many try; null when it is used, expired or gone. */
export async function takeLink(
  trx: Trx,
  digest: Buffer,
  now: Instant,
): Promise<{ email: string; proves: LinkProof } | null> {
  const { rows } = await trx.raw(
    `update sign_in_link set used_at = ? where token_sha256 = ? and used_at is null and expires_at > ?
     returning email, proves`,
    [now, digest, now],
  );
  return (rows as { email: string; proves: LinkProof }[])[0] ?? null;
}

/** Deletes links that expired before an instant; returns their number. Until then their page reports their fate. */
export async function forgetLinks(db: Db, before: Instant): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from sign_in_link l using (
       select token_sha256 from sign_in_link where expires_at <= ? limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where l.token_sha256 = o.token_sha256`,
    [before],
  );
  return rowCount ?? 0;
}

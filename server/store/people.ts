// People: how each of them signs in, and the links with which they set a password. Secrets are here by their hash alone.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from './db.ts';
import { endOtherSessions } from './sessions.ts';

export type Person = {
  user_id: string;
  email: string;
  /** argon2id in its own notation; null until a link was used. */
  password_hash: string | null;
  issuer: string | null;
  subject: string | null;
};

const personColumns = 'user_id, email, password_hash, issuer, subject';

/** Addresses are compared without case. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | null> {
  return personWhere(db, 'email_folded = ?', [email.toLowerCase()]);
}

export async function findPerson(db: Db, userId: string): Promise<Person | null> {
  return personWhere(db, 'user_id = ?', [userId]);
}

/** The person, held until the transaction ends: whoever changes how one signs in goes one after the other. */
export async function lockPerson(trx: Trx, userId: string): Promise<Person | null> {
  return personWhere(trx, 'user_id = ? for update', [userId]);
}

export async function findPersonByIdentity(db: Db, issuer: string, subject: string): Promise<Person | null> {
  return personWhere(db, 'issuer = ? and subject = ?', [issuer, subject]);
}

async function personWhere(db: Db, condition: string, values: readonly string[]): Promise<Person | null> {
  const { rows } = await db.raw(
    `select ${personColumns} from user_account where forgotten_at is null and ${condition}`,
    [...values],
  );
  return (rows as Person[])[0] ?? null;
}

/** The workspaces that a person is in, by their ids. */
export async function workspacesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.raw('select workspace_id from membership where user_id = ? order by workspace_id', [
    userId,
  ]);
  return (rows as { workspace_id: string }[]).map((row) => row.workspace_id);
}

/** Sets the password, drops links with which another one could be set, and ends every session but the one it was changed in. */
export async function setPassword(
  trx: Trx,
  { userId, passwordHash, keep = null }: { userId: string; passwordHash: string | null; keep?: string | null },
): Promise<void> {
  await trx.raw('update user_account set password_hash = ? where user_id = ?', [passwordHash, userId]);
  await dropLinks(trx, userId);
  await endOtherSessions(trx, userId, keep);
}

/**
 * Ties the person to an identity of the provider, unless they are tied to one already. The address was verified there,
 * which no link ever did: whoever had set a password before may have been someone else.
 */
export async function setIdentity(
  trx: Trx,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const { rowCount } = await trx.raw(
    'update user_account set issuer = ?, subject = ?, password_hash = null where user_id = ? and issuer is null',
    [issuer, subject, userId],
  );
  if (rowCount !== 1) return false;
  await dropLinks(trx, userId);
  await endOtherSessions(trx, userId);
  return true;
}

export type SignInLink = {
  user_id: string;
  email: string;
  expires_at: Instant;
  used_at: Instant | null;
  /** False where the admin who made it is none any more. */
  stands: boolean;
};

/**
 * Of a link `l`: the operator made it, or somebody who is an admin of the person's workspace now. Nobody sees who holds
 * which link, so an admin who is removed or demoted has to lose them with the role.
 */
const stands = `(l.made_by is null or exists (
  select 1 from membership maker join membership held on held.workspace_id = maker.workspace_id
   where maker.user_id = l.made_by and maker.role = 'admin' and held.user_id = l.user_id))`;

/** Makes a link; those that the person was given before no longer work. */
export async function insertLink(
  trx: Trx,
  link: { digest: Buffer; userId: string; madeBy: string | null; now: Instant; expiresAt: Instant },
): Promise<void> {
  await dropLinks(trx, link.userId);
  await trx.raw(
    'insert into sign_in_link (token_sha256, user_id, made_by, created_at, expires_at) values (?, ?, ?, ?, ?)',
    [link.digest, link.userId, link.madeBy, link.now, link.expiresAt],
  );
}

/** Those that were not used: what became of the others is told for a while. */
export async function dropLinks(trx: Trx, userId: string): Promise<void> {
  await trx.raw('delete from sign_in_link where user_id = ? and used_at is null', [userId]);
}

/** A link in whatever state it is: a person is told why it does not work. */
export async function findLink(db: Db, digest: Buffer): Promise<SignInLink | null> {
  const { rows } = await db.raw(
    `select l.user_id, u.email, l.expires_at, l.used_at, ${stands} as stands
       from sign_in_link l join user_account u on u.user_id = l.user_id where l.token_sha256 = ?`,
    [digest],
  );
  return (rows as SignInLink[])[0] ?? null;
}

/** Takes a link, once, however many try: whose it was, or null when it is used, expired, gone, or stands no more. */
export async function takeLink(trx: Trx, digest: Buffer, now: Instant): Promise<string | null> {
  const { rows } = await trx.raw(
    `update sign_in_link l set used_at = ?
      where l.token_sha256 = ? and l.used_at is null and l.expires_at > ? and ${stands} returning l.user_id`,
    [now, digest, now],
  );
  return (rows as { user_id: string }[])[0]?.user_id ?? null;
}

/** Drops links that expired before an instant; gives how many. Until then their page tells what became of them. */
export async function forgetLinks(db: Db, before: Instant): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from sign_in_link l using (
       select token_sha256 from sign_in_link where expires_at <= ? limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where l.token_sha256 = o.token_sha256`,
    [before],
  );
  return rowCount ?? 0;
}

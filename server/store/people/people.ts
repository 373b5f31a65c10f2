// People: how each of them signs in, and whether their address is proved. Secrets are here by their hash alone.
import type { Db, Instant, Trx } from '../engine/db.ts';
import { endOtherSessions } from './sessions.ts';

export type Person = {
  user_id: string;
  email: string;
  /** argon2id in its own notation; null until a link was used. */
  password_hash: string | null;
  issuer: string | null;
  subject: string | null;
  /** The time of the address's proof; null: another person may have set the password. */
  email_proved_at: Instant | null;
};

const personColumns = 'user_id, email, password_hash, issuer, subject, email_proved_at';

/** Addresses are compared without case. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | null> {
  return personWhere(db, 'email_folded = ?', [email.toLowerCase()]);
}

export async function findPerson(db: Db, userId: string): Promise<Person | null> {
  return personWhere(db, 'user_id = ?', [userId]);
}

/** The person, locked until the transaction ends: changes of sign-in means are serialised. */
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

/** Drops the unused links to the person's address. */
export async function dropLinks(trx: Trx, userId: string): Promise<void> {
  await trx.raw(
    `delete from sign_in_link l using user_account u
      where u.user_id = ? and l.email_folded = u.email_folded and l.used_at is null`,
    [userId],
  );
}

/** The proof of an address: a mailed link, a link that the operator handed over, or the identity provider. */
export type ProvedBy = 'mail' | 'operator' | 'provider';

/** Notes that the address is the person's; true when it was not proved before. The first proof stays. */
export async function noteProved(
  trx: Trx,
  { userId, by, now }: { userId: string; by: ProvedBy; now: Instant },
): Promise<boolean> {
  const { rowCount } = await trx.raw(
    'update user_account set email_proved_at = ?, email_proved_by = ? where user_id = ? and email_proved_at is null',
    [now, by, userId],
  );
  return rowCount === 1;
}

/**
 * Ties the person to an identity of the provider, unless they are tied to one already. The password ends: the provider
 * now decides who signs in.
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

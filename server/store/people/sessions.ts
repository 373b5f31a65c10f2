// Sessions of browsers. The cookie's secret is stored by its SHA-256 alone.
import { type Db, type Instant, SWEPT_ROWS_MAX } from '../engine/db.ts';
import type { Role } from './workspaces.ts';

export type Membership = { workspaceId: string; workspaceName: string; role: Role; practice: boolean };

export type FoundSession = {
  userId: string;
  email: string;
  sessionId: string;
  seenAt: Instant;
  memberships: readonly Membership[];
};

/** The person of this session, with their workspaces; null if it has ended or been idle since `seenAfter`. */
export async function findSession(
  db: Db,
  { digest, now, seenAfter }: { digest: Buffer; now: Instant; seenAfter: Instant },
): Promise<FoundSession | null> {
  const { rows } = await db.raw(
    `select u.user_id as "userId", u.email, s.session_id as "sessionId", s.seen_at as "seenAt",
            coalesce(json_agg(json_build_object('workspaceId', w.workspace_id, 'workspaceName', w.name, 'role', m.role,
                                                'practice', w.practice) order by w.name, w.workspace_id)
                     filter (where w.workspace_id is not null), '[]') as memberships
       from browser_session s join user_account u on u.user_id = s.user_id
       left join membership m on m.user_id = u.user_id left join workspace w on w.workspace_id = m.workspace_id
      where s.token_sha256 = ? and s.expires_at > ? and s.seen_at > ?
      group by u.user_id, u.email, s.session_id, s.seen_at`,
    [digest, now, seenAfter],
  );
  return (rows as FoundSession[])[0] ?? null;
}

/** Never back in time: the clocks of two servers differ. */
export async function noteSessionSeen(db: Db, digest: Buffer, now: Instant): Promise<void> {
  await db.raw('update browser_session set seen_at = ? where token_sha256 = ? and seen_at < ?', [now, digest, now]);
}

/** A person's proof, which must still hold when the session begins. */
export type Proof = { passwordHash: string } | { issuer: string; subject: string };

export type SessionRow = {
  digest: Buffer;
  sessionId: string;
  userId: string;
  browser: string;
  now: Instant;
  expiresAt: Instant;
  /** Time of the person's proof at the identity provider, if it reports one. */
  provedAt: Instant | null;
};

/**
 * Begins a session, or returns false if the proof no longer holds. The person's row is locked meanwhile: a change of
 * the password ends every session, so none may begin on the old one at the same time.
 */
export async function insertSession(db: Db, session: SessionRow, proof: Proof): Promise<boolean> {
  const { digest, sessionId, userId, browser, now, expiresAt, provedAt } = session;
  const [condition, values] =
    'passwordHash' in proof
      ? ['password_hash = ?', [proof.passwordHash]]
      : ['issuer = ? and subject = ?', [proof.issuer, proof.subject]];
  const { rowCount } = await db.raw(
    `with person as (select user_id from user_account where user_id = ? and ${condition} for share)
     insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at, proved_at)
     select ?, ?, user_id, ?, ?, ?, ?, ? from person`,
    [userId, ...values, digest, sessionId, browser, now, now, expiresAt, provedAt],
  );
  return rowCount === 1;
}

/** Null without a reported time, and for an ended session. */
export async function sessionProvedAt(db: Db, sessionId: string): Promise<Instant | null> {
  const { rows } = await db.raw('select proved_at from browser_session where session_id = ?', [sessionId]);
  return (rows as { proved_at: Instant | null }[])[0]?.proved_at ?? null;
}

export async function deleteSession(db: Db, digest: Buffer): Promise<void> {
  await db.raw('delete from browser_session where token_sha256 = ?', [digest]);
}

/** Ends one of a person's own sessions, by the id in the list; false if the person has no such one. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.raw('delete from browser_session where user_id = ? and session_id = ?', [
    userId,
    sessionId,
  ]);
  return rowCount === 1;
}

/** Ends all sessions of a person, but the one that is named; gives how many. */
export async function endOtherSessions(db: Db, userId: string, sessionId: string | null = null): Promise<number> {
  const { rowCount } = await db.raw(
    'delete from browser_session where user_id = ? and session_id is distinct from ?::text',
    [userId, sessionId],
  );
  return rowCount ?? 0;
}

/** Ends the sessions of everybody; gives how many. */
export async function endAllSessions(db: Db): Promise<number> {
  const { rowCount } = await db.raw('delete from browser_session');
  return rowCount ?? 0;
}

export type ListedSession = { session_id: string; browser: string; created_at: Instant; seen_at: Instant };

/** The sessions of a person that still work, the last used first. */
export async function listSessions(
  db: Db,
  { userId, now, seenAfter }: { userId: string; now: Instant; seenAfter: Instant },
): Promise<ListedSession[]> {
  const { rows } = await db.raw(
    `select session_id, browser, created_at, seen_at from browser_session
      where user_id = ? and expires_at > ? and seen_at > ? order by seen_at desc, session_id`,
    [userId, now, seenAfter],
  );
  return rows as ListedSession[];
}

/** Drops sessions that no longer work; gives how many. */
export async function forgetSessions(
  db: Db,
  { now, seenAfter }: { now: Instant; seenAfter: Instant },
): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from browser_session s using (
       select token_sha256 from browser_session where expires_at <= ? or seen_at <= ? limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where s.token_sha256 = o.token_sha256`,
    [now, seenAfter],
  );
  return rowCount ?? 0;
}

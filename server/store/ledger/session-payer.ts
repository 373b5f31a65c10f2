// A person in a browser as a payer: signed in, in the paying workspace, and named by identity instead of by a secret.
import type { Collection, Db } from '../engine/db.ts';
import { firstPrepared } from '../engine/named-statement.ts';

/** An entry's name in place of a key: sessions end, the person stays. */
export const SESSION_PREFIX = 'session:';

/** key_id, collection and account_id of a person who reads what is live, paid for by a workspace. */
export const sessionPayer = `'${SESSION_PREFIX}' || s.user_id as key_id, 'live' as collection, m.workspace_id as account_id`;

/** The session and the membership; both have to hold at this moment. */
export function sessionIn(sessionId: string, workspaceId: string): string {
  return `cross join lateral (
      select user_id from browser_session where session_id = ${sessionId} and expires_at > now() limit 1) s
    cross join lateral (
      select workspace_id from membership where user_id = s.user_id and workspace_id = ${workspaceId} limit 1) m`;
}

export type SessionPayer = { key_id: string; collection: Collection; account_id: string };

/** Null for a session that is unknown or over, and for a workspace that the person is not in. */
export function findSessionPayer(
  db: Db,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<SessionPayer | null> {
  return firstPrepared<SessionPayer>(db, {
    sql: `select ${sessionPayer} from (select ?::text as session_id, ?::text as workspace_id) i ${sessionIn('i.session_id', 'i.workspace_id')}`,
    bindings: [sessionId, workspaceId],
  });
}

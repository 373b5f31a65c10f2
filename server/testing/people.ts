/** Test support: a person in a workspace, signed in. */
import { randomBytes } from 'node:crypto';
import { makeSession } from '../access/sign-in/sessions.ts';
import type { Store } from '../store/engine/engine.ts';
import { findOrInsertUser, setMembership } from '../store/people/workspaces.ts';

/** `secret` is the value of the cookie; `now` is the last use of the session. */
export async function makeTestPerson(
  store: Store,
  workspaceIds: readonly string[],
  now = '2026-01-01T00:00:00.000Z',
): Promise<{ userId: string; email: string; sessionId: string; secret: string }> {
  const id = randomBytes(12).toString('hex');
  const [userId, email] = [`usr_${id}`, `${id}@example.test`];
  await findOrInsertUser(store.db, { userId, email, now });
  for (const workspaceId of workspaceIds) await setMembership(store.db, { workspaceId, userId, role: 'member', now });
  const { secret, sha256, sessionId } = makeSession(randomBytes);
  await store.db.raw(
    `insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at)
     values (?, ?, ?, 'test', ?, ?, '2999-01-01Z')`,
    [sha256, sessionId, userId, now, now],
  );
  return { userId, email, sessionId, secret };
}

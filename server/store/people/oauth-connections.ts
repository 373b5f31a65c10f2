// The connections of people and AI chats as pages and the operator list them: the grants that stand, by name.
import type { Db, Instant } from '../engine/db.ts';
import { GRANT_PREFIX } from './grant-payer.ts';

export type ListedGrant = {
  grant_id: string;
  client_id: string;
  client_name: string;
  email: string;
  user_id: string;
  workspace_id: string;
  workspace_name: string;
  created_at: Instant;
  last_used_at: Instant | null;
  /** The person is still in the workspace that pays: without it the chat reads nothing. */
  is_member: boolean;
};

const listed = `select g.grant_id, c.client_id, c.name as client_name, u.email, u.user_id, w.workspace_id, w.name as workspace_name,
       g.created_at, g.last_used_at,
       exists (select 1 from membership m where m.user_id = g.user_id and m.workspace_id = g.workspace_id) as is_member
  from oauth_grant g join oauth_client c on c.client_id = g.client_id join user_account u on u.user_id = g.user_id
  join workspace w on w.workspace_id = g.workspace_id where g.revoked_at is null`;
const inOrder = 'order by g.created_at, g.grant_id';

/** The live grants of a person, in all workspaces. */
export async function listGrantsOf(db: Db, userId: string): Promise<ListedGrant[]> {
  const { rows } = await db.raw(`${listed} and g.user_id = ? ${inOrder}`, [userId]);
  return rows as ListedGrant[];
}

/** The live grants that a workspace pays for, whosever they are. */
export async function listGrantsPaidBy(db: Db, workspaceId: string): Promise<ListedGrant[]> {
  const { rows } = await db.raw(`${listed} and g.workspace_id = ? ${inOrder}`, [workspaceId]);
  return rows as ListedGrant[];
}

export async function listGrants(db: Db): Promise<ListedGrant[]> {
  const { rows } = await db.raw(`${listed} ${inOrder}`);
  return rows as ListedGrant[];
}

/** The names of grants that entries name in place of a key; ended grants too. */
export async function nameGrants(db: Db, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = keyIds.filter((id) => id.startsWith(GRANT_PREFIX)).map((id) => id.slice(GRANT_PREFIX.length));
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw(
    `select g.grant_id, c.name, u.email from oauth_grant g join oauth_client c on c.client_id = g.client_id
       join user_account u on u.user_id = g.user_id where g.grant_id = any(?::text[])`,
    [[...new Set(ids)]],
  );
  const named = rows as { grant_id: string; name: string; email: string }[];
  return new Map(named.map(({ grant_id: id, name, email }) => [`${GRANT_PREFIX}${id}`, `${name} of ${email}`]));
}

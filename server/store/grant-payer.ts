// An AI chat as a payer: its token is good, its grant was not revoked, and its person is still in the workspace that pays.
import type { Collection, Db, Instant } from './db.ts';

/** What an entry names instead of a key: tokens last an hour, the grant stays. */
export const GRANT_PREFIX = 'grant:';

/** key_id, collection and account_id of a chat, which reads what is live. */
export const grantPayer = `'${GRANT_PREFIX}' || g.grant_id as key_id, 'live' as collection, g.workspace_id as account_id`;

/** The token, its grant and the membership; all of them have to hold at this moment. */
export function grantIn(tokenSha256: string): string {
  return `join oauth_token t on t.token_sha256 = ${tokenSha256} and t.kind = 'access' and t.expires_at > now()
    join oauth_grant g on g.grant_id = t.grant_id and g.revoked_at is null
    join membership gm on gm.user_id = g.user_id and gm.workspace_id = g.workspace_id`;
}

export type FoundGrant = {
  key_id: string;
  collection: Collection;
  account_id: string;
  client_id: string;
  resource: string;
  scope: string;
  expires_at: Instant;
};

/** Null for a token that is unknown, expired or revoked, and for a workspace that the person has left. */
export async function findGrantPayer(db: Db, tokenSha256: Buffer): Promise<FoundGrant | null> {
  const { rows } = await db.raw(
    `select ${grantPayer}, g.client_id, g.resource, g.scope, t.expires_at from (select ?::bytea as token_sha256) i ${grantIn('i.token_sha256')}`,
    [tokenSha256],
  );
  return (rows as FoundGrant[])[0] ?? null;
}

/** Notes that a grant is in use, at most once in ten minutes; gives false for what is no grant. */
export async function noteGrantUse(db: Db, keyId: string): Promise<boolean> {
  if (!keyId.startsWith(GRANT_PREFIX)) return false;
  await db.raw(
    `update oauth_grant set last_used_at = date_trunc('milliseconds', now())
      where grant_id = ? and (last_used_at is null or last_used_at < now() - interval '10 minutes')`,
    [keyId.slice(GRANT_PREFIX.length)],
  );
  return true;
}

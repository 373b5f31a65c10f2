// An AI chat as a payer: its token is good, its grant was not revoked, and its person is still in the workspace that pays.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { firstPrepared } from '../engine/named-statement.ts';

/** An entry's name in place of a key: tokens last an hour, the grant stays. */
export const GRANT_PREFIX = 'grant:';

/** key_id, collection and account_id of a chat, which reads what is live. */
export const grantPayer = `'${GRANT_PREFIX}' || g.grant_id as key_id, 'live' as collection, g.workspace_id as account_id`;

/**
 * The token, its grant and the membership; all of them must hold now. Each is looked up by the one before it: as a
 * plain join, a plan from small tables would scan all grants for each charge.
 */
export function grantIn(tokenSha256: string, resource: string): string {
  return `cross join lateral (
      select grant_id, expires_at from oauth_token
       where token_sha256 = ${tokenSha256} and kind = 'access' and expires_at > now() limit 1) t
    cross join lateral (select * from oauth_grant where grant_id = t.grant_id and resource = ${resource} limit 1) g
    cross join lateral (
      select 1 from membership
       where g.revoked_at is null and user_id = g.user_id and workspace_id = g.workspace_id limit 1) gm`;
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

const findGrantSql = `select ${grantPayer}, g.client_id, g.resource, g.scope, t.expires_at
  from (select ?::bytea as token_sha256, ?::text as resource) i ${grantIn('i.token_sha256', 'i.resource')}`;

/** Null for a token that is unknown, expired, revoked or for another resource, and for a workspace that the person has left. */
export function findGrantPayer(db: Db, tokenSha256: Buffer, resource: string): Promise<FoundGrant | null> {
  return firstPrepared<FoundGrant>(db, { sql: findGrantSql, bindings: [tokenSha256, resource] });
}

// Grants of people for an AI chat, with their codes and tokens. Every change of a grant locks its row first.
import { type Db, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';
import { CHAT_GRANT_DAYS } from '../engine/lifetimes.ts';

/** Asked after the grant is locked: `now()` would be the time before the wait. */
const now = `date_trunc('milliseconds', statement_timestamp())`;

export type NewGrant = {
  /** Of a grant that is made; one that stands keeps its own. */
  grantId: string;
  userId: string;
  workspaceId: string;
  clientId: string;
  scope: string;
  resource: string;
};

/**
 * The one live grant of a person and a client, locked: created, or renewed with its payer and its start. A concurrent
 * end is waited for, and then a new one is made.
 */
export async function upsertGrant(trx: Trx, grant: NewGrant): Promise<string> {
  const { rows } = await trx.raw(
    `insert into oauth_grant (grant_id, user_id, workspace_id, client_id, scope, resource, created_at)
     values (?, ?, ?, ?, ?, ?, ${now})
     on conflict (user_id, client_id) where revoked_at is null
     do update set workspace_id = excluded.workspace_id, scope = excluded.scope, resource = excluded.resource,
                   created_at = excluded.created_at
     returning grant_id`,
    [grant.grantId, grant.userId, grant.workspaceId, grant.clientId, grant.scope, grant.resource],
  );
  const [row] = rows as { grant_id: string }[];
  if (row === undefined) throw new Error('an upsert returned no row');
  return row.grant_id;
}

export type HeldGrant = {
  grant_id: string;
  scope: string;
  resource: string;
  is_revoked: boolean;
  /** The person is still in the workspace that pays. */
  is_member: boolean;
};

/** Locks the grant until the transaction ends: the issue of secrets and the end are serialised. */
export async function lockGrant(trx: Trx, grantId: string): Promise<HeldGrant | null> {
  const { rows } = await trx.raw(
    `select grant_id, scope, resource, revoked_at is not null as is_revoked,
            exists (select 1 from membership m where m.user_id = g.user_id and m.workspace_id = g.workspace_id) as is_member
       from oauth_grant g where grant_id = ? for update`,
    [grantId],
  );
  return (rows as HeldGrant[])[0] ?? null;
}

export type NewCode = {
  sha256: Buffer;
  grantId: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string;
  lifeSeconds: number;
};

export async function insertCode(trx: Trx, code: NewCode): Promise<void> {
  await trx.raw(
    `insert into oauth_code (code_sha256, grant_id, redirect_uri, code_challenge, resource, created_at, expires_at)
     select ?, ?, ?, ?, ?, clock.at, clock.at + ? * interval '1 second' from (select ${now} as at) clock`,
    [code.sha256, code.grantId, code.redirectUri, code.codeChallenge, code.resource, code.lifeSeconds],
  );
}

export type FoundCode = {
  grant_id: string;
  client_id: string;
  redirect_uri: string;
  code_challenge: string;
  resource: string;
  is_used: boolean;
};

export async function findCode(db: Db, sha256: Buffer): Promise<FoundCode | null> {
  const { rows } = await db.raw(
    `select c.grant_id, g.client_id, c.redirect_uri, c.code_challenge, c.resource, c.used_at is not null as is_used
       from oauth_code c join oauth_grant g on g.grant_id = c.grant_id where c.code_sha256 = ?`,
    [sha256],
  );
  return (rows as FoundCode[])[0] ?? null;
}

/** Takes a code, once, however many try; false when it was used before, or is too old. */
export async function takeCode(trx: Trx, sha256: Buffer): Promise<boolean> {
  const { rows } = await trx.raw(
    `update oauth_code set used_at = ${now}
      where code_sha256 = ? and used_at is null and expires_at > statement_timestamp() returning 1 as taken`,
    [sha256],
  );
  return rows.length === 1;
}

export type NewToken = { sha256: Buffer; kind: 'access' | 'refresh'; lifeSeconds: number };

/** Returns the life of each in seconds: none outlives the grant, which may end before its own time. */
export async function insertTokens(trx: Trx, grantId: string, tokens: readonly NewToken[]): Promise<number[]> {
  const lives: number[] = [];
  for (const { sha256, kind, lifeSeconds } of tokens) {
    const { rows } = await trx.raw(
      `insert into oauth_token as t (token_sha256, kind, grant_id, created_at, expires_at)
       select ?, ?, g.grant_id, clock.at, least(clock.at + ? * interval '1 second', g.created_at + ? * interval '1 second')
         from (select ${now} as at) clock, oauth_grant g where g.grant_id = ?
       returning greatest(1, floor(extract(epoch from t.expires_at - t.created_at)))::integer as seconds`,
      [sha256, kind, lifeSeconds, CHAT_GRANT_DAYS * 86_400, grantId],
    );
    lives.push((rows as { seconds: number }[])[0]?.seconds ?? 0);
  }
  return lives;
}

export type TokenOwner = { grant_id: string; client_id: string };

/** The owner of a token, of either kind and in any state. */
export async function findTokenOwner(db: Db, sha256: Buffer): Promise<TokenOwner | null> {
  const { rows } = await db.raw(
    `select t.grant_id, g.client_id from oauth_token t join oauth_grant g on g.grant_id = t.grant_id
      where t.token_sha256 = ?`,
    [sha256],
  );
  return (rows as TokenOwner[])[0] ?? null;
}

export type RefreshState = 'fresh' | 'expired' | 'used-before';

/** For a refresh token whose grant is locked; null if there is none. For a while its first use is not `used-before`. */
export async function readRefreshToken(trx: Trx, sha256: Buffer, leewaySeconds: number): Promise<RefreshState | null> {
  const { rows } = await trx.raw(
    `select case when used_at <= clock_timestamp() - ? * interval '1 second' then 'used-before'
                 when expires_at <= clock_timestamp() then 'expired' else 'fresh' end as state
       from oauth_token where token_sha256 = ? and kind = 'refresh'`,
    [leewaySeconds, sha256],
  );
  return (rows as { state: RefreshState }[])[0]?.state ?? null;
}

/** Notes the first use; the row stays until the token would have expired, so that a later use is recognised. */
export async function noteRefreshUse(trx: Trx, sha256: Buffer): Promise<void> {
  await trx.raw(`update oauth_token set used_at = ${now} where token_sha256 = ? and used_at is null`, [sha256]);
}

/** Why a grant has ended. */
export type EndedBecause =
  | 'person'
  | 'admin'
  | 'operator'
  | 'client'
  | 'client-retired'
  | 'code-reused'
  | 'refresh-token-reused'
  /** The person has left the paying workspace. */
  | 'left'
  | 'unused';

/**
 * The grants to end: one by its id, optionally of a person or a paying workspace; all of a person that a workspace pays
 * for; or all of a client.
 */
export type GrantsWhere =
  | { grantId: string; userId?: string; workspaceId?: string }
  | { userId: string; workspaceId: string }
  | { clientId: string };

type WhereAll = { grantId?: string; userId?: string; workspaceId?: string; clientId?: string };

export type EndedGrant = { grant_id: string; workspace_id: string };

/**
 * Ends grants for good and deletes their tokens; returns the ended ones. In two statements: only the second one sees
 * secrets issued while the first one waited for a lock.
 */
export async function endGrants(trx: Trx, where: GrantsWhere, because: EndedBecause): Promise<EndedGrant[]> {
  const { grantId, userId, workspaceId, clientId }: WhereAll = where;
  const asked = { grant_id: grantId, user_id: userId, workspace_id: workspaceId, client_id: clientId };
  const conditions = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { rows } = await trx.raw(
    `update oauth_grant set revoked_at = ${now}, revoked_because = ?
      where revoked_at is null and ${conditions.map(([column]) => `${column} = ?`).join(' and ')} returning grant_id, workspace_id`,
    [because, ...conditions.map(([, value]) => value)],
  );
  const ended = rows as EndedGrant[];
  const ids = ended.map(({ grant_id: id }) => id);
  if (ids.length > 0) await trx.raw('delete from oauth_token where grant_id = any(?::text[])', [ids]);
  return ended;
}

/** Drops codes and tokens that have expired; gives how many. A used refresh token stays as long as an unused one. */
export async function forgetExpired(db: Db, table: 'oauth_code' | 'oauth_token'): Promise<number> {
  const key = table === 'oauth_code' ? 'code_sha256' : 'token_sha256';
  const { rowCount } = await db.raw(
    `delete from ${table} e using (
       select ${key} from ${table} where expires_at <= now() limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where e.${key} = o.${key}`,
  );
  return rowCount ?? 0;
}

const isUnused = `not exists (select 1 from oauth_code c where c.grant_id = g.grant_id)
  and not exists (select 1 from oauth_token t where t.grant_id = g.grant_id)`;

/** Ends grants that no code and no token is left of: the chat cannot come back by them. Gives how many it has looked at. */
export async function endUnusedGrants(db: Db): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw(
      `select grant_id from oauth_grant g where revoked_at is null and ${isUnused} limit ${SWEPT_ROWS_MAX} for update skip locked`,
    );
    const ids = (rows as { grant_id: string }[]).map(({ grant_id: id }) => id);
    // Asked again once they are locked: a code may have come in between.
    await trx.raw(
      `update oauth_grant g set revoked_at = ${now}, revoked_because = 'unused'
        where grant_id = any(?::text[]) and ${isUnused}`,
      [ids],
    );
    return ids.length;
  });
}

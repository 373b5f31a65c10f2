// Data of a user, table by table: its report and its erasure.

// A new table is one entry here; user-data.store.test.ts fails for a table with users that has none. Erasure deletes
// names, addresses, secrets and network addresses. Required rows (money entries, receipts, events) then refer to the
// user by an anonymous id.
import type { Db, Instant, Trx } from '../engine/db.ts';

export type UserTable = {
  table: string;
  /** Reads the table's rows of `:userId`, or of the address `:email` in lower case; null if it holds secrets alone. */
  report: string | null;
  /** Erases it; null if ids are all that it holds of a user. */
  forget: string | null;
};

/** In the order of erasure: access ends first, and identity is erased last. */
export const userTables: readonly UserTable[] = [
  {
    table: 'membership',
    report: `select m.workspace_id, w.name as workspace_name, m.role, m.created_at
               from membership m join workspace w on w.workspace_id = m.workspace_id where m.user_id = :userId
              order by m.workspace_id`,
    forget: 'delete from membership where user_id = :userId',
  },
  {
    table: 'browser_session',
    report: `select session_id, browser, created_at, seen_at, expires_at, proved_at from browser_session
              where user_id = :userId order by created_at, session_id`,
    forget: 'delete from browser_session where user_id = :userId',
  },
  {
    table: 'device_cookie',
    report: 'select created_at, expires_at from device_cookie where user_id = :userId order by created_at',
    forget: 'delete from device_cookie where user_id = :userId',
  },
  {
    table: 'sign_in_link',
    report: `select email, proves, created_at, expires_at, used_at from sign_in_link
              where email_folded = :email order by created_at`,
    forget: 'delete from sign_in_link where email_folded = :email',
  },
  {
    // Open invitations that the user made end with the account.
    table: 'invitation',
    report: `select invitation_id, workspace_id, case when email_folded = :email then email end as email, role, invited_by,
                    created_at, expires_at
               from invitation where email_folded = :email or invited_by = :userId order by created_at, invitation_id`,
    forget: 'delete from invitation where email_folded = :email or invited_by = :userId',
  },
  {
    table: 'mail_outbox',
    report: `select mail_id, kind, email, workspace_id, attempts, created_at, due_at from mail_outbox
              where lower(email) = :email order by created_at, mail_id`,
    forget: 'delete from mail_outbox where lower(email) = :email',
  },
  {
    // An approval that has not been delivered would still make a key.
    table: 'device_grant',
    report: `select acquisition_id, device_name, acquisition, asked_from, status, poll_interval, polled_at, created_at,
                    expires_at, workspace_id, decided_at, key_id, delivered_at, key_expires_at, key_operations, key_minute_max
               from device_grant where decided_by = :userId order by created_at`,
    forget: 'delete from device_grant where decided_by = :userId',
  },
  {
    table: 'oauth_grant',
    report: `select grant_id, client_id, workspace_id, scope, resource, created_at, last_used_at, revoked_at, revoked_because
               from oauth_grant where user_id = :userId order by created_at`,
    forget: `update oauth_grant set revoked_at = date_trunc('milliseconds', statement_timestamp()), revoked_because = 'operator'
              where user_id = :userId and revoked_at is null`,
  },
  {
    table: 'oauth_token',
    report: null,
    forget: 'delete from oauth_token where grant_id in (select grant_id from oauth_grant where user_id = :userId)',
  },
  {
    table: 'oauth_code',
    report: null,
    forget: 'delete from oauth_code where grant_id in (select grant_id from oauth_grant where user_id = :userId)',
  },
  {
    // Keys are the workspace's, and their names too.
    table: 'api_key',
    report: `select key_id, hint, name, workspace_id, collection, made_by, acquisition_id, created_at, last_used_at,
                    revoked_at, expires_at, operations, minute_max
               from api_key where created_by = :userId order by created_at`,
    forget: null,
  },
  {
    table: 'checkout',
    report: `select checkout_id, workspace_id, item, provider, provider_reference, acquisition, created_at, completed_at
               from checkout where user_id = :userId order by created_at`,
    forget: null,
  },
  {
    table: 'usage_entry',
    report: `select request_id, operation, request, collection, account_id as workspace_id, key_id, units, paid_from, period_id,
                    month, charged_at, as_of
               from usage_entry
              where key_id = 'session:' || :userId
                 or key_id in (select 'grant:' || grant_id from oauth_grant where user_id = :userId)
              order by charged_at, request_id`,
    forget: null,
  },
  {
    table: 'admin_event',
    report: `select event_number, recorded_at, actor, action, workspace_id, subject, detail from admin_event
              where actor = :userId or subject = :userId order by event_number`,
    forget: null,
  },
  {
    table: 'user_account',
    report: `select user_id, email, created_at, password_hash is not null as has_password, issuer, subject,
                    email_proved_at, email_proved_by, operator_since, forgotten_at
               from user_account where user_id = :userId`,
    forget: `update user_account set email = 'forgotten user', email_folded = user_id, password_hash = null, issuer = null,
               subject = null, operator_since = null, forgotten_at = date_trunc('milliseconds', statement_timestamp())
              where user_id = :userId and forgotten_at is null`,
  },
];

/** `userId` is empty for an address without an account, which other tables may hold all the same. */
export type UserNames = { userId: string; email: string };

export async function reportOfUser(db: Db, { userId, email }: UserNames): Promise<{ [table: string]: object[] }> {
  const report: { [table: string]: object[] } = {};
  for (const { table, report: sql } of userTables) {
    if (sql === null) continue;
    const { rows } = await db.raw(sql, { userId, email: email.toLowerCase() });
    report[table] = rows as object[];
  }
  return report;
}

/** Returns how many rows of each table were erased. The caller has locked the user. */
export async function forgetUserData(trx: Trx, { userId, email }: UserNames): Promise<{ [table: string]: number }> {
  const erased: { [table: string]: number } = {};
  for (const { table, forget } of userTables) {
    if (forget === null) continue;
    const { rowCount } = await trx.raw(forget, { userId, email: email.toLowerCase() });
    if (rowCount > 0) erased[table] = rowCount;
  }
  return erased;
}

export type FoundUser = { user_id: string; email: string; forgotten_at: Instant | null };

/** By address or id, also a user who was forgotten. */
export async function findUser(db: Db, named: string): Promise<FoundUser | null> {
  const { rows } = await db.raw(
    'select user_id, email, forgotten_at from user_account where email_folded = ? or user_id = ? limit 1',
    [named.toLowerCase(), named],
  );
  return (rows as FoundUser[])[0] ?? null;
}

/** Of these workspaces, those that have no admin. */
export async function withoutAdmin(db: Db, workspaceIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select w.workspace_id from workspace w
      where w.workspace_id = any(?::text[]) and w.deleted_at is null
        and not exists (select 1 from membership m where m.workspace_id = w.workspace_id and m.role = 'admin')
      order by w.workspace_id`,
    [[...workspaceIds]],
  );
  return (rows as { workspace_id: string }[]).map(({ workspace_id: id }) => id);
}

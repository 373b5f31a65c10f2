// Data of a workspace, table by table, and its deletion.

// Access ends and names are erased. Money entries, receipts and events stay under the workspace's id, so that every
// balance still follows from them.
import type { Db, Trx } from '../engine/db.ts';

/** A null keeps the table as it is: ids, times, units and references to payments. */
type WorkspaceTable = { table: string; delete: string | null };

/**
 * In the order of deletion: possible makers of a key, a grant or a payment are locked out first, so that later
 * statements see all rows.
 */
export const workspaceTables: readonly WorkspaceTable[] = [
  { table: 'membership', delete: 'delete from membership where workspace_id = :workspaceId' },
  { table: 'invitation', delete: 'delete from invitation where workspace_id = :workspaceId' },
  { table: 'mail_outbox', delete: 'delete from mail_outbox where workspace_id = :workspaceId' },
  { table: 'device_grant', delete: 'delete from device_grant where workspace_id = :workspaceId' },
  {
    table: 'oauth_grant',
    delete: `update oauth_grant set revoked_at = date_trunc('milliseconds', statement_timestamp()), revoked_because = 'operator'
              where workspace_id = :workspaceId and revoked_at is null`,
  },
  {
    table: 'oauth_token',
    delete: `delete from oauth_token
              where grant_id in (select grant_id from oauth_grant where workspace_id = :workspaceId)`,
  },
  {
    table: 'oauth_code',
    delete: `delete from oauth_code
              where grant_id in (select grant_id from oauth_grant where workspace_id = :workspaceId)`,
  },
  {
    table: 'api_key',
    delete: `update api_key set name = 'key of a deleted workspace',
               revoked_at = least(revoked_at, date_trunc('milliseconds', statement_timestamp()))
              where workspace_id = :workspaceId`,
  },
  {
    table: 'checkout',
    delete: 'update checkout set acquisition = null where workspace_id = :workspaceId and acquisition is not null',
  },
  { table: 'account', delete: null },
  { table: 'ledger_entry', delete: null },
  { table: 'ledger_reference', delete: null },
  // Tied to the entries by the reference of a purchase: a refund that is reported later must still find them.
  { table: 'payment', delete: null },
  { table: 'payment_reversal', delete: null },
  { table: 'usage_entry', delete: null },
  { table: 'usage_day', delete: null },
  { table: 'admin_event', delete: null },
  {
    table: 'workspace',
    delete: `update workspace set name = 'deleted workspace', provider_customer = null, provider_subscription = null,
               deleted_at = date_trunc('milliseconds', statement_timestamp())
              where workspace_id = :workspaceId`,
  },
];

export type HeldWorkspace = { workspace_id: string; name: string; provider_subscription: string | null };

/** The workspace, locked against additions; null if there is none, or it was deleted. */
export async function lockWorkspace(trx: Trx, workspaceId: string): Promise<HeldWorkspace | null> {
  const { rows } = await trx.raw(
    `select workspace_id, name, provider_subscription from workspace
      where workspace_id = ? and deleted_at is null for no key update`,
    [workspaceId],
  );
  return (rows as HeldWorkspace[])[0] ?? null;
}

/** Returns how many rows of each table were deleted or changed. The caller has locked the workspace. */
export async function deleteWorkspaceData(trx: Trx, workspaceId: string): Promise<{ [table: string]: number }> {
  const changed: { [table: string]: number } = {};
  for (const { table, delete: sql } of workspaceTables) {
    if (sql === null) continue;
    const { rowCount } = await trx.raw(sql, { workspaceId });
    if (rowCount > 0) changed[table] = rowCount;
  }
  return changed;
}

/** Users of this workspace who are in no other. */
export async function usersOfNoOther(db: Db, workspaceId: string): Promise<{ user_id: string; email: string }[]> {
  const { rows } = await db.raw(
    `select u.user_id, u.email from membership m join user_account u on u.user_id = m.user_id
      where m.workspace_id = ?
        and not exists (select 1 from membership o where o.user_id = m.user_id and o.workspace_id <> m.workspace_id)
      order by u.user_id`,
    [workspaceId],
  );
  return rows as { user_id: string; email: string }[];
}

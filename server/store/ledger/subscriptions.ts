// Tie of a workspace to its subscription at the payment provider, with the paid period.
import type { Db, Instant, Trx } from '../engine/db.ts';

export type ProviderLink = { customer: string | null; subscription: string | null; practice: boolean };

/** The workspace's name at the payment provider. */
export async function readProviderLink(db: Db, workspaceId: string): Promise<ProviderLink | null> {
  const { rows } = await db.raw(
    'select provider_customer as customer, provider_subscription as subscription, practice from workspace where workspace_id = ?',
    [workspaceId],
  );
  return (rows as ProviderLink[])[0] ?? null;
}

/** Ties the workspace to its subscription. A customer that another workspace has already stays that one's. */
export async function linkSubscription(
  trx: Trx,
  { workspaceId, customer, subscription }: { workspaceId: string; customer: string | null; subscription: string },
): Promise<void> {
  await trx.raw(
    `update workspace w set provider_subscription = ?,
            provider_customer = case when exists (select 1 from workspace o where o.provider_customer = ?::text
                                                     and o.workspace_id <> w.workspace_id)
                                     then w.provider_customer else coalesce(?::text, w.provider_customer) end
      where w.workspace_id = ?`,
    [subscription, customer, customer, workspaceId],
  );
}

/** False where the workspace has gone on to another subscription. */
export async function unlinkSubscription(trx: Trx, workspaceId: string, subscription: string): Promise<boolean> {
  const unlinked = await trx.raw(
    'update workspace set provider_subscription = null where workspace_id = ? and provider_subscription = ?',
    [workspaceId, subscription],
  );
  return unlinked.rowCount === 1;
}

export type RunningPeriod = {
  /** Null if there is none, with the rest null too. An expired one is still named. */
  plan: string | null;
  origin: string | null;
  /** Null if the plan is unlimited. */
  units: number | null;
  starts_at: Instant | null;
  ends_at: Instant | null;
};

/** The period that the account is in, locked with it: no other payment changes it before this transaction ends. */
export async function holdPeriod(trx: Trx, workspaceId: string): Promise<RunningPeriod | null> {
  await trx.raw('select account_id from account where account_id = ? for update', [workspaceId]);
  const { rows } = await trx.raw(
    `select a.plan, l.origin, l.units, l.starts_at, l.ends_at
       from account a left join ledger_entry l on l.account_id = a.account_id and l.entry_id = a.period_id
      where a.account_id = ?`,
    [workspaceId],
  );
  return (rows as RunningPeriod[])[0] ?? null;
}

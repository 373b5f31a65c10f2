// Checkouts that people begin, and what ties a workspace to its subscription at the payment provider.
import type { Db, Instant, Trx } from './db.ts';

export type CheckoutProvider = 'stripe' | 'practice';

export type CheckoutRow = {
  checkout_id: string;
  workspace_id: string;
  item: string;
  provider: CheckoutProvider;
  /** The provider's own id of the checkout; null until it has given one. */
  provider_reference: string | null;
  completed_at: Instant | null;
};

export type NewCheckout = {
  checkoutId: string;
  workspaceId: string;
  userId: string;
  item: string;
  provider: CheckoutProvider;
  /** What led here, as the address of the page said it. */
  acquisition: string | null;
  now: Instant;
};

export async function insertCheckout(trx: Trx, checkout: NewCheckout): Promise<void> {
  await trx.raw(
    `insert into checkout (checkout_id, workspace_id, user_id, item, provider, acquisition, created_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    [
      checkout.checkoutId,
      checkout.workspaceId,
      checkout.userId,
      checkout.item,
      checkout.provider,
      checkout.acquisition,
      checkout.now,
    ],
  );
}

export async function findCheckout(db: Db, checkoutId: string): Promise<CheckoutRow | null> {
  const { rows } = await db.raw(
    `select checkout_id, workspace_id, item, provider, provider_reference, completed_at
       from checkout where checkout_id = ?`,
    [checkoutId],
  );
  return (rows as CheckoutRow[])[0] ?? null;
}

export async function noteProviderReference(db: Db, checkoutId: string, reference: string): Promise<void> {
  await db.raw('update checkout set provider_reference = ? where checkout_id = ?', [reference, checkoutId]);
}

export async function completeCheckout(trx: Trx, checkoutId: string, now: Instant): Promise<void> {
  await trx.raw('update checkout set completed_at = ? where checkout_id = ? and completed_at is null', [
    now,
    checkoutId,
  ]);
}

/** The workspace whose key a device login delivered: who comes from there pays for that one. */
export async function workspaceOfAcquisition(db: Db, acquisitionId: string): Promise<string | null> {
  const { rows } = await db.raw('select workspace_id from api_key where acquisition_id = ?', [acquisitionId]);
  return (rows as { workspace_id: string | null }[])[0]?.workspace_id ?? null;
}

export type ProviderLink = { customer: string | null; subscription: string | null; practice: boolean };

/** How the workspace is known to the payment provider. */
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

export type RunningPeriod = { plan: string | null; origin: string | null; starts_at: Instant | null };

/** The period that the account is in, locked with it: no other payment changes it before this transaction ends. */
export async function holdPeriod(trx: Trx, workspaceId: string): Promise<RunningPeriod | null> {
  await trx.raw('select account_id from account where account_id = ? for update', [workspaceId]);
  const { rows } = await trx.raw(
    `select a.plan, l.origin, l.starts_at from account a left join ledger_entry l on l.entry_id = a.period_id
      where a.account_id = ?`,
    [workspaceId],
  );
  return (rows as RunningPeriod[])[0] ?? null;
}

/** Whether a payment, or the end of a subscription, was recorded before. */
export async function isRecorded(
  db: Db,
  { origin, reference }: { origin: string; reference: string },
): Promise<boolean> {
  const { rows } = await db.raw('select 1 as found from ledger_entry where origin = ? and reference = ?', [
    origin,
    reference,
  ]);
  return rows.length > 0;
}

// Checkouts that people begin, and which of them were paid for.
import type { Db, Instant, Trx } from '../engine/db.ts';

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
  /** The origin of the visit, from the page's address. */
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

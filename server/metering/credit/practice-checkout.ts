// The practice checkout: it grants an item to a workspace marked for practice, without a payment.
import { holdRole } from '../../store/ledger/account-changes.ts';
import { findCheckout } from '../../store/ledger/checkouts.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool } from '../../store/engine/db.ts';
import { type CheckoutRefusal, itemOf, refusalOf, settle } from './checkout.ts';

export type PracticePayment = { checkoutId: string; userId: string; entryId: string; now: Instant };

/**
 * Grants by the same function as the webhook of the payment provider. The role, the mark and the item are checked again
 * in the granting transaction: the form may be forged or old.
 */
export async function payForPractice(
  db: Pool,
  { checkoutId, userId, entryId, now }: PracticePayment,
): Promise<CheckoutRefusal | null> {
  return retrying(db, async (trx) => {
    const checkout = await findCheckout(trx, checkoutId);
    if (checkout === null) return 'not-a-member';
    const role = await holdRole(trx, checkout.workspace_id, userId);
    if (role === null) return 'not-a-member';
    if (role !== 'admin') return 'not-an-admin';
    const item = itemOf(checkout.item);
    if (checkout.provider !== 'practice') return 'not-practice';
    if (item === null) return 'no-such-item';
    if (checkout.completed_at !== null) return null;
    const refused = await refusalOf(trx, { item, workspaceId: checkout.workspace_id, provider: 'practice' });
    if (refused !== null) return refused;
    const payment = { origin: 'practice', reference: checkoutId, checkoutId, period: null, paidAt: now } as const;
    await settle(trx, { ...payment, subscription: null, entryId, now });
    return null;
  });
}

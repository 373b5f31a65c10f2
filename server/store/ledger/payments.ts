// Payments by the provider's names, their reversals, and the unused requests of a purchase.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';
import type { Purchase } from './ledger.ts';
import { UNKNOWN_PAYMENT_DAYS } from '../engine/lifetimes.ts';

export type PaymentRef = { origin: string; paymentId: string };

/**
 * Locks the rows of these payments until the transaction ends, and makes missing ones. Reports about one payment wait
 * for each other, so that the later one sees the earlier one's rows. Returns their known purchases.
 */
export async function holdPayments(
  trx: Trx,
  { origin, paymentIds, now }: { origin: string; paymentIds: readonly string[]; now: Instant },
): Promise<string[]> {
  const purchases: string[] = [];
  // In one order, so that two reports about the same payments never wait for each other in a circle.
  for (const paymentId of [...new Set(paymentIds)].toSorted()) {
    const { rows } = await trx.raw(
      `insert into payment (origin, payment_id, noted_at) values (?, ?, ?)
       on conflict (origin, payment_id) do update set noted_at = payment.noted_at returning purchase`,
      [origin, paymentId, now],
    );
    const purchase = (rows as { purchase: string | null }[])[0]?.purchase ?? null;
    if (purchase !== null) purchases.push(purchase);
  }
  return purchases;
}

/** Notes which purchase a payment is for. */
export async function tiePayment(
  trx: Trx,
  { origin, paymentId, purchase }: PaymentRef & { purchase: string },
): Promise<void> {
  await trx.raw('update payment set purchase = ? where origin = ? and payment_id = ?', [purchase, origin, paymentId]);
}

/** Records the payment of a purchase, as first reported. */
export async function notePaid(
  trx: Trx,
  { origin, paymentId, amount, currency }: PaymentRef & { amount: number; currency: string },
): Promise<void> {
  await trx.raw('update payment set amount = ?, currency = ? where origin = ? and payment_id = ? and amount is null', [
    amount,
    currency,
    origin,
    paymentId,
  ]);
}

export type NewReversal = PaymentRef & {
  /** The provider's id of the refunded charge, or of the dispute. */
  reversalId: string;
  cause: 'refund' | 'dispute';
  /** In the smallest unit of the currency: all refunds of the charge so far, or the dispute. */
  amount: number;
  /** The amount of the whole charge, if the provider reports it. */
  ofAmount: number | null;
  currency: string | null;
  now: Instant;
};

/** Refunds of one charge add up, and their reports may overtake each other: the largest sum is the newest. */
export async function noteReversal(trx: Trx, reversal: NewReversal): Promise<void> {
  const { origin, reversalId, paymentId, cause, amount, ofAmount, currency, now } = reversal;
  await trx.raw(
    `insert into payment_reversal (origin, reversal_id, payment_id, cause, amount, of_amount, currency, noted_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (origin, reversal_id) do update set amount = greatest(payment_reversal.amount, excluded.amount)`,
    [origin, reversalId, paymentId, cause, amount, ofAmount, currency, now],
  );
}

export type ReversalRow = {
  reversal_id: string;
  cause: NewReversal['cause'];
  amount: number;
  /** The amount that it is a part of; null if only the whole is known to be reversed. */
  of_amount: number | null;
};

/** The reversals of a purchase, oldest first: of its named payment, and of those tied to it. */
export async function reversalsOf(
  db: Db,
  { origin, purchase }: { origin: string; purchase: string },
): Promise<ReversalRow[]> {
  const { rows } = await db.raw(
    `select r.reversal_id, r.cause, r.amount,
            case when paid.currency = r.currency and paid.amount > 0 then paid.amount else r.of_amount end as of_amount
       from payment p
       join payment_reversal r on r.origin = p.origin and r.payment_id = p.payment_id
       left join payment paid on paid.origin = p.origin and paid.payment_id = ?
      where p.origin = ? and (p.payment_id = ? or p.purchase = ?)
      order by r.noted_at, r.reversal_id`,
    [purchase, origin, purchase, purchase],
  );
  return rows as ReversalRow[];
}

/** The units already taken back from a purchase, with the references of those entries. */
export async function takenFrom(db: Db, { account_id: accountId, entry_id: entryId }: Purchase): Promise<TakenRow[]> {
  const { rows } = await db.raw(
    `select reference, units from ledger_entry where account_id = ? and kind = 'take_back' and taken_from = ?`,
    [accountId, entryId],
  );
  return rows as TakenRow[];
}

export type TakenRow = { reference: string | null; units: number };

/**
 * The requests of a purchase that are not used, behind the lock of its account. Prepaid requests are used oldest purchase
 * first, in the order in which they were recorded. A period that is not the running one has nothing left to use.
 */
export async function unusedOf(
  trx: Trx,
  { account_id: accountId, entry_id: entryId, kind }: Purchase,
): Promise<number> {
  const { rows } =
    kind === 'prepaid'
      ? await trx.raw(unusedPrepaid, [accountId, accountId, entryId])
      : await trx.raw(unusedAllowance, [accountId, entryId]);
  return Number((rows as { unused: number | string | null }[])[0]?.unused ?? 0);
}

// A purchase's bought units less those taken back. The account's missing units were used, oldest purchase first.
const unusedPrepaid = `
  with bought as (
    select l.entry_id, l.recorded_at,
           l.units - coalesce((select sum(t.units) from ledger_entry t
                                where t.account_id = l.account_id and t.taken_from = l.entry_id), 0) as units
      from ledger_entry l where l.account_id = ? and l.kind = 'prepaid'),
  summed as (
    select entry_id, units, sum(units) over (order by recorded_at, entry_id) as until_here, sum(units) over () as total
      from bought)
  select least(s.units, greatest(s.until_here - (s.total - a.prepaid), 0))::bigint as unused
    from summed s join account a on a.account_id = ?
   where s.entry_id = ?`;

const unusedAllowance =
  'select allowance - allowance_used as unused from account where account_id = ? and period_id = ?';

/** Deletes old reports of payments that never became a purchase here, such as those of another shop. */
export async function forgetUnknownPayments(db: Db): Promise<number> {
  const old = `select p.origin, p.payment_id from payment p
                where p.noted_at < now() - interval '${UNKNOWN_PAYMENT_DAYS} days'
                  and not exists (select 1 from ledger_reference l
                                   where l.origin = p.origin and l.reference in (p.payment_id, p.purchase))
                limit ${SWEPT_ROWS_MAX} for update of p skip locked`;
  const forgotten = await db.raw(
    `with old as materialized (${old}),
     reversals as (delete from payment_reversal r using old o where r.origin = o.origin and r.payment_id = o.payment_id)
     delete from payment p using old o where p.origin = o.origin and p.payment_id = o.payment_id`,
  );
  return forgotten.rowCount ?? 0;
}

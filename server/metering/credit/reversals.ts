// Refunds and lost disputes: each takes back at most the unused rest of its purchase.

// 1. A report locks the rows of its payments, then those of their purchase if it is known.
// 2. It writes its facts: a purchase, a reversal, or the purchase of a payment.
// 3. With both a purchase and a reversal, the account is locked and each reversal gets one entry.
// Reports may therefore come in any order, concurrently and repeatedly, with the same balance at the end.
// Used requests stay used, and other purchases are untouched.
import type { Instant, Trx } from '../../store/engine/db.ts';
import { type Purchase, entryUnder, record } from '../../store/ledger/ledger.ts';
import {
  type NewReversal,
  type ReversalRow,
  holdPayments,
  notePaid,
  noteReversal,
  reversalsOf,
  takenFrom,
  tiePayment,
  unusedOf,
} from '../../store/ledger/payments.ts';
import { holdPeriod } from '../../store/ledger/subscriptions.ts';
import { type Payment, type SettleResult, settle } from './checkout.ts';

/** An applied reversal: an entry with its units, 0 if all were used. */
export type TakenBack = { accountId: string; cause: NewReversal['cause']; purchase: string; units: number };

/** The entries of a report, and whether a reversal still waits for its purchase. */
export type ReversalResult = { taken: TakenBack[]; waits: boolean };

type Report = { origin: string; now: Instant; newEntryId: () => string };

/** A payment as the provider reports it, with its means and amount. */
export type ReportedPayment = Omit<Payment, 'entryId'> & {
  payments: readonly string[];
  paid: { amount: number; currency: string } | null;
};

export async function settleReported(
  trx: Trx,
  { payments, paid, ...payment }: ReportedPayment,
  newEntryId: () => string,
): Promise<ReversalResult & { settled: SettleResult }> {
  const { origin, reference: purchase, now } = payment;
  await holdPayments(trx, { origin, paymentIds: [purchase, ...payments], now });
  const settled = await settle(trx, { ...payment, entryId: newEntryId() });
  if (paid !== null) await notePaid(trx, { origin, paymentId: purchase, ...paid });
  for (const paymentId of payments) await tiePayment(trx, { origin, paymentId, purchase });
  return { settled, ...(await takeBack(trx, { origin, now, newEntryId }, purchase)) };
}

/** Records the purchase of a payment: newer versions of the provider's API report it separately. */
export async function tie(
  trx: Trx,
  { paymentId, purchase, ...report }: Report & { paymentId: string; purchase: string },
): Promise<ReversalResult> {
  const { origin, now } = report;
  await holdPayments(trx, { origin, paymentIds: [paymentId, purchase], now });
  await tiePayment(trx, { origin, paymentId, purchase });
  return takeBack(trx, report, purchase);
}

/** `purchase`: the purchase of the payment, if the report names it. */
export type Reversal = Omit<NewReversal, 'origin' | 'now'> & { purchase: string | null };

/** Takes back the reversed units; a reversal without a known purchase waits for it. */
export async function reverse(trx: Trx, report: Report, reversal: Reversal): Promise<ReversalResult> {
  const { origin, now } = report;
  const { purchase: named, ...reversed } = reversal;
  const { paymentId } = reversed;
  const paymentIds = named === null ? [paymentId] : [paymentId, named];
  const [known = null] = await holdPayments(trx, { origin, paymentIds, now });
  if (named !== null) await tiePayment(trx, { origin, paymentId, purchase: named });
  const purchase = named ?? known ?? paymentId;
  if (purchase === known) await holdPayments(trx, { origin, paymentIds: [purchase], now });
  await noteReversal(trx, { ...reversed, origin, now });
  return takeBack(trx, report, purchase);
}

/** Writes an entry for each reversal of the purchase that has none yet. */
async function takeBack(trx: Trx, report: Report, purchase: string): Promise<ReversalResult> {
  const { origin, now, newEntryId } = report;
  const reversals = await reversalsOf(trx, { origin, purchase });
  if (reversals.length === 0) return { taken: [], waits: false };
  const entry = await entryUnder(trx, { origin, reference: purchase });
  if (entry === null || !isPurchase(entry)) return { taken: [], waits: true };
  const { account_id: accountId } = entry;
  await holdPeriod(trx, accountId);
  const before = await takenFrom(trx, entry);
  let owed = reversedUnits(entry, reversals) - before.reduce((sum, { units }) => sum + Number(units), 0);
  const taken: TakenBack[] = [];
  for (const { reversal_id: id, cause, amount } of reversals) {
    const reference = `${id}:${amount}`;
    if (before.some((one) => one.reference === reference)) continue;
    const units = Math.max(0, Math.min(owed, await unusedOf(trx, entry)));
    await record(
      trx,
      { entryId: newEntryId(), accountId, origin, reference, now },
      { kind: 'take_back', units, from: entry },
    );
    owed -= units;
    taken.push({ accountId, cause, purchase, units });
  }
  return { taken, waits: false };
}

const isPurchase = (entry: { kind: string }): entry is Purchase => entry.kind === 'prepaid' || entry.kind === 'period';

/** The reversed share of the money in whole requests: a part of a request stays with the customer. */
function reversedUnits({ units }: Purchase, reversals: readonly ReversalRow[]): number {
  const whole = BigInt(units ?? 0);
  const sum = reversals
    .map(({ amount, of_amount: of }) => (of === null ? whole : (whole * BigInt(amount)) / BigInt(of)))
    .reduce((one, other) => one + other, 0n);
  return Number(sum < whole ? sum : whole);
}

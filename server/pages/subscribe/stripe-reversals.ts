/** Refunds, lost disputes, and the payment of an invoice, read from Stripe's objects. */
import { at, idAt, textAt, wholeAt } from './stripe-fields.ts';

export type PaymentTie = { kind: 'tied'; paymentId: string; purchase: string };

export type Reversal = {
  kind: 'reversed';
  reversalId: string;
  paymentId: string;
  /** The invoice, if the object names it. */
  purchase: string | null;
  cause: 'refund' | 'dispute';
  amount: number;
  ofAmount: number | null;
  currency: string | null;
};

/** All refunds of one charge so far. A charge without a payment intent is identified by its id. */
export function ofCharge(charge: unknown): Reversal | null {
  const [reversalId, amount] = [textAt(charge, 'id'), wholeAt(charge, 'amount_refunded')];
  if (reversalId === null || amount === null || amount <= 0) return null;
  const whole = wholeAt(charge, 'amount');
  return {
    kind: 'reversed',
    reversalId,
    paymentId: idAt(charge, 'payment_intent') ?? reversalId,
    purchase: idAt(charge, 'invoice'),
    cause: 'refund',
    amount,
    ofAmount: whole !== null && whole > 0 ? whole : null,
    currency: textAt(charge, 'currency'),
  };
}

/** A dispute that is open, won or only an inquiry takes nothing. */
export function ofDispute(dispute: unknown): Reversal | null {
  const [reversalId, amount] = [textAt(dispute, 'id'), wholeAt(dispute, 'amount')];
  const paymentId = idAt(dispute, 'payment_intent') ?? idAt(dispute, 'charge');
  if (textAt(dispute, 'status') !== 'lost' || reversalId === null || paymentId === null) return null;
  if (amount === null || amount <= 0) return null;
  const currency = textAt(dispute, 'currency');
  return {
    kind: 'reversed',
    reversalId,
    paymentId,
    purchase: null,
    cause: 'dispute',
    amount,
    ofAmount: null,
    currency,
  };
}

export function ofInvoicePayment(payment: unknown): PaymentTie | null {
  const [purchase, paymentId] = [idAt(payment, 'invoice'), paymentIn(at(payment, 'payment'))];
  return purchase === null || paymentId === null ? null : { kind: 'tied', paymentId, purchase };
}

/** Payments of an invoice, from older versions or from its list of payments. */
export function paymentsOf(invoice: unknown): string[] {
  const listed = at(invoice, 'payments', 'data');
  const payments = Array.isArray(listed) ? (listed as unknown[]).map((payment) => at(payment, 'payment')) : [];
  return [...new Set([invoice, ...payments].flatMap((one) => paymentIn(one) ?? []))];
}

function paymentIn(value: unknown): string | null {
  return idAt(value, 'payment_intent') ?? idAt(value, 'charge');
}

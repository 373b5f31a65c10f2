// The one statement that debits: any number of waiting requests, each exactly once, or none at all.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { type ChargeForm, payingStatementOf, statementOf } from './charge-statement.ts';
import { groupedBy } from '../engine/grouped.ts';
import { runNamed } from '../engine/named-statement.ts';
import { liesOnCluster } from '../engine/store-transaction.ts';
import type { Payer } from '../../terms/payer.ts';
import type { Head } from '../../terms/research.ts';

/** A document that is built, validated and ready to send, and who asks for it. */
export type Charge = {
  payer: Payer;
  requestId: string;
  fingerprint: Buffer;
  operation: string;
  /** Path and parameters in their canonical order, for the receipt. */
  request: string;
  asOf: Instant;
  /** SHA-256 of the document; its bytes are kept already. */
  digest: Buffer;
  /** The head that the document was built on. */
  head: Head;
};

export type PaidFrom = 'subscription' | 'prepaid' | 'none';

/** The stored facts of a request id, which distinguish a replay from a reuse and serve it again. */
export type KnownRequest = { fingerprint: Buffer; digest: Buffer; charged_at: Instant; is_replayable: boolean };

type PayerFacts = {
  keyId: string;
  accountId: string;
  collection: Collection;
  /** Requests that are left, null for any number. */
  left: number | null;
};

export type ChargeOutcome =
  /** The key is unknown, revoked or expired. */
  | { kind: 'unauthorized' }
  /** The key may not call this operation, regardless of earlier charges of its id. */
  | ({ kind: 'forbidden' } & PayerFacts)
  /** The research has moved on since the document was built. Nothing was charged. */
  | ({ kind: 'moved' } & PayerFacts)
  /**
   * Charged before. Not settled: the research has moved since the document was built, and some of its records may be
   * gone.
   */
  | ({ kind: 'known'; known: KnownRequest; isSettled: boolean } & PayerFacts)
  | ({ kind: 'charged'; paidFrom: PaidFrom } & PayerFacts)
  /** Another call of the batch has the same id: its outcome is known with the batch. */
  | ({ kind: 'lost' } & PayerFacts)
  | ({ kind: 'unpaid'; reason: 'no-credit' | 'spend-limit-reached' } & PayerFacts);

type OutcomeRow = {
  ord: number;
  key_id: string;
  account_id: string;
  collection: Collection;
  may: boolean;
  settled: boolean;
  known_fingerprint: Buffer | null;
  known_digest: Buffer;
  known_charged_at: Instant;
  is_replayable: boolean;
  paid_from: PaidFrom | null;
  /** False for an id that was charged before, or that an earlier call of the batch has. */
  is_fresh: boolean;
  /** Calls of the account that this batch has charged or refused, up to this one. */
  n: number;
  prepaid: number | null;
  allowance_left: number | null;
  prepaid_left: number | null;
};

/**
 * One outcome for each charge, in their order. When this resolves, every payable charge is written, or none: for
 * example because another server has just charged one of these ids (`isTransient`), and the next try knows it. On a
 * cluster that holds for the charges of each account.
 */
export async function charge(
  db: Db,
  charges: readonly Charge[],
  form: ChargeForm = formOf(db),
): Promise<ChargeOutcome[]> {
  const outcomes = charges.map((): ChargeOutcome => ({ kind: 'unauthorized' }));
  if (charges.length === 0) return outcomes;
  for (const { account, places } of form === 'batch' ? [everyone(charges)] : await accountsOf(db, charges)) {
    const own = places.flatMap((place) => charges[place] ?? []);
    const statement = statementOf(own, form);
    const values = account === null ? statement.bind(own) : [...statement.bind(own), account];
    for (const row of await runNamed<OutcomeRow>(db, statement, values)) {
      outcomes[places[row.ord - 1] ?? -1] = outcomeOf(row);
    }
  }
  return outcomes;
}

/** A cluster debits one account at a time, each on its server; a single database debits any number in one statement. */
export function formOf(db: Db): ChargeForm {
  return liesOnCluster(db) ? 'account' : 'batch';
}

type AccountCharges = { account: string | null; places: number[] };

function everyone(charges: readonly Charge[]): AccountCharges {
  return { account: null, places: [...charges.keys()] };
}

/** In the order of the accounts: two batches of one transaction never wait for each other in a circle. */
async function accountsOf(db: Db, charges: readonly Charge[]): Promise<AccountCharges[]> {
  const paying = payingStatementOf(charges);
  const rows = await runNamed<{ ord: number; account_id: string }>(db, paying, paying.bind(charges));
  return [...groupedBy(rows, ({ account_id: account }) => account)]
    .map(([account, own]) => ({ account, places: own.map(({ ord }) => ord - 1).toSorted((a, b) => a - b) }))
    .toSorted((a, b) => (a.account < b.account ? -1 : 1));
}

const UNLIMITED = 9_007_199_254_740_991;

function outcomeOf(row: OutcomeRow): ChargeOutcome {
  const { key_id: keyId, account_id: accountId, collection, paid_from: paidFrom } = row;
  const left = leftOf(row);
  // Nearly all of them, and so in one literal: an object with another one's members spread in it costs several times that.
  if (paidFrom !== null) return { kind: 'charged', paidFrom, keyId, accountId, collection, left };
  const paying = { keyId, accountId, collection, left };
  if (!row.may) return { kind: 'forbidden', ...paying };
  if (row.known_fingerprint !== null) {
    const known = {
      fingerprint: row.known_fingerprint,
      digest: row.known_digest,
      charged_at: row.known_charged_at,
      is_replayable: row.is_replayable,
    };
    return { kind: 'known', known, isSettled: row.settled, ...paying };
  }
  if (!row.settled) return { kind: 'moved', ...paying };
  if (!row.is_fresh) return { kind: 'lost', ...paying };
  // The turns before spent all that could be spent: the rest is behind the limit.
  const isLimited = Number(row.prepaid) > Number(row.prepaid_left);
  return { kind: 'unpaid', reason: isLimited ? 'spend-limit-reached' : 'no-credit', ...paying };
}

/**
 * The balance after this call, also if it is one of several in its batch. A preview has no balance, even next to calls
 * of its workspace.
 */
function leftOf(row: OutcomeRow): number | null {
  if (row.collection === 'preview') return null;
  return leftAfter(row, row.n);
}

/** Requests left after a number of further ones; null if unlimited, or without a balance. */
export function leftAfter(
  { allowance_left, prepaid_left }: Pick<OutcomeRow, 'allowance_left' | 'prepaid_left'>,
  spent: number,
): number | null {
  if (allowance_left === null || prepaid_left === null || allowance_left >= UNLIMITED) return null;
  return Math.max(0, allowance_left + prepaid_left - spent);
}

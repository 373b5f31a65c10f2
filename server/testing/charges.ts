/** Test support for the charge statement: charges as input, and the rows that result. */
import { createHash } from 'node:crypto';
import { audit } from '../store/keeping/audit.ts';
import type { Charge, ChargeOutcome } from '../store/ledger/charge.ts';
import { readHead } from '../store/known/clock.ts';
import type { Collection } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { keepBodies } from '../store/ledger/usage.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The document of every test charge, and its digest. */
const asOf = '2026-01-05T00:00:00.000Z';
const testDocument = Buffer.from(JSON.stringify({ as_of: asOf }));
const testDigest = createHash('sha256').update(testDocument).digest();

/** Makes charges on the current head, and stores the delivered bytes. */
export async function chargesOn(store: Store, collection: Collection = 'live') {
  const { version, watermark, removals } = await readHead(store.db, collection);
  await keepBodies(store.db, [{ digest: testDigest, bytes: testDocument }]);
  return (key: string, requestId: string, changes: Partial<Charge> = {}): Charge => ({
    payer: { kind: 'key', sha256: hash(key) },
    requestId,
    fingerprint: hash(requestId),
    operation: 'getBrief',
    request: '/v1/brief?detail=overview&ticker=NWTB',
    asOf,
    digest: testDigest,
    head: { version, watermark, removals },
    ...changes,
  });
}

/** An outcome in a word or two: the source of the payment, or the refusal. */
export function inShort(outcome: ChargeOutcome): string {
  if (outcome.kind === 'charged') return outcome.paidFrom;
  return outcome.kind === 'unpaid' ? outcome.reason : outcome.kind;
}

export type UsageRow = {
  account_id: string;
  request_id: string;
  key_id: string;
  collection: string;
  units: number;
  paid_from: string;
  period_id: string | null;
  month: string | null;
};

/** The entries of an account, ordered by id. */
export async function usageOf(store: Store, accountId: string): Promise<UsageRow[]> {
  const { rows } = await store.db.raw(
    `select account_id, request_id, key_id, collection, units, paid_from, period_id, month
       from usage_entry where account_id = ? order by request_id`,
    [accountId],
  );
  return rows as UsageRow[];
}

export type AccountRow = {
  account_id: string;
  allowance: number | null;
  allowance_used: number;
  prepaid: number;
  spend_month: string;
  spend_used: number;
};

export async function accountOf(store: Store, accountId: string): Promise<AccountRow> {
  const { rows } = await store.db.raw(
    'select account_id, allowance, allowance_used, prepaid, spend_month, spend_used from account where account_id = ?',
    [accountId],
  );
  const [row] = rows as AccountRow[];
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  return row;
}

/** Throws if the entries and the balances disagree. */
export async function assertNoDrift(store: Store): Promise<void> {
  const { drifts } = await audit(store.db);
  if (drifts.length > 0) throw new Error(`the audit found ${JSON.stringify(drifts, null, 2)}`);
}

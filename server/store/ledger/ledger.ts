// Ledger of a workspace: an entry that stays for ever, and in the same transaction the balance that it changes.
import type { Db, Instant, Trx } from '../engine/db.ts';
import { allowanceLeft, prepaidLeft, thisMonth } from './balance.ts';
import { firstPrepared, runPrepared } from '../engine/named-statement.ts';

export type Entry = {
  entryId: string;
  accountId: string;
  /** The recorder: operator, stripe, practice. */
  origin: string;
  /** Makes the same payment count once, however often it is reported. */
  reference: string | null;
  now: Instant;
};

type Kind =
  | { kind: 'prepaid'; units: number }
  | { kind: 'period'; plan: string; units: number | null; startsAt: Instant; endsAt: Instant | null }
  /** With 0 units it ends no period: it records the end of a subscription next to the running plan. */
  | { kind: 'period_end'; units?: 0 }
  | { kind: 'spend_limit'; units: number | null }
  /** Units that a refund or a lost dispute takes from a purchase, at most its unused ones; 0 if all were used. */
  | { kind: 'take_back'; units: number; from: Pick<Purchase, 'entry_id' | 'kind'> };

/**
 * Writes the entry and moves the balance; false when this reference was recorded before, and nothing changes. The
 * account is locked first, so that charges see the old balance or the new one and nothing between.
 */
export async function record(trx: Trx, entry: Entry, what: Kind): Promise<boolean> {
  await trx.raw('select account_id from account where account_id = ? for update', [entry.accountId]);
  if (!(await claimReference(trx, entry))) return false;
  const period = what.kind === 'period' ? what : null;
  const written = await trx.raw(
    `insert into ledger_entry (entry_id, account_id, kind, units, plan, starts_at, ends_at, taken_from, origin, reference, recorded_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [
      entry.entryId,
      entry.accountId,
      what.kind,
      'units' in what ? (what.units ?? null) : null,
      period?.plan ?? null,
      period?.startsAt ?? null,
      period?.endsAt ?? null,
      what.kind === 'take_back' ? what.from.entry_id : null,
      entry.origin,
      entry.reference,
      entry.now,
    ],
  );
  if (written.rowCount === 0) return false;
  const moved = changeOf(entry, what);
  if (moved === null) return true;
  const [change, bindings] = moved;
  await trx.raw(`update account set ${change} where account_id = ?`, [...bindings, entry.accountId]);
  return true;
}

/** A unique key over all accounts; the entries of one account lie with it on a cluster. True without a reference. */
async function claimReference(trx: Trx, { origin, reference, accountId, entryId }: Entry): Promise<boolean> {
  if (reference === null) return true;
  const { rowCount } = await trx.raw(
    'insert into ledger_reference (origin, reference, account_id, entry_id) values (?, ?, ?, ?) on conflict do nothing',
    [origin, reference, accountId, entryId],
  );
  return rowCount > 0;
}

function changeOf({ entryId }: Entry, what: Kind): [sql: string, bindings: (string | number | null)[]] | null {
  switch (what.kind) {
    case 'prepaid':
      return ['prepaid = prepaid + ?', [what.units]];
    case 'period':
      return [
        'plan = ?, period_id = ?, period_ends_at = ?, allowance = ?, allowance_used = 0',
        [what.plan, entryId, what.endsAt, what.units],
      ];
    case 'period_end':
      if (what.units === 0) return null;
      return ['plan = null, period_id = null, period_ends_at = null, allowance = null, allowance_used = 0', []];
    case 'spend_limit':
      return ['spend_limit = ?', [what.units]];
    case 'take_back':
      if (what.units === 0) return null;
      return [what.from.kind === 'prepaid' ? 'prepaid = prepaid - ?' : 'allowance = allowance - ?', [what.units]];
  }
}

/** The entry under a reference. */
export type LedgerEntry = { entry_id: string; account_id: string; kind: Kind['kind']; units: number | null };

/** A paid entry. */
export type Purchase = LedgerEntry & { kind: 'prepaid' | 'period' };

/** The entry that makes this reference of its origin count no more; in the transaction of `record`, the one it met. */
export async function entryUnder(
  db: Db,
  { origin, reference }: Pick<Entry, 'origin' | 'reference'>,
): Promise<LedgerEntry | null> {
  const found = await db.raw('select account_id, entry_id from ledger_reference where origin = ? and reference = ?', [
    origin,
    reference,
  ]);
  const [claimed] = found.rows as Pick<LedgerEntry, 'account_id' | 'entry_id'>[];
  if (claimed === undefined) return null;
  // Separate, so that a cluster reads one shard.
  const { rows } = await db.raw(
    'select entry_id, account_id, kind, units from ledger_entry where account_id = ? and entry_id = ?',
    [claimed.account_id, claimed.entry_id],
  );
  return (rows as LedgerEntry[])[0] ?? null;
}

export type Balance = {
  plan: string | null;
  period_ends_at: Instant | null;
  /** Null if the plan is unlimited. */
  allowance_left: number | null;
  prepaid: number;
  /** Of the prepaid requests, those that the spend limit lets through this month. */
  prepaid_left: number;
  spend_limit: number | null;
  spend_used: number;
};

const balanceColumns = `case when period_ends_at <= now() then null else plan end as plan,
  case when period_ends_at <= now() then null else period_ends_at end as period_ends_at,
  case when plan is not null and allowance is null and coalesce(period_ends_at > now(), true) then null
       else ${allowanceLeft} end as allowance_left,
  prepaid, ${prepaidLeft} as prepaid_left, spend_limit,
  case when spend_month < ${thisMonth} then 0 else spend_used end as spend_used`;

/** The present balance of a workspace. A plan whose period has ended does not count. A cluster reads one shard. */
export function readBalance(db: Db, accountId: string): Promise<Balance | null> {
  return firstPrepared<Balance>(db, {
    sql: `select ${balanceColumns} from account where account_id = ?`,
    bindings: [accountId],
  });
}

/** The balances of these accounts, in their order. */
export async function readBalances(db: Db, accountIds: readonly string[]): Promise<(Balance | null)[]> {
  const rows = await runPrepared<Balance & { account_id: string }>(db, {
    sql: `select account_id, ${balanceColumns} from account where account_id = any(?::text[])`,
    bindings: [accountIds],
  });
  const found = new Map(rows.map(({ account_id: id, ...balance }) => [id, balance]));
  return accountIds.map((id) => found.get(id) ?? null);
}

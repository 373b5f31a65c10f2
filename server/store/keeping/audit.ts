// Recomputation of every balance from the entries alone, with each disagreement of the store.
import type { Knex } from 'knex';
import { bodyFaults, clockFaults, dayFaults, entryFaults } from './audit-faults.ts';
import { groupedBy } from '../engine/grouped.ts';
import { logFaults } from '../log/log-audit.ts';

/** One disagreement: the account or record, the fault, and the two figures. */
export type Drift = { subject: string; what: string; expected: string; found: string };

export type Audit = {
  accounts: number;
  entries: number;
  /** Units ever granted as prepaid: granted = spent + taken_back + left. Rounded beyond the range of a number. */
  prepaid: { granted: number; spent: number; taken_back: number; left: number };
  drifts: Drift[];
};

/** A bigint column as it is read: digits where a number would lose some. */
type Whole = number | string;

type AccountRow = {
  account_id: string;
  plan: string | null;
  period_id: string | null;
  period_ends_at: string | null;
  allowance: Whole | null;
  allowance_used: Whole;
  prepaid: Whole;
  spend_limit: Whole | null;
  spend_month: string;
  spend_used: Whole;
};
type LedgerRow = {
  entry_id: string;
  account_id: string;
  kind: 'prepaid' | 'period' | 'period_end' | 'spend_limit' | 'take_back';
  units: Whole | null;
  plan: string | null;
  ends_at: string | null;
  taken_from: string | null;
  origin: string;
  reference: string | null;
  recorded_at: string;
};
type ReferenceRow = { origin: string; reference: string; account_id: string; entry_id: string };
type SpentRow = {
  account_id: string;
  paid_from: string;
  period_id: string | null;
  month: string | null;
  units: Whole;
};

/** Reads one snapshot of the store, so that charges in progress are in all of the figures or in none. */
export async function audit(db: Knex): Promise<Audit> {
  return db.transaction(
    async (trx) => {
      const read = async <Row>(sql: string): Promise<Row[]> => (await trx.raw(sql)).rows as Row[];
      const accounts = await read<AccountRow>('select * from account');
      const ledger = await read<LedgerRow>(
        `select entry_id, account_id, kind, units, plan, ends_at, taken_from, origin, reference, recorded_at
           from ledger_entry`,
      );
      const spent = await read<SpentRow>(
        `select account_id, paid_from, period_id, month, sum(units)::bigint as units from (
           select account_id, paid_from, period_id, month, units from usage_entry
           union all
           select account_id, paid_from, nullif(period_id, ''), case paid_from when 'prepaid' then month end, units from usage_day) s
          group by 1, 2, 3, 4`,
      );
      const [counted] = await read<{ entries: number }>('select count(*) as entries from usage_entry');
      const [granted, takenBack] = [ledger.filter(({ kind }) => kind === 'prepaid'), takenOf(ledger)];
      const [ledgerOf, spentOf] = [byAccount(ledger), byAccount(spent)];
      const drifts = [
        ...accounts.flatMap((account) => accountDrifts(account, ledgerOf(account), spentOf(account))),
        ...referenceDrifts(
          ledger,
          await read<ReferenceRow>('select origin, reference, account_id, entry_id from ledger_reference'),
        ),
        ...(await rowFaults(read)),
        ...(await logFaults(trx)),
      ];
      return {
        accounts: accounts.length,
        entries: counted?.entries ?? 0,
        prepaid: {
          granted: Number(total(granted)),
          spent: Number(total(spent.filter(({ paid_from }) => paid_from === 'prepaid'))),
          taken_back: Number(total(granted.flatMap(takenBack))),
          left: Number(total(accounts.map(({ prepaid: units }) => ({ units })))),
        },
        drifts,
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function rowFaults(read: <Row>(sql: string) => Promise<Row[]>): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (const faults of [entryFaults, dayFaults, ...bodyFaults, clockFaults])
    drifts.push(...(await read<Drift>(faults)));
  return drifts;
}

/** Each reference of an entry is claimed by that entry, and no other one is: a payment counts once. */
function referenceDrifts(ledger: readonly LedgerRow[], claimed: readonly ReferenceRow[]): Drift[] {
  const entryOf = (row: { account_id: string; entry_id: string }): string => `${row.entry_id} of ${row.account_id}`;
  const referenceOf = (row: { origin: string; reference: string | null }): string => `${row.origin} ${row.reference}`;
  const claims = new Map(claimed.map((row) => [entryOf(row), referenceOf(row)]));
  const references = new Map(ledger.map((row) => [entryOf(row), row.reference === null ? 'none' : referenceOf(row)]));
  return [...new Set([...claims.keys(), ...references.keys()])].flatMap((entry) => {
    const [expected, found] = [references.get(entry) ?? 'no such entry', claims.get(entry) ?? 'none'];
    return expected === found ? [] : [{ subject: entry, what: 'the reference of an entry', expected, found }];
  });
}

function byAccount<Row extends { account_id: string }>(rows: readonly Row[]): (of: AccountRow) => readonly Row[] {
  const found = groupedBy(rows, ({ account_id: id }) => id);
  return ({ account_id: id }) => found.get(id) ?? [];
}

const isGiven = ({ kind }: LedgerRow): boolean => kind === 'prepaid' || kind === 'period';

/** The units of an entry that refunds and lost disputes took back. */
function takenOf(ledger: readonly LedgerRow[]): (entry: LedgerRow) => readonly LedgerRow[] {
  const found = groupedBy(
    ledger.filter(({ kind }) => kind === 'take_back'),
    ({ taken_from: from }) => from ?? '',
  );
  return ({ entry_id: id }) => found.get(id) ?? [];
}

/** As exact as the columns it adds up, and read as they are. */
function total(rows: readonly { units: Whole | null }[]): Whole {
  return whole(rows.reduce((sum, { units }) => sum + BigInt(units ?? 0), 0n));
}

function whole(exact: bigint): Whole {
  const value = Number(exact);
  return Number.isSafeInteger(value) ? value : String(exact);
}

function accountDrifts(account: AccountRow, ledger: readonly LedgerRow[], spent: readonly SpentRow[]): Drift[] {
  const drifts: Drift[] = [];
  const expect = (what: string, expected: unknown, found: unknown): void => {
    if (expected !== found)
      drifts.push({ subject: account.account_id, what, expected: String(expected), found: String(found) });
  };
  const takenBack = takenOf(ledger);
  for (const entry of ledger.filter(({ kind }) => kind !== 'take_back')) {
    const [most, taken] = [isGiven(entry) ? BigInt(entry.units ?? 0) : 0n, total(takenBack(entry))];
    if (BigInt(taken) > most) expect(`taken back of ${entry.entry_id} at most`, whole(most), taken);
  }
  const strays = ledger.filter(
    ({ taken_from: from }) => from !== null && !ledger.some(({ entry_id: id }) => id === from),
  );
  expect('units taken back of an entry that the account does not have', 0, total(strays));
  const bought = ledger.filter(({ kind }) => kind === 'prepaid');
  const granted = BigInt(total(bought)) - BigInt(total(bought.flatMap(takenBack)));
  const prepaidSpent = spent.filter(({ paid_from }) => paid_from === 'prepaid');
  expect('prepaid requests left', whole(granted - BigInt(total(prepaidSpent))), account.prepaid);
  const thisMonth = prepaidSpent.filter(({ month }) => month === account.spend_month);
  expect(`prepaid requests spent in ${account.spend_month}`, total(thisMonth), account.spend_used);
  const set = newestOf(ledger, ['spend_limit']).map(({ units }) => units);
  if (!set.includes(account.spend_limit)) expect('spend limit', set[0] ?? null, account.spend_limit);

  const periods = ledger.filter(({ kind }) => kind === 'period');
  for (const period of periods) {
    const used = total(spent.filter(({ period_id }) => period_id === period.entry_id));
    const left = period.units === null ? null : whole(BigInt(period.units) - BigInt(total(takenBack(period))));
    if (left !== null && BigInt(used) > BigInt(left)) expect(`${period.entry_id} at most`, left, used);
    if (period.entry_id !== account.period_id) continue;
    expect('requests used of the subscription', used, account.allowance_used);
    expect('requests of the subscription', left, account.allowance);
    expect('plan', period.plan, account.plan);
    expect('end of the period', period.ends_at, account.period_ends_at);
  }
  // The end of a subscription next to the running plan has 0 units, and ends nothing here.
  const turns = ledger.filter(({ kind, units }) => kind !== 'period_end' || units === null);
  const running = newestOf(turns, ['period', 'period_end']).map(({ kind, entry_id }) =>
    kind === 'period' ? entry_id : null,
  );
  if (!running.includes(account.period_id)) expect('the running period', running[0] ?? null, account.period_id);
  if (account.period_id === null) {
    expect('requests used without a subscription', 0, account.allowance_used);
    expect('requests without a subscription', null, account.allowance);
    expect('end of no period', null, account.period_ends_at);
  }
  const unknown = spent.filter(
    ({ paid_from, period_id }) =>
      paid_from === 'subscription' && !periods.some(({ entry_id }) => entry_id === period_id),
  );
  expect('units charged to a period that was never granted', 0, total(unknown));
  return drifts;
}

/** The newest of these kinds; several if they were recorded in the same millisecond; null without any. */
function newestOf(ledger: readonly LedgerRow[], kinds: readonly LedgerRow['kind'][]): (LedgerRow | NoEntry)[] {
  const found = ledger.filter(({ kind }) => kinds.includes(kind));
  const newest = found.map(({ recorded_at }) => recorded_at).reduce((one, other) => (one > other ? one : other), '');
  return found.length === 0
    ? [{ kind: 'none', entry_id: null, units: null }]
    : found.filter(({ recorded_at }) => recorded_at === newest);
}
type NoEntry = { kind: 'none'; entry_id: null; units: null };

// The one statement that debits, as SQL: for the payers that a batch holds, and with an array for each of its columns.
import { allowanceLeft, prepaidLeft, thisMonth } from './balance.ts';
import type { Payer } from '../../terms/payer.ts';
import type { Charge } from './charge.ts';
import { grantIn, grantPayer } from '../people/grant-payer.ts';
import { REPLAY_DAYS } from '../engine/lifetimes.ts';
import { type NamedStatement, statementName } from '../engine/named-statement.ts';
import { sessionIn, sessionPayer } from './session-payer.ts';

/**
 * One cell of an array in PostgreSQL's notation. The driver writes arrays too, but searches every text twice for
 * escapes, which names, ids and instants never need.
 */
function literalOf(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return `"\\\\x${cell.toString('hex')}"`;
  return `"${special.test(cell) ? cell.replaceAll(everySpecial, String.raw`\$&`) : cell}"`;
}

const special = /["\\]/;
const everySpecial = /["\\]/g;

/** One array of the statement: its name in it, its type, and the cell of each row. */
type Column<From> = { name: string; type: string; cell: (from: From) => Cell };
type Cell = Buffer | string | number | null;

const chargeColumns: readonly Column<Charge>[] = [
  { name: 'request_id', type: 'text', cell: ({ requestId }) => requestId },
  { name: 'fingerprint', type: 'bytea', cell: ({ fingerprint }) => fingerprint },
  { name: 'operation', type: 'text', cell: ({ operation }) => operation },
  { name: 'request', type: 'text', cell: ({ request }) => request },
  { name: 'as_of', type: 'timestamptz', cell: ({ asOf }) => asOf },
  { name: 'digest', type: 'bytea', cell: ({ digest }) => digest },
  { name: 'version', type: 'integer', cell: ({ head }) => head.version },
  { name: 'watermark', type: 'timestamptz', cell: ({ head }) => head.watermark },
  { name: 'removals', type: 'integer', cell: ({ head }) => head.removals },
];

type Kind = Payer['kind'];

/**
 * Of each kind of payer: the columns that name one, null in the rows of the others, and how it is found, with whether it
 * may call the operation. A null meets no row.
 */
type PayerBranch<Of extends Kind> = { columns: readonly Column<Extract<Payer, { kind: Of }>>[]; found: string };

const payerBranches: { readonly [Of in Kind]: PayerBranch<Of> } = {
  key: {
    columns: [{ name: 'key_sha256', type: 'bytea', cell: ({ sha256 }) => sha256 }],
    found: `k.key_id, k.collection, coalesce(k.workspace_id, k.key_id) as account_id,
         k.operations is null or i.operation = any (k.operations) as may
    from input i
   cross join lateral (select * from api_key where key_sha256 = i.key_sha256 and revoked_at is null
                          and (expires_at is null or expires_at > now()) limit 1) k`,
  },
  grant: {
    columns: [
      { name: 'token_sha256', type: 'bytea', cell: ({ tokenSha256 }) => tokenSha256 },
      { name: 'resource', type: 'text', cell: ({ resource }) => resource },
    ],
    found: `${grantPayer}, true as may from input i ${grantIn('i.token_sha256', 'i.resource')}`,
  },
  session: {
    columns: [
      { name: 'session_id', type: 'text', cell: ({ sessionId }) => sessionId },
      { name: 'workspace_id', type: 'text', cell: ({ workspaceId }) => workspaceId },
    ],
    found: `${sessionPayer}, true as may from input i ${sessionIn('i.session_id', 'i.workspace_id')}`,
  },
};

const kindsInOrder = Object.keys(payerBranches) as Kind[];

/**
 * `batch`: any accounts. `account`: one, whose id is the last value. A cluster runs a statement on one server if each
 * of its parts names one account by a value.
 */
export type ChargeForm = 'batch' | 'account';

const isLive = `collection <> 'preview'`;

/** The account of an id that is looked up, that of an entry, and the balances that are locked. */
function scopeOf(form: ChargeForm, place: number): { own: string; entries: string; balances: string } {
  const account = `$${place}::text`;
  return form === 'account'
    ? {
        own: account,
        entries: account,
        balances: `account_id = ${account} and exists (select 1 from asked where ${isLive})`,
      }
    : {
        own: 'a.account_id',
        entries: 'account_id',
        balances: `account_id in (select account_id from asked where ${isLive})`,
      };
}

/** The charges as rows, and who pays for each. */
function payersSql(columns: readonly Column<Charge>[], kinds: readonly Kind[]): string {
  return `
with input as materialized (
  select * from unnest(${columns.map(({ type }, place) => `$${place + 1}::${type}[]`).join(', ')})
    with ordinality as t (${columns.map(({ name }) => name).join(', ')}, ord)),
payer as (
  ${kinds.map((kind) => `select i.*, ${payerBranches[kind].found}`).join('\n  union all\n  ')})`;
}

/**
 * Reads from top to bottom: the payers and their head, the ids charged before, and the balances, locked in the order of
 * their ids so that two servers never deadlock. Then the turns and their means of payment, the entries, and the debit.
 *
 * The lock reads the newest row while the rest sees an older snapshot, so an id that another server has just charged is
 * missed. Its entry then conflicts, which rolls the statement back, and the next try knows the id. Ignoring the conflict
 * instead would cost a tenth of each statement, for a rare case. For the same reason the debit starts from the locked
 * balance. PostgreSQL checks a row computed from the older one before it finds the newer one, and a concurrent refill or
 * renewal would fail the whole batch.
 *
 * The planner cannot estimate rows from arrays. In this form it expects many and joins by hashing. An equality with
 * 'live', or a join with the head, would make it expect one row and compare each with each. The ids are looked up one by
 * one: a plan from a small table would scan all of it as it grows.
 *
 * Most batches hold keys alone, so their statement omits the branches for chats and people.
 */
function chargeSql(columns: readonly Column<Charge>[], kinds: readonly Kind[], form: ChargeForm): string {
  const { own, entries, balances } = scopeOf(form, columns.length + 1);
  return `${payersSql(columns, kinds)},
asked as materialized (
  select p.*, exists (select 1 from head h where h.collection = p.collection and h.version = p.version
                         and h.watermark = p.watermark and h.removals = p.removals) as settled
    from payer p${form === 'account' ? ` where p.account_id = ${own}` : ''}),
judged as materialized (
  select a.*, u.fingerprint as known_fingerprint, u.digest as known_digest, u.charged_at as known_charged_at,
         u.charged_at > now() - interval '${REPLAY_DAYS} days' as is_replayable,
         a.settled and a.may and u.fingerprint is null as is_free
    from asked a
    left join lateral (select fingerprint, digest, charged_at from usage_entry
                        where account_id = ${own} and request_id = a.request_id limit 1) u on true),
balance as materialized (
  select account_id, period_id, prepaid, ${allowanceLeft} as allowance_left, ${prepaidLeft} as prepaid_left,
         allowance, allowance_used, greatest(spend_month, ${thisMonth}) as month,
         case when spend_month < ${thisMonth} then 0 else spend_used end as spend_used
    from account where ${balances}
   order by account_id for update),
fresh as (
  select j.*, j.is_free and row_number() over (partition by account_id, request_id, is_free order by ord) = 1 as is_fresh
    from judged j),
turn as (
  select f.*, count(*) filter (where is_fresh and ${isLive}) over (partition by account_id order by ord) as n
    from fresh f),
paid as materialized (
  select t.*, b.period_id, b.prepaid, b.month, b.allowance_left, b.prepaid_left,
         case when not t.is_fresh then null
              when t.collection = 'preview' then 'none'
              when t.n <= b.allowance_left then 'subscription'
              when t.n <= b.allowance_left + b.prepaid_left then 'prepaid' end as paid_from
    from turn t left join balance b on b.account_id = t.account_id),
entry as (
  insert into usage_entry (account_id, request_id, fingerprint, operation, request, collection, key_id, units, paid_from,
                           period_id, month, charged_at, as_of, digest)
  select ${entries}, request_id, fingerprint, operation, request, collection, key_id,
         case paid_from when 'none' then 0 else 1 end, paid_from,
         case paid_from when 'subscription' then period_id end, case paid_from when 'prepaid' then month end,
         date_trunc('milliseconds', now()), as_of, digest
    from paid where paid_from is not null),
debit as (
  update account a set allowance = b.allowance, allowance_used = b.allowance_used + s.from_allowance,
         prepaid = b.prepaid - s.from_prepaid, spend_used = b.spend_used + s.from_prepaid, spend_month = b.month
    from (select account_id, count(*) filter (where paid_from = 'subscription') as from_allowance,
                 count(*) filter (where paid_from = 'prepaid') as from_prepaid
            from paid where paid_from <> 'none' group by account_id) s
    join balance b on b.account_id = s.account_id
   where a.account_id = ${form === 'account' ? own : 's.account_id'})
select p.ord::integer as ord, p.key_id, p.account_id, p.collection, p.may, p.settled,
       p.known_fingerprint, p.known_digest, p.known_charged_at, p.is_replayable,
       p.paid_from, p.is_fresh, p.n::integer as n, p.prepaid, p.allowance_left, p.prepaid_left
  from paid p`;
}

export type ChargeStatement = NamedStatement & {
  /** The arrays that it takes, each with a cell of every charge; the form of one account takes its id behind them. */
  bind: (charges: readonly Charge[]) => string[];
};

function columnsOf<Of extends Kind>(kind: Of): Column<Charge>[] {
  return payerBranches[kind].columns.map(({ name, type, cell }) => ({
    name,
    type,
    cell: ({ payer }) => (payer.kind === kind ? cell(payer as Extract<Payer, { kind: Of }>) : null),
  }));
}

function statementFor(kinds: readonly Kind[], form: ChargeForm): ChargeStatement {
  const columns = [...kinds.flatMap(columnsOf), ...chargeColumns];
  const text = chargeSql(columns, kinds, form);
  return {
    // A drill that breaks the connections of charges recognises them by this word.
    name: `charge ${statementName(text)}`,
    text,
    bind: arraysOf(columns),
  };
}

/** Of each charge its place, from 1, and the account that pays for it; no row for a payer that is refused. */
function payingFor(kinds: readonly Kind[]): ChargeStatement {
  const columns = kinds.flatMap(columnsOf);
  const operation = chargeColumns.filter(({ name }) => name === 'operation');
  const text = `${payersSql([...columns, ...operation], kinds)}
select ord::integer as ord, account_id from payer`;
  return { name: `paying ${statementName(text)}`, text, bind: arraysOf([...columns, ...operation]) };
}

function arraysOf(columns: readonly Column<Charge>[]): ChargeStatement['bind'] {
  return (charges) => columns.map(({ cell }) => `{${charges.map((charge) => literalOf(cell(charge))).join(',')}}`);
}

const statements = new Map<string, ChargeStatement>();

/** The statement for the kinds of payer among these charges. */
export function statementOf(charges: readonly Charge[], form: ChargeForm = 'batch'): ChargeStatement {
  return known(charges, form, (kinds) => statementFor(kinds, form));
}

/** The statement that finds the account of each charge, without a lock. */
export function payingStatementOf(charges: readonly Charge[]): ChargeStatement {
  return known(charges, 'paying', payingFor);
}

function known(
  charges: readonly Charge[],
  what: string,
  make: (kinds: readonly Kind[]) => ChargeStatement,
): ChargeStatement {
  const kinds = kindsInOrder.filter((kind) => charges.some(({ payer }) => payer.kind === kind));
  const name = `${what} ${kinds.join(' ')}`;
  const statement = statements.get(name) ?? make(kinds);
  statements.set(name, statement);
  return statement;
}

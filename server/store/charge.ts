// The one statement that debits: any number of waiting requests at once, each exactly once, or none of it at all.
import type { Collection, Db, Instant } from './db.ts';
import { grantIn, grantPayer } from './grant-payer.ts';
import { sessionIn, sessionPayer } from './session-payer.ts';

/** Who asks. Whether a key is still good, or a person still signed in and in the workspace, is found out here, not before. */
export type Payer =
  /** SHA-256 of the key that was sent. */
  | { kind: 'key'; sha256: Buffer }
  /** SHA-256 of the access token that an AI chat was given, and the resource that it has to be for. */
  | { kind: 'grant'; tokenSha256: Buffer; resource: string }
  | { kind: 'session'; sessionId: string; workspaceId: string };

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
  head: { version: number; watermark: Instant; removals: number };
};

export type PaidFrom = 'subscription' | 'prepaid' | 'none';

/** What the store knows of a request id: enough to tell a repetition from a reuse, and to serve it again. */
export type KnownRequest = { fingerprint: Buffer; digest: Buffer; charged_at: Instant; is_replayable: boolean };

type Paying = {
  keyId: string;
  accountId: string;
  collection: Collection;
  /** Requests that are left, null for any number. */
  left: number | null;
};

export type ChargeOutcome =
  /** There is no such key, or it was revoked. */
  | { kind: 'unauthorized' }
  /** The research has moved on since the document was built. Nothing was charged. */
  | ({ kind: 'moved' } & Paying)
  | ({ kind: 'known'; known: KnownRequest } & Paying)
  | ({ kind: 'charged'; paidFrom: PaidFrom } & Paying)
  /** Another call with the same id was charged while this one waited. */
  | ({ kind: 'lost' } & Paying)
  | ({ kind: 'unpaid'; reason: 'no-credit' | 'spend-limit-reached' } & Paying);

/** How long the bytes that were delivered for a request id are served again. */
export const REPLAY_DAYS = 30;
/** How long a request id stays taken. */
export const REQUEST_ID_DAYS = 90;

export const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;
/** What a row of account may still spend of its subscription; a plan without an allowance knows no limit. */
export const allowanceLeft = `case when plan is null or period_ends_at <= now() then 0
  when allowance is null then 9007199254740991 else allowance - allowance_used end`;
/** What it may still spend of its prepaid requests in this UTC month. */
export const prepaidLeft = `case when spend_limit is null then prepaid
  else least(prepaid, greatest(spend_limit - case when spend_month < ${thisMonth} then 0 else spend_used end, 0)) end`;

const inputColumns = [
  ['key_sha256', 'bytea'],
  ['token_sha256', 'bytea'],
  ['resource', 'text'],
  ['session_id', 'text'],
  ['workspace_id', 'text'],
  ['request_id', 'text'],
  ['fingerprint', 'bytea'],
  ['operation', 'text'],
  ['request', 'text'],
  ['as_of', 'timestamptz'],
  ['digest', 'bytea'],
  ['version', 'integer'],
  ['watermark', 'timestamptz'],
  ['removals', 'integer'],
] as const;

/**
 * Reads from top to bottom: who asks and on which head; which ids were charged before; the balances, locked in the order
 * of their ids so that two servers never wait for each other; who can pay; the entries; and the debit, counted from the
 * entries that were really written. The lock is taken on the newest row while the rest sees an older snapshot, so an id
 * that another server has just charged is missed by `known`: its entry then conflicts, and the outcome is `lost`.
 *
 * The planner knows nothing of rows that come in as arrays. Written as here it expects many and joins by hashing; an
 * equality with 'live', or a join with the head, would make it expect one row and compare each with each. The ids are
 * looked up one by one: a plan that was made while the table was small would go on reading all of it as it grows.
 */
const chargeSql = `
with input as materialized (
  select * from unnest(${inputColumns.map(([, type]) => `?::${type}[]`).join(', ')})
    with ordinality as t (${inputColumns.map(([name]) => name).join(', ')}, ord)),
payer as (
  select i.*, k.key_id, k.collection, coalesce(k.workspace_id, k.key_id) as account_id
    from input i
   cross join lateral (select * from api_key where key_sha256 = i.key_sha256 and revoked_at is null limit 1) k
  union all
  select i.*, ${grantPayer}
    from input i ${grantIn('i.token_sha256', 'i.resource')}
  union all
  select i.*, ${sessionPayer}
    from input i ${sessionIn('i.session_id', 'i.workspace_id')}),
asked as materialized (
  select p.*, exists (select 1 from head h where h.collection = p.collection and h.version = p.version
                         and h.watermark = p.watermark and h.removals = p.removals) as settled
    from payer p),
known as materialized (
  select a.ord, u.fingerprint, u.digest, u.charged_at,
         u.charged_at > now() - interval '${REPLAY_DAYS} days' as is_replayable
    from asked a
   cross join lateral (select fingerprint, digest, charged_at from usage_entry
                        where account_id = a.account_id and request_id = a.request_id limit 1) u),
fresh as materialized (
  select distinct on (account_id, request_id) a.* from asked a
   where settled and not exists (select 1 from known k where k.ord = a.ord)
   order by account_id, request_id, ord),
balance as materialized (
  select account_id, period_id, prepaid, ${allowanceLeft} as allowance_left, ${prepaidLeft} as prepaid_left,
         greatest(spend_month, ${thisMonth}) as month
    from account where account_id in (select account_id from asked where collection <> 'preview')
   order by account_id for update),
turn as materialized (
  select f.*, row_number() over (partition by f.account_id order by f.ord) as n from fresh f where f.collection <> 'preview'),
paid as materialized (
  select t.*, b.period_id, b.prepaid, b.month,
         case when t.n <= b.allowance_left then 'subscription'
              when t.n <= b.allowance_left + b.prepaid_left then 'prepaid' end as paid_from
    from turn t join balance b on b.account_id = t.account_id),
entry as (
  insert into usage_entry (account_id, request_id, fingerprint, operation, request, collection, key_id, units, paid_from,
                           period_id, month, charged_at, as_of, digest)
  select account_id, request_id, fingerprint, operation, request, collection, key_id, 1, paid_from,
         case paid_from when 'subscription' then period_id end, case paid_from when 'prepaid' then month end,
         date_trunc('milliseconds', now()), as_of, digest
    from paid where paid_from is not null
  union all
  select account_id, request_id, fingerprint, operation, request, collection, key_id, 0, 'none', null, null,
         date_trunc('milliseconds', now()), as_of, digest
    from fresh where collection = 'preview'
  on conflict do nothing
  returning account_id, request_id, paid_from),
debit as (
  update account a set allowance_used = a.allowance_used + s.from_allowance, prepaid = a.prepaid - s.from_prepaid,
         spend_used = case when a.spend_month < ${thisMonth} then 0 else a.spend_used end + s.from_prepaid,
         spend_month = greatest(a.spend_month, ${thisMonth})
    from (select account_id, count(*) filter (where paid_from = 'subscription') as from_allowance,
                 count(*) filter (where paid_from = 'prepaid') as from_prepaid
            from entry where paid_from <> 'none' group by account_id) s
   where a.account_id = s.account_id)
select a.ord::integer as ord, a.key_id, a.account_id, a.collection, a.settled,
       k.fingerprint as known_fingerprint, k.digest as known_digest, k.charged_at as known_charged_at, k.is_replayable,
       e.paid_from as charged_from, p.paid_from, p.n::integer as n, b.prepaid, b.allowance_left, b.prepaid_left
  from asked a
  left join known k on k.ord = a.ord
  left join paid p on p.ord = a.ord
  left join balance b on b.account_id = a.account_id
  left join fresh f on f.ord = a.ord
  left join entry e on e.account_id = a.account_id and e.request_id = a.request_id and f.ord is not null`;

/** The cells of a payer; a null meets no row of its table. */
function payerCells(payer: Payer): readonly (Buffer | string | null)[] {
  if (payer.kind === 'key') return [payer.sha256, null, null, null, null];
  if (payer.kind === 'grant') return [null, payer.tokenSha256, payer.resource, null, null];
  return [null, null, null, payer.sessionId, payer.workspaceId];
}

type OutcomeRow = {
  ord: number;
  key_id: string;
  account_id: string;
  collection: Collection;
  settled: boolean;
  known_fingerprint: Buffer | null;
  known_digest: Buffer;
  known_charged_at: Instant;
  is_replayable: boolean;
  charged_from: PaidFrom | null;
  paid_from: PaidFrom | null;
  n: number | null;
  prepaid: number | null;
  allowance_left: number | null;
  prepaid_left: number | null;
};

/** One outcome for each charge, in their order. Either all that could be paid is written when this resolves, or nothing. */
export async function charge(db: Db, charges: readonly Charge[]): Promise<ChargeOutcome[]> {
  const cells = charges.map((one) => [
    ...payerCells(one.payer),
    one.requestId,
    one.fingerprint,
    one.operation,
    one.request,
    one.asOf,
    one.digest,
    one.head.version,
    one.head.watermark,
    one.head.removals,
  ]);
  const bindings = inputColumns.map((_, column) => cells.map((row) => row[column] ?? null));
  const { rows } = await db.raw(chargeSql, bindings as never[]).options({ name: 'charge' });
  const outcomes = charges.map((): ChargeOutcome => ({ kind: 'unauthorized' }));
  const found = rows as OutcomeRow[];
  const contested = new Set(found.filter(isLost).map((row) => row.account_id));
  for (const row of found) outcomes[row.ord - 1] = outcomeOf(row, contested.has(row.account_id));
  return outcomes;
}

/** Paid for as far as this statement could see, but another one had just written the entry of its id. */
const isLost = (row: OutcomeRow): boolean => row.paid_from !== null && row.charged_from === null;

const UNLIMITED = 9_007_199_254_740_991;

/** `contested`: a charge of the same account lost its id, so its turn was counted although nothing was spent on it. */
function outcomeOf(row: OutcomeRow, contested: boolean): ChargeOutcome {
  const paying = { keyId: row.key_id, accountId: row.account_id, collection: row.collection, left: leftOf(row) };
  if (row.known_fingerprint !== null) {
    const known = {
      fingerprint: row.known_fingerprint,
      digest: row.known_digest,
      charged_at: row.known_charged_at,
      is_replayable: row.is_replayable,
    };
    return { kind: 'known', known, ...paying };
  }
  if (!row.settled) return { kind: 'moved', ...paying };
  if (row.charged_from !== null) return { kind: 'charged', paidFrom: row.charged_from, ...paying };
  if (row.collection === 'preview' || contested || row.n === null) return { kind: 'lost', ...paying };
  // Whatever could be spent was spent by the turns before: what is still there is behind the limit.
  const isLimited = Number(row.prepaid) > Number(row.prepaid_left);
  return { kind: 'unpaid', reason: isLimited ? 'spend-limit-reached' : 'no-credit', ...paying };
}

/** After this call, where it is one of several in its batch. */
function leftOf(row: OutcomeRow): number | null {
  return leftAfter(row, isLost(row) ? 0 : (row.n ?? 0));
}

/** Requests that are left after so many more; null for any number, or where there is no balance. */
export function leftAfter(
  { allowance_left, prepaid_left }: Pick<OutcomeRow, 'allowance_left' | 'prepaid_left'>,
  spent: number,
): number | null {
  if (allowance_left === null || prepaid_left === null || allowance_left >= UNLIMITED) return null;
  return Math.max(0, allowance_left + prepaid_left - spent);
}

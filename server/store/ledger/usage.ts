// Answers by request id: the charge, the receipt, and the bytes of a replay.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { rawResult } from '../engine/raw-result.ts';
import { allowanceLeft, prepaidLeft } from './balance.ts';
import { type KnownRequest, type PaidFrom, leftAfter } from './charge.ts';
import { type Fragment, all, listed, sql } from '../engine/fragment.ts';
import { REPLAY_DAYS, REQUEST_ID_DAYS } from '../engine/lifetimes.ts';
import { firstPrepared, runPrepared } from '../engine/named-statement.ts';

export type FoundRequest = KnownRequest & {
  /** Requests that the account has left, null for any number. */
  left: number | null;
};

/** The entry of a request id, or null while it is free. */
export async function findRequest(db: Db, accountId: string, requestId: string): Promise<FoundRequest | null> {
  type Row = KnownRequest & { allowance_left: number | null; prepaid_left: number | null };
  const found = await firstPrepared<Row>(db, {
    sql: `select u.fingerprint, u.digest, u.charged_at, u.charged_at > now() - interval '${REPLAY_DAYS} days' as is_replayable,
            ${allowanceLeft} as allowance_left, ${prepaidLeft} as prepaid_left
       from usage_entry u left join account a on a.account_id = u.account_id
      where u.account_id = ? and u.request_id = ?`,
    bindings: [accountId, requestId],
  });
  return found === null ? null : { ...found, left: leftAfter(found, 0) };
}

export type UsageReceipt = {
  request_id: string;
  /** The key's id; `grant:` and the id of a chat's grant; `session:` and the id of a person. */
  key_id: string;
  operation: string;
  request: string;
  collection: Collection;
  units: number;
  paid_from: PaidFrom;
  charged_at: Instant;
  as_of: Instant;
  digest: Buffer;
  replay_until: Instant;
  request_id_kept_until: Instant;
};

const receiptColumns = `request_id, key_id, operation, request, collection, units, paid_from, charged_at, as_of, digest,
            charged_at + interval '${REPLAY_DAYS} days' as replay_until,
            charged_at + interval '${REQUEST_ID_DAYS} days' as request_id_kept_until`;

/** The charge and the delivery of a request id; null if the account has no such id. */
export function readReceipt(db: Db, accountId: string, requestId: string): Promise<UsageReceipt | null> {
  return firstPrepared<UsageReceipt>(db, {
    sql: `select ${receiptColumns} from usage_entry where account_id = ? and request_id = ?`,
    bindings: [accountId, requestId],
  });
}

/** The receipt after which a page begins. */
export type ReceiptPosition = { chargedAt: Instant; requestId: string };

export type ReceiptQuestion = {
  accountId: string;
  /** From this instant on. */
  since: Instant | undefined;
  /** Before this instant. */
  until: Instant | undefined;
  after: ReceiptPosition | null;
  limit: number;
  /** Only of this key, chat or person. */
  keyId?: string | undefined;
  operation?: string | undefined;
  /** Only request ids that begin with this text. */
  idStart?: string | undefined;
};

/** Receipts of an account, the newest first, then by request id. */
export function receiptsQuery(question: ReceiptQuestion): Fragment {
  const { accountId, since, until, after, limit, keyId, operation, idStart } = question;
  const columns: Fragment = { sql: receiptColumns, bindings: [] };
  const part = (place: Fragment | null): Fragment => sql`(
    select ${columns} from usage_entry
     where ${all(
       // True of every entry: the index by time is used by a statement that says so.
       sql`account_id = ${accountId} and charged_at > '-infinity'`,
       since === undefined ? null : sql`charged_at >= ${since}`,
       until === undefined ? null : sql`charged_at < ${until}`,
       keyId === undefined ? null : sql`key_id = ${keyId}`,
       operation === undefined ? null : sql`operation = ${operation}`,
       // Ids are printable ASCII, so 0x7f sorts after them.
       idStart === undefined ? null : sql`request_id >= ${idStart} and request_id < ${`${idStart}\u007F`}`,
       place,
     )}
     order by charged_at desc, request_id limit ${limit})`;
  if (after === null) return part(null);
  const { chargedAt, requestId } = after;
  // The rest of the instant, then what is older: the requests of one batch are charged at one instant.
  return sql`
    select * from (${part(sql`charged_at = ${chargedAt} and request_id > ${requestId}`)}
      union all ${part(sql`charged_at < ${chargedAt}`)}) e
     order by e.charged_at desc, e.request_id limit ${limit}`;
}

export async function listReceipts(db: Db, question: ReceiptQuestion): Promise<UsageReceipt[]> {
  const query = receiptsQuery(question);
  return (await rawResult<UsageReceipt>(db, query)).rows;
}

export type KeptBody = { bytes: Buffer | null; removed_reason: string | null };

/**
 * The delivered bytes of this digest; `bytes` is null if a legal removal emptied them, or one of their records is lost.
 */
export function readKeptBody(db: Db, digest: Buffer): Promise<KeptBody | null> {
  return firstPrepared<KeptBody>(db, sql`select bytes, removed_reason from delivered_body where digest = ${digest}`);
}

/** Bytes to be delivered, by their SHA-256: whole, or as a frame around records shared with other bodies. */
export type DeliveredBody = { digest: Buffer } & (
  | { bytes: Buffer }
  | {
      /** U+0001 where each record stands. */
      frame: Buffer;
      /** Their digests, one behind the other. */
      records: Buffer;
    }
);

export type DeliveredRecord = { digest: Buffer; bytes: Buffer };

/**
 * Keeps bodies before they are charged for, with those of their records that may not be kept yet, or notes that they are
 * delivered today too. False for a body that the law forbids to deliver.
 */
export async function keepBodies(
  db: Db,
  bodies: readonly DeliveredBody[],
  records: readonly DeliveredRecord[] = [],
): Promise<boolean[]> {
  type Row = { digest: Buffer; is_kept: boolean };
  // Always in one order: two transactions that hold each other's rows would deadlock.
  const ordered = bodies.toSorted(byDigest);
  const rows = ordered.map((body) => {
    const { bytes, frame, records: told } = { bytes: null, frame: null, records: null, ...body };
    return sql`(${body.digest}::bytea, ${bytes}::bytea, ${frame}::bytea, ${told}::bytea)`;
  });
  const kept = await runPrepared<Row>(
    db,
    sql`${keepingRecords(records)}
     insert into kept_body (digest, bytes, frame, records, kept_on)
     select d.digest, d.bytes, d.frame, d.records, (now() at time zone 'UTC')::date
       from (values ${listed(rows)}) as d(digest, bytes, frame, records)
     on conflict (digest) do update
        -- What is whole stays as it is, without being written again, and so does what was removed. The records of an older
        -- frame may be gone sooner than those of this one.
        set bytes = case when kept_body.frame is null then kept_body.bytes else excluded.bytes end,
            frame = case when kept_body.frame is not null then excluded.frame end,
            records = case when kept_body.frame is not null then excluded.records end,
            kept_on = greatest(kept_body.kept_on, excluded.kept_on)
     returning digest, removed_reason is null as is_kept`,
  );
  const allowed = new Set(kept.filter((row) => row.is_kept).map(({ digest }) => digest.toString('hex')));
  return bodies.map(({ digest }) => allowed.has(digest.toString('hex')));
}

const byDigest = (a: { digest: Buffer }, b: { digest: Buffer }): number => Buffer.compare(a.digest, b.digest);

/** All of them as three values: the text of the statement stays the same however many there are. */
function keepingRecords(records: readonly DeliveredRecord[]): Fragment {
  if (records.length === 0) return { sql: '', bindings: [] };
  const ordered = records.toSorted(byDigest);
  const digests = Buffer.concat(ordered.map(({ digest }) => digest));
  const bytes = Buffer.concat(ordered.map((record) => record.bytes));
  const sizes = `{${ordered.map((record) => record.bytes.length).join(',')}}`;
  return sql`with record as (
       insert into kept_record (digest, bytes, kept_on)
       select substring(${digests}::bytea from (place::integer - 1) * 32 + 1 for 32),
              substring(${bytes}::bytea from (sum(size) over (order by place) - size)::integer + 1 for size),
              (now() at time zone 'UTC')::date
         from unnest(${sizes}::integer[]) with ordinality as s(size, place)
        order by place
       on conflict (digest) do update set kept_on = greatest(kept_record.kept_on, excluded.kept_on))`;
}

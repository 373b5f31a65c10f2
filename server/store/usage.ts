// What was answered under a request id: its charge, its receipt, and the bytes that a repetition gets again.
import type { Collection, Db, Instant } from './db.ts';
import { REPLAY_DAYS, REQUEST_ID_DAYS, allowanceLeft, prepaidLeft } from './balance.ts';
import { type KnownRequest, type PaidFrom, leftAfter } from './charge.ts';
import { listed, sql } from './fragment.ts';
import { firstPrepared, runPrepared } from './named-statement.ts';

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

/** What a request id was charged and what was delivered for it; null when the account knows no such id. */
export function readReceipt(db: Db, accountId: string, requestId: string): Promise<UsageReceipt | null> {
  return firstPrepared<UsageReceipt>(db, {
    sql: `select request_id, operation, request, collection, units, paid_from, charged_at, as_of, digest,
            charged_at + interval '${REPLAY_DAYS} days' as replay_until,
            charged_at + interval '${REQUEST_ID_DAYS} days' as request_id_kept_until
       from usage_entry where account_id = ? and request_id = ?`,
    bindings: [accountId, requestId],
  });
}

export type KeptBody = { bytes: Buffer | null; removed_reason: string | null };

/** The delivered bytes of this digest; `bytes` null where they were removed for legal reasons. */
export function readKeptBody(db: Db, digest: Buffer): Promise<KeptBody | null> {
  return firstPrepared<KeptBody>(db, sql`select bytes, removed_reason from kept_body where digest = ${digest}`);
}

/** Bytes that are about to be delivered, by their SHA-256. */
export type DeliveredBody = { digest: Buffer; bytes: Buffer };

/**
 * Keeps bytes before they are charged for, or notes that they are delivered today too. False for those that the law
 * forbids to deliver.
 */
export async function keepBodies(db: Db, bodies: readonly DeliveredBody[]): Promise<boolean[]> {
  type Row = { digest: Buffer; is_kept: boolean };
  // In one order whoever writes: two that hold each other's rows would wait for ever.
  const ordered = bodies.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
  const rows = ordered.map(({ digest, bytes }) => sql`(${digest}::bytea, ${bytes}::bytea)`);
  const kept = await runPrepared<Row>(
    db,
    sql`insert into kept_body (digest, bytes, kept_on)
     select d.digest, d.bytes, (now() at time zone 'UTC')::date from (values ${listed(rows)}) as d(digest, bytes)
     on conflict (digest) do update set kept_on = greatest(kept_body.kept_on, excluded.kept_on)
     returning digest, bytes is not null as is_kept`,
  );
  const allowed = new Set(kept.filter((row) => row.is_kept).map(({ digest }) => digest.toString('hex')));
  return bodies.map(({ digest }) => allowed.has(digest.toString('hex')));
}

// Views of a workspace for the account page: its people, keys, receipts, usage, and ledger.
import type { CalendarDate, Collection, Db, Instant } from '../engine/db.ts';
import { thisMonth } from './balance.ts';
import { type KeyLimits, type KeyMaker, isExpired } from '../people/keys.ts';
import { REQUEST_ID_DAYS } from '../engine/lifetimes.ts';
import type { Role } from '../people/workspaces.ts';

export type MemberRow = {
  user_id: string;
  email: string;
  role: Role;
  created_at: Instant;
};

export async function listMembers(db: Db, workspaceId: string): Promise<MemberRow[]> {
  const { rows } = await db.raw(
    `select u.user_id, u.email, m.role, m.created_at from membership m join user_account u on u.user_id = m.user_id
      where m.workspace_id = ? order by m.role, u.email_folded`,
    [workspaceId],
  );
  return rows as MemberRow[];
}

/** True if a member of the workspace has this address. */
export async function isMemberAddress(db: Db, workspaceId: string, email: string): Promise<boolean> {
  const { rows } = await db.raw(
    `select 1 from membership m join user_account u on u.user_id = m.user_id
      where m.workspace_id = ? and u.email_folded = ?`,
    [workspaceId, email.toLowerCase()],
  );
  return rows.length > 0;
}

/** The addresses of the admins, for a member's questions. */
export async function listAdmins(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select u.email from membership m join user_account u on u.user_id = m.user_id
      where m.workspace_id = ? and m.role = 'admin' order by u.email_folded`,
    [workspaceId],
  );
  return (rows as { email: string }[]).map(({ email }) => email);
}

export type WorkspaceKey = KeyLimits & {
  key_id: string;
  collection: Collection;
  hint: string;
  name: string;
  made_by: KeyMaker;
  /** The person who made or approved it; null if it was not a person of a workspace. */
  made_by_email: string | null;
  created_at: Instant;
  last_used_at: Instant | null;
  revoked_at: Instant | null;
  is_expired: boolean;
};

const keyColumns = `k.key_id, k.collection, k.hint, k.name, k.made_by, u.email as made_by_email, k.created_at, k.last_used_at,
  k.revoked_at, k.expires_at, ${isExpired} as is_expired, k.operations, k.minute_max`;
const keyTables = 'api_key k left join user_account u on u.user_id = k.created_by';

/** The time at which a key stopped working; null while it works. */
const endedAt = `least(revoked_at, case when expires_at <= now() then expires_at end)`;
const ENDED_KEYS_MAX = 200;

/**
 * Usable keys first, each group newest first. Every usable one, because an unlisted key cannot be revoked. Revoked and
 * expired ones only as long as their receipts may name them.
 */
export async function listKeysOf(db: Db, workspaceId: string): Promise<WorkspaceKey[]> {
  const { rows } = await db.raw(
    `select ${keyColumns} from ${keyTables}
      where k.workspace_id = ? and (${endedAt} is null or k.key_id in (
        select key_id from api_key
         where workspace_id = ? and ${endedAt} > now() - interval '${REQUEST_ID_DAYS} days'
         order by ${endedAt} desc, key_id limit ${ENDED_KEYS_MAX}))
      order by ${endedAt} is not null, k.created_at desc, k.key_id`,
    [workspaceId, workspaceId],
  );
  return rows as WorkspaceKey[];
}

export async function findKeyOf(db: Db, workspaceId: string, keyId: string): Promise<WorkspaceKey | null> {
  const { rows } = await db.raw(`select ${keyColumns} from ${keyTables} where k.workspace_id = ? and k.key_id = ?`, [
    workspaceId,
    keyId,
  ]);
  return (rows as WorkspaceKey[])[0] ?? null;
}

/** True of every entry; with it the planner uses the index by time. */
const byTime = `charged_at > '-infinity'`;

export type UsageOfDay = {
  day: CalendarDate;
  /** Charged requests, and all that were answered with a 200. */
  units: number;
  subscription: number;
  prepaid: number;
  answered: number;
};

/**
 * Days with answers within a period that ends with the database's today. Of all keys together, it includes sums of
 * deleted entries, which name no key.
 */
export async function usageByDay(
  db: Db,
  workspaceId: string,
  { days, keyId = null }: { days: number; keyId?: string | null },
): Promise<{ today: CalendarDate; days: UsageOfDay[] }> {
  const today = `(now() at time zone 'UTC')::date`;
  const { rows } = await db.raw(
    `with counted as (
       select (charged_at at time zone 'UTC')::date as day, paid_from, units::bigint as units, 1::bigint as entries
         from usage_entry
        where account_id = ? and ${byTime} and charged_at >= (${today} - ?::integer) at time zone 'UTC'
          and (?::text is null or key_id = ?)
       union all
       select day, paid_from, units, entries from usage_day
        where account_id = ? and day >= ${today} - ?::integer and ?::text is null)
     select day, sum(units)::bigint as units, sum(entries)::bigint as answered,
            coalesce(sum(units) filter (where paid_from = 'subscription'), 0)::bigint as subscription,
            coalesce(sum(units) filter (where paid_from = 'prepaid'), 0)::bigint as prepaid
       from counted group by day order by day`,
    [workspaceId, days - 1, keyId, keyId, workspaceId, days - 1, keyId],
  );
  const now = await db.raw(`select ${today} as today`);
  return { today: (now.rows as { today: CalendarDate }[])[0]?.today ?? '1970-01-01', days: rows as UsageOfDay[] };
}

/** Charged requests of the running UTC month, by key. */
export async function chargedByKey(db: Db, workspaceId: string): Promise<Map<string, number>> {
  const { rows } = await db.raw(
    `select key_id, sum(units)::bigint as units from usage_entry
      where account_id = ? and ${byTime} and charged_at >= ${thisMonth} at time zone 'UTC' group by key_id`,
    [workspaceId],
  );
  return new Map((rows as { key_id: string; units: number }[]).map(({ key_id: id, units }) => [id, units]));
}

export type UsageOfKey = { key_id: string; units: number; answered: number; last: Instant };

/** Keys, chats and people with answers within a period that ends with the database's today; the most charged first. */
export async function usageByKey(db: Db, workspaceId: string, days: number): Promise<UsageOfKey[]> {
  const { rows } = await db.raw(
    `select key_id, sum(units)::bigint as units, count(*)::bigint as answered, max(charged_at) as last from usage_entry
      where account_id = ? and ${byTime} and charged_at >= ((now() at time zone 'UTC')::date - ?::integer) at time zone 'UTC'
      group by key_id order by 2 desc, 4 desc, 1`,
    [workspaceId, days - 1],
  );
  return rows as UsageOfKey[];
}

export type LedgerRow = {
  kind: 'prepaid' | 'period' | 'period_end' | 'spend_limit' | 'take_back';
  units: number | null;
  plan: string | null;
  ends_at: Instant | null;
  origin: string;
  reference: string | null;
  recorded_at: Instant;
};

const LIMIT_CHANGES_MAX = 50;

/**
 * Ledger entries of the workspace, newest first. Every credit, because it was paid for; only the last changes of its
 * spend limit, because an admin may make any number of them.
 */
export async function listLedger(db: Db, workspaceId: string): Promise<LedgerRow[]> {
  const { rows } = await db.raw(
    `select kind, units, plan, ends_at, origin, reference, recorded_at from ledger_entry
      where account_id = ? and (kind <> 'spend_limit' or entry_id in (
        select entry_id from ledger_entry where account_id = ? and kind = 'spend_limit'
         order by recorded_at desc, entry_id limit ${LIMIT_CHANGES_MAX}))
      order by recorded_at desc, entry_id`,
    [workspaceId, workspaceId],
  );
  return rows as LedgerRow[];
}

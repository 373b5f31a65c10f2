// Retention of temporary rows: request ids, delivered bytes, windows of limits, and secrets of people and chats.
import { databaseNow } from '../known/clock.ts';
import { type Db, type Instant, SWEPT_ROWS_MAX } from '../engine/db.ts';
import { forgetDeviceCookies } from '../people/device-cookies.ts';
import { forgetDeviceGrants } from '../people/device-grants.ts';
import { type BlankRequest, blankKeptBodies } from '../published/erase.ts';
import {
  GUESS_WINDOW_HOURS_MAX,
  LINK_TOLD_DAYS,
  MAIL_HOURS_MAX,
  RATE_WINDOW_HOURS_MAX,
  RECORD_NOTED_DAYS,
  REMOVAL_SWEPT_DAYS,
  REPLAY_DAYS,
  REQUEST_ID_DAYS,
  SESSION_IDLE_HOURS,
} from '../engine/lifetimes.ts';
import { endUnusedGrants, forgetExpired } from '../people/oauth-grants.ts';
import { forgetInvitations } from '../people/invitations.ts';
import { forgetLinks } from '../people/links.ts';
import { forgetMails } from '../people/outbox.ts';
import { sweepImports } from '../staged/price-imports.ts';
import { forgetPaces } from '../ledger/request-pace.ts';
import { sqlState } from '../engine/failures.ts';
import { formOf } from '../ledger/charge.ts';
import { forgetUnknownPayments } from '../ledger/payments.ts';
import { forgetSessions } from '../people/sessions.ts';

export type RetentionCounts = {
  request_ids: number;
  bodies: number;
  removed_bodies: number;
  records: number;
  rate_windows: number;
  request_paces: number;
  device_grants: number;
  device_cookies: number;
  sessions: number;
  sign_in_links: number;
  invitations: number;
  mails: number;
  oauth_codes: number;
  oauth_tokens: number;
  unused_grants: number;
  unknown_payments: number;
  import_rows: number;
};

/** Any number of servers may do this at once: each takes rows that no other one has. */
export async function tidy(db: Db): Promise<RetentionCounts> {
  const now = await databaseNow(db);
  return {
    request_ids: await repeatedly(() => rollUp(db)),
    bodies: await repeatedly(() => forgetBodies(db)),
    removed_bodies: await blankRemoved(db),
    records: await repeatedly(() => forgetRecords(db)),
    rate_windows: await repeatedly(() => forgetWindows(db)),
    request_paces: await repeatedly(() => forgetPaces(db)),
    device_grants: await repeatedly(() => forgetDeviceGrants(db)),
    device_cookies: await repeatedly(() => forgetDeviceCookies(db)),
    sessions: await repeatedly(() => forgetSessions(db, { now, seenAfter: before(now, SESSION_IDLE_HOURS) })),
    sign_in_links: await repeatedly(() => forgetLinks(db, before(now, 24 * LINK_TOLD_DAYS))),
    invitations: await repeatedly(() => forgetInvitations(db, now)),
    mails: await repeatedly(() => forgetMails(db, before(now, MAIL_HOURS_MAX))),
    oauth_codes: await repeatedly(() => forgetExpired(db, 'oauth_code')),
    oauth_tokens: await repeatedly(() => forgetExpired(db, 'oauth_token')),
    unused_grants: await repeatedly(() => endUnusedGrants(db)),
    unknown_payments: await repeatedly(() => forgetUnknownPayments(db)),
    import_rows: await sweepImports(db),
  };
}

function before(now: Instant, hours: number): Instant {
  return new Date(Date.parse(now) - hours * 3_600_000).toISOString();
}

async function repeatedly(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await undeadlocked(step);
    all += done;
    if (done < SWEPT_ROWS_MAX) return all;
  }
}

const deadlock = '40P01';

/** A step again that met another server's: a cluster locks the copies of a row one after another, and skips none. */
export async function undeadlocked(step: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (sqlState(error) !== deadlock || tries === STEP_TRIES_MAX) throw error;
    }
  }
}

const STEP_TRIES_MAX = 5;

/**
 * Entries become a sum for their day, in one statement: at no moment is a unit counted twice or not at all. On a cluster
 * that is a statement for each account.
 */
async function rollUp(db: Db): Promise<number> {
  if (formOf(db) === 'batch') return rollUpOf(db, null);
  const { rows } = await db.raw(`select distinct account_id from usage_entry where ${isOld} limit ${SWEPT_ROWS_MAX}`);
  let all = 0;
  for (const { account_id: account } of rows as { account_id: string }[]) all += await rollUpOf(db, account);
  return all;
}

const isOld = `charged_at < now() - interval '${REQUEST_ID_DAYS} days'`;

async function rollUpOf(db: Db, account: string | null): Promise<number> {
  const [own, column] =
    account === null ? ['', 'account_id'] : ['u.account_id = :account and', 'cast(:account as text)'];
  const { rows } = await db.raw(
    `with old as (
       delete from usage_entry u using (
         select account_id, request_id from usage_entry u where ${own} ${isOld}
          limit ${SWEPT_ROWS_MAX} for update skip locked) o
        where ${own} u.account_id = o.account_id and u.request_id = o.request_id
       returning u.*),
     summed as (
       insert into usage_day (account_id, day, operation, collection, paid_from, period_id, month, entries, units)
       select ${column}, (charged_at at time zone 'UTC')::date, operation, collection, paid_from, coalesce(period_id, ''),
              coalesce(month, '1970-01-01'), count(*), sum(units)
         from old group by 1, 2, 3, 4, 5, 6, 7
        -- In one order, so that two servers that sum up the same days never wait for each other.
        order by 1, 2, 3, 4, 5, 6, 7
       on conflict (account_id, day, operation, collection, paid_from, period_id, month)
       do update set entries = usage_day.entries + excluded.entries, units = usage_day.units + excluded.units
       returning 1)
     select (select count(*) from old) as old, (select count(*) from summed) as summed`,
    account === null ? [] : { account },
  );
  return (rows as { old: number }[])[0]?.old ?? 0;
}

/**
 * A body that was last delivered on a day is needed for a replay until REPLAY_DAYS later, to the end of that day. A
 * cluster locks no rows of several servers in a subquery, so they are named first.
 */
async function forgetBodies(db: Db): Promise<number> {
  const old = `kept_on < (now() at time zone 'UTC')::date - ${REPLAY_DAYS + 1}`;
  const oldest = `select digest from kept_body where ${old} limit ${SWEPT_ROWS_MAX}`;
  if (formOf(db) === 'batch') {
    const forgotten = await db.raw(`delete from kept_body where digest in (${oldest} for update skip locked)`);
    return forgotten.rowCount ?? 0;
  }
  const digests = ((await db.raw(oldest)).rows as { digest: Buffer }[]).map(({ digest }) => digest);
  const forgotten = await db.raw(`delete from kept_body where digest = any(?) and ${old}`, [digests]);
  return forgotten.rowCount ?? 0;
}

/**
 * A server notes the use of a record only at intervals, so a record outlives the last body that may contain it. A day
 * more covers a body stored after its records.
 */
async function forgetRecords(db: Db): Promise<number> {
  const days = REPLAY_DAYS + RECORD_NOTED_DAYS + 2;
  const forgotten = await db.raw(
    `delete from kept_record where digest in (
       select digest from kept_record where kept_on < (now() at time zone 'UTC')::date - ${days} limit ${SWEPT_ROWS_MAX}
          for update skip locked)`,
  );
  return forgotten.rowCount ?? 0;
}

/**
 * A call in progress during a legal removal may store bytes just after the removal emptied all others. They are never
 * sent, because the charge detects the moved release; they are emptied here.
 */
async function blankRemoved(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select collection, reason, array_agg(record_id) as ids from removal
      where removed_at > now() - interval '${REMOVAL_SWEPT_DAYS} days' group by collection, reason`,
  );
  let blanked = 0;
  for (const removed of rows as BlankRequest[]) blanked += await blankKeptBodies(db, removed);
  return blanked;
}

async function forgetWindows(db: Db): Promise<number> {
  const forgotten = await db.raw(
    `delete from rate_window where (name, subject) in (
       select name, subject from rate_window
        where window_start < now() - case when name like 'guess:%' then interval '${2 * GUESS_WINDOW_HOURS_MAX} hours'
                                          else interval '${2 * RATE_WINDOW_HOURS_MAX} hours' end limit ${SWEPT_ROWS_MAX}
          for update skip locked)`,
  );
  return forgotten.rowCount ?? 0;
}

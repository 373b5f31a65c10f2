// Retention of temporary rows: none deleted early, none lost from the balances, none kept for ever.
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { assertNoDrift, chargesOn, inShort, usageOf } from '../../testing/charges.ts';
import { audit } from './audit.ts';
import { charge, type Charge } from '../ledger/charge.ts';
import type { Db } from '../engine/db.ts';
import type { Store } from '../engine/engine.ts';
import { readBalance } from '../ledger/ledger.ts';
import { tries } from '../../access/sign-in/sign-in-limits.ts';
import { GUESS_WINDOW_HOURS_MAX } from '../engine/lifetimes.ts';
import { take } from '../ledger/rate-windows.ts';
import { tidy } from './retention.ts';
import { earlier } from '../testing/instants.ts';
import { openTestStore } from '../testing/store.ts';
import { keepBodies, readKeptBody, readReceipt } from '../ledger/usage.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await assertNoDrift(store);
  await store.close();
});
const debit = async (charges: readonly Charge[]) => (await charge(store.db, charges)).map(inShort);

/** Lets days pass for entries: their month goes with them, as it was written then. */
async function age(days: number, where = 'true'): Promise<void> {
  await store.db.raw(`update usage_entry set charged_at = now() - ? * interval '1 day' where ${where}`, [days]);
  await store.db.raw(
    `update usage_entry set month = date_trunc('month', charged_at at time zone 'UTC')::date where month is not null`,
  );
  await store.db.raw(
    `update account a set spend_month = m.month, spend_used = m.used
       from (select distinct on (account_id) account_id, month, sum(units) as used from (
               select account_id, month, units from usage_entry where month is not null
               union all select account_id, month, units from usage_day where paid_from = 'prepaid') s
              group by 1, 2 order by 1, 2 desc) m where m.account_id = a.account_id`,
  );
}

type Day = { operation: string; collection: string; paid_from: string; entries: number; units: number };
async function days(): Promise<Day[]> {
  const { rows } = await store.db.raw(
    `select operation, collection, paid_from, entries, units from usage_day order by paid_from, operation`,
  );
  return rows as Day[];
}

describe('request ids', () => {
  it('are kept for 90 days, then become sums of their day that say as much of every balance', async () => {
    const workspaceId = await makeTestWorkspace(store, { plan: 'monthly', allowance: 2, prepaid: 9 });
    const { key } = await makeTestKey(store, workspaceId);
    const preview = await makeTestKey(store, workspaceId, 'preview');
    const [live, onPreview] = [await chargesOn(store), await chargesOn(store, 'preview')];
    const list = { operation: 'listBeliefs', request: '/v1/beliefs?limit=2' };
    await debit(['1', '2', '3', '4'].map((id) => live(key, id)));
    await debit([live(key, '5', list), onPreview(preview.key, '6'), live(key, 'young')]);
    const balance = await readBalance(store.db, workspaceId);
    await age(89.99, `request_id = 'young'`);
    await age(90.01, `request_id <> 'young'`);
    const before = await audit(store.db);
    expect(await tidy(store.db)).toMatchObject({ request_ids: 6, bodies: 0, rate_windows: 0 });
    expect((await usageOf(store, workspaceId)).map(({ request_id }) => request_id)).toEqual(['young']);
    expect(await days()).toEqual([
      { operation: 'getBrief', collection: 'preview', paid_from: 'none', entries: 1, units: 0 },
      { operation: 'getBrief', collection: 'live', paid_from: 'prepaid', entries: 2, units: 2 },
      { operation: 'listBeliefs', collection: 'live', paid_from: 'prepaid', entries: 1, units: 1 },
      { operation: 'getBrief', collection: 'live', paid_from: 'subscription', entries: 2, units: 2 },
    ]);
    const after = await audit(store.db);
    expect([after.prepaid, after.entries]).toEqual([before.prepaid, before.entries - 6]);
    expect({ ...(await readBalance(store.db, workspaceId)), spend_used: 0 }).toEqual({ ...balance, spend_used: 0 });
    expect(await tidy(store.db)).toMatchObject({ request_ids: 0, bodies: 0, rate_windows: 0 });
  });

  it('add to a day that was summed up before', async () => {
    const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
    const { key } = await makeTestKey(store, workspaceId);
    const live = await chargesOn(store);
    await debit([live(key, '1'), live(key, '2'), live(key, '3')]);
    await age(91, `request_id <> '3'`);
    await tidy(store.db);
    await age(91, `request_id = '3'`);
    await tidy(store.db);
    expect(await days()).toMatchObject([{ entries: 3, units: 3 }]);
  });

  it('are free again afterwards: the same id is a new request, and its receipt is gone', async () => {
    const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
    const { key } = await makeTestKey(store, workspaceId);
    const live = await chargesOn(store);
    expect(await debit([live(key, 'id')])).toEqual(['prepaid']);
    await age(91);
    expect(await debit([live(key, 'id')])).toEqual(['known']);
    await tidy(store.db);
    expect(await readReceipt(store.db, workspaceId, 'id')).toBeNull();
    expect(await debit([live(key, 'id')])).toEqual(['prepaid']);
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(7);
  });

  it('are summed once by any number of servers that tidy at the same time', async () => {
    const workspaceId = await makeTestWorkspace(store, { plan: 'unlimited' });
    const { key } = await makeTestKey(store, workspaceId);
    const live = await chargesOn(store);
    await debit(Array.from({ length: 60 }, (_, index) => live(key, `id-${index}`)));
    await age(91);
    const done = await Promise.all([1, 2, 3, 4].map(() => tidy(store.db)));
    expect(done.reduce((sum, { request_ids: ids }) => sum + ids, 0)).toBe(60);
    expect(await days()).toMatchObject([{ entries: 60, units: 60 }]);
  });

  it('of more than one statement’s share are all taken', async () => {
    const workspaceId = await makeTestWorkspace(store, { plan: 'unlimited' });
    const { key } = await makeTestKey(store, workspaceId);
    await debit([(await chargesOn(store))(key, 'id')]);
    await age(91);
    await store.db.raw(
      `insert into usage_entry select account_id, 'id-' || i, fingerprint, operation, request, collection, key_id, units, paid_from,
         period_id, month, charged_at, as_of, digest from usage_entry, generate_series(1, 10001) as i`,
    );
    await store.db.raw('update account set allowance_used = 10002');
    expect((await tidy(store.db)).request_ids).toBe(10_002);
    expect(await days()).toMatchObject([{ entries: 10_002, units: 10_002 }]);
  });
});

describe('delivered bytes', () => {
  const keptOn = async (daysAgo: number, db: Db = store.db): Promise<Buffer> => {
    const bytes = Buffer.from(JSON.stringify({ days_ago: daysAgo, text: randomBytes(32).toString('hex') }));
    const digest = createHash('sha256').update(bytes).digest();
    await keepBodies(db, [{ digest, bytes }]);
    await db.raw('update kept_body set kept_on = kept_on - ?::integer where digest = ?', [daysAgo, digest]);
    return digest;
  };

  it('stay until the last replay of their last day is surely over, and then go', async () => {
    const ages = [0, 29, 30, 31, 32, 33, 400];
    const digests: Buffer[] = [];
    // In one transaction it is the same day from first to last.
    await store.db.transaction(async (trx) => {
      for (const daysAgo of ages) digests.push(await keptOn(daysAgo, trx));
      expect(await tidy(trx)).toMatchObject({ request_ids: 0, bodies: 3, rate_windows: 0 });
    });
    const kept = [];
    for (const digest of digests) kept.push((await readKeptBody(store.db, digest)) !== null);
    expect(kept).toEqual([true, true, true, true, false, false, false]);
  });

  it('are there for every entry that can be replayed, to its last moment', async () => {
    const workspaceId = await makeTestWorkspace(store, { plan: 'unlimited' });
    const { key } = await makeTestKey(store, workspaceId);
    const live = await chargesOn(store);
    await debit([live(key, 'id')]);
    await age(29.99);
    // Noted by a server whose clock was still on the day before.
    const { rows } = await store.db.raw(
      `select ((charged_at at time zone 'UTC')::date - 1)::text as day_before from usage_entry`,
    );
    await store.db.raw('update kept_body set kept_on = ?', [(rows as { day_before: string }[])[0]?.day_before ?? null]);
    const [known] = await charge(store.db, [live(key, 'id')]);
    expect(known).toMatchObject({ kind: 'known', known: { is_replayable: true } });
    expect((await tidy(store.db)).bodies).toBe(0);
    expect((await audit(store.db)).drifts).toEqual([]);
  });

  it('that are delivered again start their time anew', async () => {
    const body = Buffer.from('{}');
    const digest = await keptOn(40);
    const { rows } = await store.db.raw('select bytes from kept_body where digest = ?', [digest]);
    const again = { digest, bytes: (rows as { bytes: Buffer }[])[0]?.bytes ?? body };
    expect(await keepBodies(store.db, [again])).toEqual([true]);
    expect((await tidy(store.db)).bodies).toBe(0);
  });
});

describe('windows of limits', () => {
  it('go when they have been over for a day, and no earlier', async () => {
    const of = (subject: string) => take(store.db, { name: 'sign_in', subject, quota: 5, seconds: 86_400 });
    for (const subject of ['old', 'young', 'new']) {
      await of(subject);
      const hours = { old: 48.1, young: 47.9, new: 0 }[subject];
      await store.db.raw(
        `update rate_window set window_start = ${earlier('window_start', `? * interval '1 hour'`)} where window_start > now() - interval '1 hour'`,
        [hours ?? 0],
      );
    }
    expect((await tidy(store.db)).rate_windows).toBe(1);
  });

  it('of guesses go an hour after they are over: many addresses leave few rows', async () => {
    await store.db.raw('delete from rate_window');
    const limits = [...Object.values(tries), { name: 'guess: user code' }, { name: 'guess: user code alarm' }];
    for (const { name } of limits) await take(store.db, { name, subject: 'x', quota: 5, seconds: 3_600 });
    const age = (hours: number) =>
      store.db.raw(`update rate_window set window_start = ${earlier('window_start', `? * interval '1 hour'`)}`, [
        hours,
      ]);
    await age(1.9);
    expect((await tidy(store.db)).rate_windows).toBe(0);
    await age(0.2);
    expect((await tidy(store.db)).rate_windows).toBe(limits.length);
    expect(Math.max(...Object.values(tries).map(({ seconds }) => seconds))).toBe(3_600 * GUESS_WINDOW_HOURS_MAX);
  });
});

describe('what people and devices sign in with', () => {
  const of = async (table: string): Promise<string[]> => {
    const { rows } = await store.db.raw(`select name from (${table}) t order by name`);
    return (rows as { name: string }[]).map(({ name }) => name);
  };
  const ago = (hours: number): string => `date_trunc('milliseconds', now()) - interval '${hours} hours'`;
  beforeEach(async () => {
    await store.db.raw(
      `insert into user_account (user_id, email, email_folded, created_at) values ('usr_a', 'a@b.example', 'a@b.example', now())`,
    );
  });

  it('sessions go when they have lain idle for 12 hours, or are over, and no earlier', async () => {
    const session = (name: string, seen: number, over: number): string =>
      `(sha256('${name}'), '${name}', 'usr_a', 'Firefox', ${ago(800)}, ${ago(seen)}, ${ago(over)})`;
    await store.db.raw(
      `insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at)
       values ${[session('busy', 0, -1), session('idle', 12.1, -1), session('quiet', 11.9, -1), session('over', 0, 0.1)].join(', ')}`,
    );
    expect(await tidy(store.db)).toMatchObject({ sessions: 2 });
    expect(await of('select session_id as name from browser_session')).toEqual(['busy', 'quiet']);
    expect(await tidy(store.db)).toMatchObject({ sessions: 0 });
  });

  it('links go 30 days after they expired, used or not, and no earlier', async () => {
    const link = (name: string, expired: number, used: string): string =>
      `(sha256('${name}'), '${name}', '${name}', 'mail', ${ago(expired + 24)}, ${ago(expired)}, ${used})`;
    await store.db.raw(
      `insert into sign_in_link (token_sha256, email, email_folded, proves, created_at, expires_at, used_at)
       values ${[
         link('open', -1, 'null'),
         link('told', 30 * 24 - 0.1, 'null'),
         link('untold', 30 * 24 + 0.1, 'null'),
         link('used', 30 * 24 + 0.1, ago(30 * 24 + 2)),
       ].join(', ')}`,
    );
    expect(await tidy(store.db)).toMatchObject({ sign_in_links: 2 });
    expect(await of('select email as name from sign_in_link')).toEqual(['open', 'told']);
  });

  it('invitations go when they expire, and mails that nobody sent after 24 hours', async () => {
    const workspaceId = await makeTestWorkspace(store);
    const invitation = (name: string, expired: number): string =>
      `('${name}', '${workspaceId}', '${name}', '${name}', 'member', null, ${ago(expired + 720)}, ${ago(expired)})`;
    await store.db.raw(
      `insert into invitation (invitation_id, workspace_id, email, email_folded, role, invited_by, created_at, expires_at)
       values ${[invitation('open', -0.1), invitation('over', 0.1)].join(', ')}`,
    );
    const mail = (name: string, age: number): string => `('${name}', 'password', '${name}', ${ago(age)}, now())`;
    const mails = [mail('waits', 23.9), mail('late', 24.1)].join(', ');
    await store.db.raw(`insert into mail_outbox (mail_id, kind, email, created_at, due_at) values ${mails}`);
    expect(await tidy(store.db)).toMatchObject({ invitations: 1, mails: 1 });
    expect(await of('select email as name from invitation')).toEqual(['open']);
    expect(await of('select mail_id as name from mail_outbox')).toEqual(['waits']);
  });

  it('payments that are for nothing here go after 60 days with their reversals, and no earlier', async () => {
    await store.db.raw(`insert into workspace (workspace_id, name, created_at) values ('ws_p', 'P', now())`);
    await store.db.raw(`insert into account (account_id, prepaid) values ('ws_p', 10)`);
    await store.db.raw(
      `insert into ledger_entry (entry_id, account_id, kind, units, origin, reference, recorded_at)
       values ('led_1', 'ws_p', 'prepaid', 5, 'stripe', 'pi_own', now()), ('led_2', 'ws_p', 'prepaid', 5, 'stripe', 'in_own', now());
       insert into ledger_reference select origin, reference, account_id, entry_id from ledger_entry`,
    );
    const old = 60 * 24 + 0.1;
    await store.db.raw(
      `insert into payment (origin, payment_id, purchase, noted_at)
       values ('stripe', 'pi_own', null, ${ago(old)}), ('stripe', 'pi_tied', 'in_own', ${ago(old)}),
              ('stripe', 'pi_foreign', 'in_foreign', ${ago(old)}), ('stripe', 'pi_new', null, ${ago(60 * 24 - 0.1)})`,
    );
    await store.db.raw(
      `insert into payment_reversal (origin, reversal_id, payment_id, cause, amount, noted_at)
       select 'stripe', 'ch_' || payment_id, payment_id, 'refund', 1, now() from payment`,
    );
    expect(await tidy(store.db)).toMatchObject({ unknown_payments: 1 });
    expect(await of('select payment_id as name from payment')).toEqual(['pi_new', 'pi_own', 'pi_tied']);
    expect(await of('select payment_id as name from payment_reversal')).toEqual(['pi_new', 'pi_own', 'pi_tied']);
  });

  it('device logins go 24 hours after they expired, and no earlier', async () => {
    const grant = (name: string, expired: number): string =>
      `(gen_random_uuid(), sha256('d ${name}'), sha256('u ${name}'), '${name}', '{}', '192.0.2.7', 'pending', 5, ${ago(expired + 1)}, ${ago(expired)})`;
    await store.db.raw(
      `insert into device_grant (acquisition_id, device_code_sha256, user_code_sha256, device_name, acquisition, asked_from,
         status, poll_interval, created_at, expires_at) values ${[grant('waits', -1), grant('told', 23.9), grant('untold', 24.1)].join(', ')}`,
    );
    expect(await tidy(store.db)).toMatchObject({ device_grants: 1 });
    expect(await of('select device_name as name from device_grant')).toEqual(['told', 'waits']);
  });
});

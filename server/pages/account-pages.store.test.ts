// The account page over HTTP: keys, receipts, usage and sessions by role, and their forms.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionOfKey } from '../access/keys.ts';
import { sha256 } from '../access/secrets.ts';
import { databaseNow } from '../store/known/clock.ts';
import { findKeyByHash } from '../store/people/keys.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance, record } from '../store/ledger/ledger.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey } from '../testing/accounts.ts';
import { mountAccount } from './account-pages.ts';
import { everything, fieldOf, formId, makeDesk, makePerson, makeWorkspace } from './account/testing/account.ts';
import { type PageResponse, type ServedPages, servePages } from './testing/browser.ts';

let store: Store;
let pages: ServedPages;

beforeAll(async () => {
  store = await openTestStore();
  pages = await servePages(store, mountAccount);
});
afterAll(async () => {
  await pages.close();
  await store.close();
});

describe('a key', () => {
  it('is made by an admin, shown once, kept as its hash, and listed with who made it [SPEC-A4]', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const form = fieldOf((await admin.browser.get('/account')).text, 'form');
    const fields = { workspace, form, name: 'Nightly <report>', collection: 'live' };
    const made = await admin.browser.post('/account/keys', fields);
    const key = /ri_live_[0-9A-Za-z]+/.exec(made.text)?.[0] ?? '';
    expect(collectionOfKey(key)).toBe('live');
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(await findKeyByHash(store.db, sha256(key))).toMatchObject({ workspace_id: workspace, made_by: 'admin' });
    expect(await everything(store)).not.toContain(key);

    const listed = await admin.browser.get('/account');
    expect(listed.text).not.toContain(key);
    expect(listed.text).toContain('Nightly &lt;report&gt;');
    expect(listed.text).toContain(`by ${admin.email}`);
  });

  it('is made once by a form that is sent twice, and the second answer shows none', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const fields = { workspace, form: formId(), name: 'twice' };
    const answers = await Promise.all([
      admin.browser.post('/account/keys', fields),
      admin.browser.post('/account/keys', fields),
    ]);
    expect(answers.filter(({ text }) => /ri_live_\w+/.test(text))).toHaveLength(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    const { rows } = await store.db.raw('select 1 from api_key where workspace_id = ?', [workspace]);
    expect(rows).toHaveLength(1);
    expect((await admin.browser.get('/account/keys')).location).toBe('/account#api-keys');
  });

  it('is for preview data where the form says so, and needs a visible name', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const made = await admin.browser.post('/account/keys', {
      workspace,
      form: formId(),
      name: 'try',
      collection: 'preview',
    });
    expect(made.text).toMatch(/ri_preview_\w+/);
    const names = ['', '  ', 'a\u202Eb', 'x'.repeat(49), 'tab\tname', '\u3164', '\u2800 \u00a0'];
    for (const name of names) {
      const refused = await admin.browser.post('/account/keys', { workspace, form: formId(), name });
      expect([name, refused.location]).toEqual([name, `/account?workspace=${workspace}&notice=key-name#notice`]);
    }
    expect((await admin.browser.post('/account/keys', { workspace, form: 'key_1', name: 'x' })).status).toBe(303);
    const { rows } = await store.db.raw('select 1 from api_key where workspace_id = ?', [workspace]);
    expect(rows).toHaveLength(1);
  });

  it('that a device has named so that nothing is seen is listed and revoked as one without a visible name', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const { keyId } = await makeTestKey(store, workspace);
    await store.db('api_key').where('key_id', keyId).update({ name: '\u3164' });
    const { text } = await admin.browser.get('/account');
    expect(text).toContain('<th scope="row"><em>no visible name</em></th>');
    expect(text).toContain('Revoke <span class="heard"><em>no visible name</em></span>');
    const asked = await admin.browser.get(`/account/keys/${keyId}/revoke?workspace=${workspace}`);
    expect(asked.text).toContain('<strong><em>no visible name</em></strong>');
  });

  it('is listed for as long as it works, however many device logins there were since', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const { keyId } = await makeTestKey(store, workspace);
    const many = (revokedAt: string, from: number): Promise<unknown> =>
      store.db.raw(
        `insert into api_key (key_id, collection, key_sha256, hint, name, made_by, workspace_id, created_at, revoked_at)
         select 'key_' || lpad(n::text, 24, 'f'), 'live', sha256(n::text::bytea), 'ri', 'device ' || n, 'device', ?,
                now() + interval '1 hour', ${revokedAt}
           from generate_series(?::integer, ?::integer) n`,
        [workspace, from, from + 204],
      );
    await many('null', 1);
    await many('now()', 1_001);
    const { text } = await admin.browser.get('/account');
    expect(text).toContain(`/account/keys/${keyId}/revoke`);
    expect(text.match(/href="\/account\/keys\/[^"]+\/revoke/g)).toHaveLength(206);
    // The oldest revoked keys are cut off instead.
    expect(text.match(/Revoked<\/span>/g)).toHaveLength(200);
  });

  it('is revoked after a page that asks, without script, and only in its own workspace [SPEC-A4]', async () => {
    const { workspace, admin, outsider } = await makeDesk(store, pages);
    const { key, keyId } = await makeTestKey(store, workspace);
    const listed = await admin.browser.get('/account');
    const ask = /href="(\/account\/keys\/[^"]+)"/.exec(listed.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(ask).toContain(keyId);
    const asked = await admin.browser.get(ask);
    expect(asked.text).toContain('Revoke this key?');
    expect((await findKeyByHash(store.db, sha256(key)))?.revoked_at).toBeNull();

    const elsewhere = await makeWorkspace(store);
    const both = await makePerson(store, pages, [
      [elsewhere, 'admin'],
      [workspace, 'member'],
    ]);
    await both.browser.post(`/account/keys/${keyId}/revoke`, { workspace: elsewhere });
    await outsider.browser.post(`/account/keys/${keyId}/revoke`, { workspace });
    expect((await findKeyByHash(store.db, sha256(key)))?.revoked_at).toBeNull();

    const revoked = await admin.browser.follow(
      await admin.browser.post(`/account/keys/${keyId}/revoke`, { workspace }),
    );
    expect(revoked.text).toContain('The key is revoked');
    expect((await findKeyByHash(store.db, sha256(key)))?.revoked_at).not.toBeNull();
    const again = await admin.browser.post(`/account/keys/${keyId}/revoke`, { workspace });
    expect(again.location).toContain('notice=key-not-active');
  });
});

describe('a member', () => {
  it('sees keys and receipts, is offered no form that an admin has, and is told who the admins are [SPEC-A4]', async () => {
    const { workspace, admin, second, member } = await makeDesk(store, pages);
    await makeTestKey(store, workspace);
    const { status, text } = await member.browser.get('/account');
    expect(status).toBe(200);
    for (const shown of ['id="api-keys"', 'id="receipts"', 'ri_live_', admin.email, second.email])
      expect(text).toContain(shown);
    const forms = [...text.matchAll(/method="post" action="([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(forms)).toEqual(new Set(['/sign-out']));
    expect(text).not.toContain('/revoke');
    expect((await member.browser.get(`/account/keys/key_1/revoke?workspace=${workspace}`)).status).toBe(403);
    expect((await member.browser.get(`/account/members/${admin.userId}/remove?workspace=${workspace}`)).status).toBe(
      403,
    );
  });
});

describe('the spend limit', () => {
  it('is set, shown, taken back, and is a whole number', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const limitOf = async (): Promise<number | null> => (await readBalance(store.db, workspace))?.spend_limit ?? null;
    const set = (requests: string): Promise<PageResponse> =>
      admin.browser.post('/account/spend-limit', { workspace, requests });
    await set('250');
    expect(await limitOf()).toBe(250);
    expect((await admin.browser.get('/account')).text).toContain('At most 250 prepaid requests');
    for (const wrong of ['-1', '1.5', '1e3', 'x', '99999999999', '1000000001']) {
      expect([wrong, (await set(wrong)).location]).toEqual([wrong, expect.stringContaining('limit-invalid')]);
    }
    expect(await limitOf()).toBe(250);
    await set('0');
    expect(await limitOf()).toBe(0);
    await set('');
    expect(await limitOf()).toBeNull();
  });

  it('shows what a refund took back, and from which payment', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const entry = { accountId: workspace, origin: 'stripe', now: '2026-01-01T00:00:00.000Z' };
    await store.db.transaction(async (trx) => {
      await record(trx, { ...entry, entryId: 'led_refill', reference: 'pi_1' }, { kind: 'prepaid', units: 100 });
      const from = { entry_id: 'led_refill', kind: 'prepaid' } as const;
      await record(
        trx,
        { ...entry, entryId: 'led_back', reference: 'ch_1:500' },
        { kind: 'take_back', units: 70, from },
      );
    });
    const { text } = await admin.browser.get('/account');
    expect(text).toContain('70 requests taken back, unused of a payment that was reversed');
    expect(text).toMatch(/a refund or a lost dispute<br \/><small class="soft"><code>ch_1:500</);
  });

  it('hides no payment, however often it is changed, and however many payments there are', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const entries = (kind: string, units: string, count: number): Promise<unknown> =>
      store.db.raw(
        `insert into ledger_entry (entry_id, account_id, kind, units, origin, recorded_at)
         select 'led_' || ? || n || ?, ?, ?, ${units}, 'operator', '2026-01-01Z'::timestamptz + n * interval '1 minute'
           from generate_series(1, ?::integer) n`,
        [kind, workspace, workspace, kind, count],
      );
    await entries('prepaid', '1000 + n', 60);
    await entries('spend_limit', '5000 + n', 60);
    const { text } = await admin.browser.get('/account');
    expect(text.match(/1,0\d\d requests, prepaid/g)).toHaveLength(60);
    // Only the last changes are listed.
    expect(text.match(/Spend limit: 5,0\d\d/g)).toHaveLength(50);
    expect(text).toContain('Spend limit: 5,060');
  });
});

describe('receipts and usage', () => {
  type ChargeTime = { daysAgo: number; at: string };
  const charged = async (workspace: string, requestId: string, { daysAgo, at }: ChargeTime): Promise<void> => {
    await store.db.raw(
      `insert into usage_entry (account_id, request_id, fingerprint, operation, request, collection, key_id, units, paid_from,
         month, charged_at, as_of, digest)
       values (?, ?, '\\x00', 'getBrief', ?, 'live', 'key_1', 1, 'prepaid', '2026-01-01',
         ?::timestamptz - ? * interval '1 day', now(), '\\xab')`,
      [workspace, requestId, '/v1/brief?ticker=<b>X</b>', at, daysAgo],
    );
  };

  it('are found by request id or its beginning, escaped, and only in the own workspace', async () => {
    const { workspace, admin, member, outsider } = await makeDesk(store, pages);
    const at = await databaseNow(store.db);
    for (const id of ['req-1', 'req-10', 'req-2', 'other']) await charged(workspace, id, { daysAgo: 1, at });
    const found = async (search: string, who = member): Promise<string[]> => {
      const { text } = await who.browser.get(`/account?${new URLSearchParams({ workspace, receipt: search })}`);
      return [...text.matchAll(/<th scope="row" class="long">\s*<code>([^<]+)<\/code>/g)].map(([, id = '']) => id);
    };
    expect(await found('req-1')).toEqual(['req-1', 'req-10']);
    expect(await found('other')).toEqual(['other']);
    expect(await found('r%')).toEqual([]);
    expect((await found('')).toSorted()).toEqual(['other', 'req-1', 'req-10', 'req-2']);
    expect(await found('req-1', outsider)).toEqual([]);
    const { text } = await admin.browser.get(`/account?receipt=${encodeURIComponent('"><script>x</script>')}`);
    expect(text).not.toContain('<script>');
    expect((await admin.browser.get('/account')).text).toContain('ticker=&lt;b&gt;X&lt;/b&gt;');
    expect((await admin.browser.get('/account?receipt=%00%ff')).status).toBe(200);
  });

  it('are plotted by day for 90 days, with the figures as a table', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    expect((await admin.browser.get('/account')).text).toContain('Nothing was answered in the last 90 days');
    // One day less than the page shows, because a new day may begin before the request.
    const at = await databaseNow(store.db);
    for (const [id, daysAgo] of [
      ['a', 0],
      ['b', 0],
      ['c', 40],
      ['d', 88],
    ] as const)
      await charged(workspace, id, { daysAgo, at });
    // A day that only remains as a sum.
    await store.db.raw(
      `insert into usage_day (account_id, day, operation, collection, paid_from, entries, units)
       values (?, (?::timestamptz at time zone 'UTC')::date - 88, 'getBrief', 'live', 'subscription', 3, 3)`,
      [workspace, at],
    );
    const { text } = await admin.browser.get('/account');
    expect(text).toContain('7 requests charged in the last 90 days');
    expect(text.match(/<rect class="prepaid"/g)).toHaveLength(3);
    expect(text.match(/<rect class="subscription"/g)).toHaveLength(1);
    expect(text).toContain('most in a day: 4');
  });
});

describe('a person in several workspaces, or in none', () => {
  it('chooses one; another one than their own shows nothing of it', async () => {
    const { workspace: first, outsider } = await makeDesk(store, pages, 'First');
    const second = await makeWorkspace(store, { name: 'Second' });
    const both = await makePerson(store, pages, [
      [first, 'member'],
      [second, 'admin'],
    ]);
    const { text } = await both.browser.get(`/account?workspace=${second}`);
    expect(text).toContain(`/account?workspace=${first}`);
    expect(fieldOf(text, 'workspace')).toBe(second);
    expect((await outsider.browser.get(`/account?workspace=${first}`)).text).not.toContain('First');
  });

  it('is told what to do without one, and sees the own sessions', async () => {
    const alone = await makePerson(store, pages, []);
    const { status, text } = await alone.browser.get('/account');
    expect(status).toBe(200);
    expect(text).toContain('You are in no workspace');
    expect(text).toContain('id="sessions"');
  });

  it('signs in first, and comes back', async () => {
    const seen = await pages.browser().get('/account?workspace=ws_1');
    expect(seen.location).toBe(`/sign-in?${new URLSearchParams({ return_to: '/account?workspace=ws_1' })}`);
  });
});

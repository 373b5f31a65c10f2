// The account over HTTP: its sections by role, and their forms.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionOfKey } from '../access/keys.ts';
import { sha256 } from '../access/secrets.ts';
import { findKeysByHash } from '../store/people/keys.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance, record } from '../store/ledger/ledger.ts';
import { makeTestKey } from '../testing/accounts.ts';
import {
  everything,
  fieldOf,
  formId,
  makeDesk,
  makePerson,
  makeWorkspace,
  wholeAccount,
  openAccountPages,
} from './account/testing/account.ts';
import { sectionPath, sections } from './account/sections.ts';
import type { PageResponse, ServedPages } from './testing/browser.ts';

let store: Store;
let pages: ServedPages;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, pages, close } = await openAccountPages());
});
afterAll(() => close());

describe('a key', () => {
  it('is made by an admin, shown once, kept as its hash, and listed with who made it [SPEC-A4]', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const form = fieldOf((await admin.browser.get('/account/keys')).text, 'form');
    const fields = { workspace, form, name: 'Nightly <report>', collection: 'live' };
    const made = await admin.browser.post('/account/keys', fields);
    const key = /ri_live_[0-9A-Za-z]+/.exec(made.text)?.[0] ?? '';
    expect(collectionOfKey(key)).toBe('live');
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await findKeysByHash(store.db, [sha256(key)]))[0]).toMatchObject({
      workspace_id: workspace,
      made_by: 'admin',
    });
    expect(await everything(store)).not.toContain(key);

    const listed = await admin.browser.get('/account/keys');
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
      expect([name, refused.location]).toEqual([name, `/account/keys?workspace=${workspace}&notice=key-name#notice`]);
    }
    expect((await admin.browser.post('/account/keys', { workspace, form: 'key_1', name: 'x' })).status).toBe(303);
    const { rows } = await store.db.raw('select 1 from api_key where workspace_id = ?', [workspace]);
    expect(rows).toHaveLength(1);
  });

  it('that a device has named so that nothing is seen is listed and revoked as one without a visible name', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const { keyId } = await makeTestKey(store, workspace);
    await store.db('api_key').where('key_id', keyId).update({ name: '\u3164' });
    const { text } = await admin.browser.get('/account/keys');
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
    const { text } = await admin.browser.get('/account/keys');
    expect(text).toContain(`/account/keys/${keyId}/revoke`);
    expect(text.match(/href="\/account\/keys\/[^"]+\/revoke/g)).toHaveLength(206);
    // The oldest revoked keys are cut off instead.
    expect(text.match(/Revoked<\/span>/g)).toHaveLength(200);
  });

  it('is revoked after a page that asks, without script, and only in its own workspace [SPEC-A4]', async () => {
    const { workspace, admin, outsider } = await makeDesk(store, pages);
    const { key, keyId } = await makeTestKey(store, workspace);
    const listed = await admin.browser.get('/account/keys');
    const ask = /href="(\/account\/keys\/[^"]+)"/.exec(listed.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(ask).toContain(keyId);
    const asked = await admin.browser.get(ask);
    expect(asked.text).toContain('Revoke this key?');
    expect((await findKeysByHash(store.db, [sha256(key)]))[0]?.revoked_at).toBeNull();

    const elsewhere = await makeWorkspace(store);
    const both = await makePerson(store, pages, [
      [elsewhere, 'admin'],
      [workspace, 'member'],
    ]);
    await both.browser.post(`/account/keys/${keyId}/revoke`, { workspace: elsewhere });
    await outsider.browser.post(`/account/keys/${keyId}/revoke`, { workspace });
    expect((await findKeysByHash(store.db, [sha256(key)]))[0]?.revoked_at).toBeNull();

    const revoked = await admin.browser.follow(
      await admin.browser.post(`/account/keys/${keyId}/revoke`, { workspace }),
    );
    expect(revoked.text).toContain('The key is revoked');
    expect((await findKeysByHash(store.db, [sha256(key)]))[0]?.revoked_at).not.toBeNull();
    const again = await admin.browser.post(`/account/keys/${keyId}/revoke`, { workspace });
    expect(again.location).toContain('notice=key-not-active');
  });
});

describe('a member', () => {
  it('sees keys and receipts, is offered no form that an admin has, and is told who the admins are [SPEC-A4]', async () => {
    const { workspace, admin, second, member } = await makeDesk(store, pages);
    await makeTestKey(store, workspace);
    const text = await wholeAccount(member.browser);
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
    expect((await admin.browser.get('/account/plan')).text).toContain('At most 250 prepaid requests');
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
    const { text } = await admin.browser.get('/account/plan');
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
    const { text } = await admin.browser.get('/account/plan');
    expect(text.match(/1,0\d\d requests, prepaid/g)).toHaveLength(60);
    // Only the last changes are listed.
    expect(text.match(/Spend limit: 5,0\d\d/g)).toHaveLength(50);
    expect(text).toContain('Spend limit: 5,060');
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
    const { text } = await both.browser.get(`/account/keys?workspace=${second}`);
    expect(text).toContain(`/account/keys?workspace=${first}`);
    expect(fieldOf(text, 'workspace')).toBe(second);
    expect((await outsider.browser.get(`/account?workspace=${first}`)).text).not.toContain('First');
  });

  it('is told what to do without one, and sees the own sessions', async () => {
    const alone = await makePerson(store, pages, []);
    const { status, text } = await alone.browser.get('/account');
    expect(status).toBe(200);
    expect(text).toContain('You are in no workspace');
    expect(text).toContain('id="sessions"');
    const { workspace, admin } = await makeDesk(store, pages, 'Harbour');
    await admin.browser.post('/account/members', { workspace, email: alone.email, role: 'member' });
    for (const [path, said] of [
      ['/account', /usr_\w+@example.test invites you to\s+<strong>Harbour/],
      ['/account/keys', /An invitation to a workspace, <strong>Harbour<\/strong>, waits/],
    ] as const) {
      const invited = await alone.browser.get(path);
      expect(invited.text).toMatch(said);
      expect(invited.text).not.toContain('You are in no workspace');
    }
  });

  it('signs in first, and comes back', async () => {
    const seen = await pages.browser().get('/account?workspace=ws_1');
    expect(seen.location).toBe(`/sign-in?${new URLSearchParams({ return_to: '/account?workspace=ws_1' })}`);
  });
});

describe('a section', () => {
  it('has its own address and heading, is marked among the others, and is well made', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    for (const { id, name } of sections) {
      const seen = await admin.browser.get(`${sectionPath(id)}?workspace=${workspace}`);
      expect([id, seen.status, /<h1>([^<]+)</.exec(seen.text)?.[1]]).toEqual([id, 200, name]);
      expect(seen.text).toContain(`<a href="/account/${id}?workspace=${workspace}" aria-current="page">${name}</a>`);
      const buttons = [...seen.text.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, words]) => words);
      expect([id, buttons.length]).toEqual([id, new Set(buttons).size]);
    }
  });

  it('that an older link names by an anchor is found on the overview', async () => {
    const { admin } = await makeDesk(store, pages);
    const { text } = await admin.browser.get('/account');
    for (const { anchor, id } of sections)
      expect(text).toMatch(new RegExp(`<li id="${anchor}"><a href="/account/${id}\\?`));
  });

  it('of a new key has a call that works, with the id of its retry apart', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const fields = { workspace, form: formId(), name: 'first', collection: 'preview' };
    const { text } = await admin.browser.post('/account/keys', fields);
    const [key = ''] = /ri_preview_\w+/.exec(text) ?? [];
    expect(text).toContain(
      `export SERVICE_API_KEY=${key}\ncurl -H &quot;Authorization: Bearer $SERVICE_API_KEY&quot; \\`,
    );
    expect(text).toContain(`data-copy="the first call"`);
  });
});

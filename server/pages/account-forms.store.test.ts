// Every form of the account and payment pages, sent by every role: only an admin's form changes anything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey } from '../testing/accounts.ts';
import { mountAccount } from './account-pages.ts';
import { type Desk, everything, formId, makeDesk, wholeAccount } from './account/testing/account.ts';
import { mountSubscribe } from './subscribe/subscribe-pages.ts';
import { type ServedPages, servePages } from './testing/browser.ts';

let store: Store;
let pages: ServedPages;

beforeAll(async () => {
  store = await openTestStore();
  const mount: typeof mountAccount = (app, context) => {
    mountAccount(app, context);
    mountSubscribe(app, context);
  };
  pages = await servePages(store, mount, { payments: { provider: 'practice' } });
});
afterAll(async () => {
  await pages.close();
  await store.close();
});

let count = 0;

/** Address and fields that a form accepts at this desk. */
type Form = (desk: Desk) => Promise<{ path: string; fields: Record<string, string> }>;

const adminForms: Record<string, Form> = {
  'make a key': async () => ({ path: '/account/keys', fields: { name: 'laptop', form: formId() } }),
  'revoke a key': async ({ workspace }) => {
    const { keyId } = await makeTestKey(store, workspace);
    return { path: `/account/keys/${keyId}/revoke`, fields: {} };
  },
  'invite a person': async () => ({
    path: '/account/members',
    fields: { email: `new${(count += 1)}@example.com`, role: 'member' },
  }),
  'change a role': async ({ second }) => ({
    path: `/account/members/${second.userId}/role`,
    fields: { role: 'member' },
  }),
  'withdraw an invitation': async ({ workspace, admin }) => {
    await admin.browser.post('/account/members', { workspace, email: `new${(count += 1)}@example.com` });
    const { text } = await admin.browser.get('/account/members');
    return { path: /\/account\/invitations\/\w+\/withdraw/.exec(text)?.[0] ?? '', fields: {} };
  },
  'remove a person': async ({ second }) => ({ path: `/account/members/${second.userId}/remove`, fields: {} }),
  'set the spend limit': async () => ({ path: '/account/spend-limit', fields: { requests: '7' } }),
  'begin a checkout': async () => ({ path: '/subscribe', fields: { item: 'monthly' } }),
  'complete a practice checkout': async ({ workspace, admin }) => {
    const begun = await admin.browser.post('/subscribe', { workspace, item: 'monthly' });
    const checkout = new URL(begun.location ?? '', pages.address).searchParams.get('checkout') ?? '';
    return { path: '/subscribe/practice', fields: { checkout } };
  },
};

describe('every form that only an admin may send', () => {
  const names = Object.keys(adminForms);

  it.each(names)(
    'changes something for an admin, and nothing for a member, an outsider or nobody: %s [SPEC-A4]',
    async (name) => {
      const desk = await makeDesk(store, pages);
      const make = adminForms[name];
      if (make === undefined) throw new Error(`no form ${name}`);
      const { path, fields: own } = await make(desk);
      const fields = { workspace: desk.workspace, ...own };
      const before = await everything(store);

      const asMember = await desk.member.browser.post(path, fields);
      expect(asMember.status).toBe(403);
      expect(asMember.text).toContain(desk.admin.email);
      const asOutsider = await desk.outsider.browser.post(path, fields);
      expect(asOutsider.status).toBe(404);
      expect(asOutsider.text).not.toContain(desk.admin.email);
      const asNobody = await pages.browser().post(path, fields);
      expect([asNobody.status, asNobody.location]).toEqual([303, '/sign-in']);
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
      expect((await desk.admin.browser.post(path, fields, foreign)).status).toBe(403);
      expect((await desk.admin.browser.post(path, fields, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
      expect(await everything(store)).toBe(before);

      const asAdmin = await desk.admin.browser.post(path, fields);
      expect([200, 303]).toContain(asAdmin.status);
      expect(asAdmin.headers.get('cache-control')).toBe('no-store');
      expect(await everything(store)).not.toBe(before);
      expect(pages.failures).toEqual([]);
    },
  );

  it('is in this table: there is no form on the pages that it leaves out', async () => {
    const desk = await makeDesk(store, pages);
    await makeTestKey(store, desk.workspace);
    await desk.admin.browser.post('/account/members', { workspace: desk.workspace, email: 'listed@example.com' });
    const text = await wholeAccount(desk.admin.browser);
    const offers = await desk.admin.browser.get('/subscribe');
    const found = [...`${text}${offers.text}`.matchAll(/method="post" action="([^"]+)"/g)].map(([, path = '']) =>
      path.replace(/(usr|inv)_[0-9a-f]+/, 'ID'),
    );
    const tested = [
      '/account/keys',
      '/account/members',
      '/account/members/ID/role',
      '/account/invitations/ID/withdraw',
    ];
    expect(new Set(found)).toEqual(new Set(['/sign-out', ...tested, '/account/spend-limit', '/subscribe']));
    expect(names).toHaveLength(9);
  });
});

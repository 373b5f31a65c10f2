// Inviting, demoting and removing people: what an admin cannot do to a workspace, or to an account that others trust.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine.ts';
import { openTestStore } from '../../store/test-store.ts';
import { mountAccount } from '../account-pages.ts';
import { type Seen, type ServedPages, servePages } from '../test-browser.ts';
import { type Desk, type TestPerson, everything, makeDesk, makePerson, makeWorkspace } from './test-account.ts';

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

let count = 0;

describe('the last admin', () => {
  const demote = ({ workspace }: Desk, by: TestPerson, whom: TestPerson): Promise<Seen> =>
    by.browser.post(`/account/members/${whom.userId}/role`, { workspace, role: 'member' });
  const adminsIn = async (workspace: string): Promise<number> =>
    (await store.db.raw(`select 1 from membership where workspace_id = ? and role = 'admin'`, [workspace])).rows.length;

  it('cannot be demoted or removed, by themselves or by an invitation as a member', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, admin, second } = desk;
    expect((await demote(desk, admin, second)).location).toContain('role-changed');
    expect((await demote(desk, admin, admin)).location).toContain('last-admin');
    const removed = await admin.browser.post(`/account/members/${admin.userId}/remove`, { workspace });
    expect(removed.location).toContain('last-admin');
    const invited = await admin.browser.post('/account/members', { workspace, email: admin.email, role: 'member' });
    expect(invited.location).toContain('already-member');
    expect(await adminsIn(workspace)).toBe(1);
  });

  it('stays also when two admins demote or remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const desk = await makeDesk(store, pages);
      const { workspace, admin, second } = desk;
      const answers = await Promise.all([
        demote(desk, admin, second),
        second.browser.post(`/account/members/${admin.userId}/remove`, { workspace }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([303, expect.any(Number)]);
      expect(await adminsIn(workspace)).toBe(1);
    }
    expect(pages.failures).toEqual([]);
  });
});

describe('an invitation', () => {
  it('gives a link that is shown once, and puts the person into the workspace', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    const made = await admin.browser.post('/account/members', { workspace, email: 'Ada@Example.com', role: 'admin' });
    const token = /welcome\?token=(\w+)/.exec(made.text)?.[1] ?? '';
    expect(token).not.toBe('');
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(await everything(store)).not.toContain(token);
    const { text } = await admin.browser.get('/account');
    expect(text).toContain('Ada@Example.com');
    expect(text).toContain('Invited, has not signed in');
    expect(text).not.toContain(token);
  });

  it('is refused for who belongs to another workspace, so that no admin gets into an account that others trust', async () => {
    const { workspace, admin, outsider } = await makeDesk(store, pages);
    const before = await everything(store);
    const invited = await admin.browser.post('/account/members', { workspace, email: outsider.email, role: 'member' });
    expect(invited.location).toContain('notice=email-elsewhere');
    expect(await everything(store)).toBe(before);
    const both = await makePerson(store, pages, [
      [workspace, 'member'],
      [await makeWorkspace(store), 'member'],
    ]);
    const link = await admin.browser.post(`/account/members/${both.userId}/link`, { workspace });
    expect(link.location).toContain('notice=email-elsewhere');
    const { rows } = await store.db.raw('select 1 from sign_in_link where user_id = ?', [both.userId]);
    expect(rows).toEqual([]);
  });

  it('needs an address', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    for (const email of ['', 'ada', 'a b@example.com', `${'x'.repeat(250)}@example.com`]) {
      const refused = await admin.browser.post('/account/members', { workspace, email });
      expect([email, refused.location]).toEqual([email, `/account?workspace=${workspace}&notice=email-invalid#notice`]);
    }
  });

  it('ends with the membership: the link of a removed person no longer works', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    await admin.browser.post('/account/members', { workspace, email: `gone${(count += 1)}@example.com` });
    const { rows } = await store.db.raw(
      'select user_id from sign_in_link l join membership m using (user_id) where m.workspace_id = ?',
      [workspace],
    );
    const [{ user_id: userId }] = rows as [{ user_id: string }];
    await admin.browser.post(`/account/members/${userId}/remove`, { workspace });
    expect((await store.db.raw('select 1 from sign_in_link where user_id = ?', [userId])).rows).toEqual([]);
  });
});

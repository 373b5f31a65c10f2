// Invitations, demotions and removals: limits of an admin's power over a workspace and over shared accounts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { roleOf } from '../../store/people/workspaces.ts';
import type { PageResponse, ServedPages } from '../testing/browser.ts';
import { type Desk, type TestPerson, makeDesk, makePerson, openAccountPages } from './testing/account.ts';

let store: Store;
let pages: ServedPages;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, pages, close } = await openAccountPages());
});
afterAll(() => close());

describe('the last admin', () => {
  const demote = ({ workspace }: Desk, by: TestPerson, whom: TestPerson): Promise<PageResponse> =>
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
  const inviteOf = ({ workspace, admin }: Desk, email: string): Promise<PageResponse> =>
    admin.browser.post('/account/members', { workspace, email, role: 'admin' });
  const listed = async ({ admin }: Desk): Promise<string> => (await admin.browser.get('/account/members')).text;

  it('shows no link to whoever invites, and makes nobody a member', async () => {
    const desk = await makeDesk(store, pages);
    const before = await links();
    const made = await inviteOf(desk, 'Ada@Example.com');
    expect(made.location).toBe(`/account/members?workspace=${desk.workspace}&notice=invited-unmailed#notice`);
    expect(await links()).toEqual(before);
    const text = await listed(desk);
    expect(text).toContain('Ada@Example.com');
    expect(text).not.toContain('/welcome?token=');
    const members = await store.db.raw('select 1 from membership where workspace_id = ?', [desk.workspace]);
    expect(members.rows).toHaveLength(3);
  });

  const links = async (): Promise<unknown[]> => (await store.db.raw('select token_sha256 from sign_in_link')).rows;

  it('answers and lists alike whether the address is unknown, another workspace’s, in none, or not proved', async () => {
    const desk = await makeDesk(store, pages);
    const alone = await makePerson(store, pages, []);
    const unproved = await makePerson(store, pages, []);
    await store.db.raw('update user_account set email_proved_at = null, email_proved_by = null where user_id = ?', [
      unproved.userId,
    ]);
    const emails = ['nobody@example.com', desk.outsider.email, alone.email, unproved.email];
    const answers: object[] = [];
    for (const email of emails) {
      const { status, location, text, headers } = await inviteOf(desk, email);
      answers.push({ status, location, text, cookies: headers.getSetCookie() });
    }
    expect(answers).toEqual(answers.map(() => answers[0]));
    const rows = [...(await listed(desk)).matchAll(/<tr>.*?<\/tr>/gs)]
      .map(([row]) => row)
      .filter((row) => row.includes('/withdraw'));
    const alike = rows.map((row) =>
      emails.reduce((text, email) => text.replaceAll(email, 'ADDRESS'), row).replaceAll(/inv_[0-9a-f]+/g, 'ID'),
    );
    expect(alike).toHaveLength(4);
    expect(new Set(alike.map((row) => row.replaceAll(/datetime="[^"]+">[^<]+/g, 'TIME'))).size).toBe(1);
  });

  it('is accepted by its person alone, signed in and with a proved address', async () => {
    const desk = await makeDesk(store, pages);
    const person = await makePerson(store, pages, []);
    await inviteOf(desk, person.email);
    const { text } = await person.browser.get('/account');
    expect(text).toContain(`${desk.admin.email} invites you to`);
    const path = /\/account\/invitations\/\w+\/accept/.exec(text)?.[0] ?? '';
    const [nobody, other] = [pages.browser(), desk.outsider];
    expect((await nobody.post(path)).location).toBe('/sign-in');
    expect((await other.browser.post(path)).location).toBe('/account?notice=invitation-over#notice');
    expect((await person.browser.post(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await roleIn(desk, person)).toBe(null);
    const joined = await person.browser.post(path);
    expect(joined.location).toBe(`/account?workspace=${desk.workspace}&notice=joined#notice`);
    expect(await roleIn(desk, person)).toBe('admin');
    expect((await person.browser.post(path)).location).toContain('invitation-over');
  });

  const roleIn = ({ workspace }: Desk, { userId }: TestPerson) => roleOf(store.db, workspace, userId);

  it('is declined, or withdrawn by an admin of its own workspace alone', async () => {
    const [desk, foreign] = [await makeDesk(store, pages), await makeDesk(store, pages)];
    const person = await makePerson(store, pages, []);
    await inviteOf(desk, person.email);
    const withdraw = /\/account\/invitations\/\w+\/withdraw/.exec(await listed(desk))?.[0] ?? '';
    const ofForeign = { workspace: foreign.workspace };
    expect((await foreign.admin.browser.post(withdraw, ofForeign)).location).toContain('no-such-invitation');
    const { text } = await person.browser.get('/account');
    expect((await desk.admin.browser.post(withdraw, { workspace: desk.workspace })).location).toContain('withdrawn');
    const accept = /\/account\/invitations\/\w+\/accept/.exec(text)?.[0] ?? '';
    expect((await person.browser.post(accept)).location).toContain('invitation-over');
    await inviteOf(desk, person.email);
    const again = await person.browser.get('/account');
    const decline = /\/account\/invitations\/\w+\/decline/.exec(again.text)?.[0] ?? '';
    expect((await person.browser.post(decline)).location).toContain('declined');
    expect((await person.browser.get('/account')).text).not.toContain('invites you to');
    expect(await roleIn(desk, person)).toBe(null);
  });

  it('shows nothing to an account whose address is not proved, and does not say whether there is anything', async () => {
    const desk = await makeDesk(store, pages);
    const person = await makePerson(store, pages, []);
    const unproved = 'update user_account set email_proved_at = null, email_proved_by = null where user_id = ?';
    await store.db.raw(unproved, [person.userId]);
    const { text: before } = await person.browser.get('/account');
    await inviteOf(desk, person.email);
    const { rows } = await store.db.raw('select invitation_id from invitation where email = ?', [person.email]);
    const [{ invitation_id: id }] = rows as [{ invitation_id: string }];
    const { text: after } = await person.browser.get('/account');
    expect(after).toBe(before);
    expect(before).toContain('Your address was never proved to be yours');
    expect((await person.browser.post(`/account/invitations/${id}/accept`)).location).toContain('invitation-over');
    expect(await roleIn(desk, person)).toBe(null);
  });

  it('needs an address', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    for (const email of ['', 'ada', 'a b@example.com', `${'x'.repeat(250)}@example.com`, '\u212Aim@example.com']) {
      const refused = await admin.browser.post('/account/members', { workspace, email });
      expect([email, refused.location]).toEqual([
        email,
        `/account/members?workspace=${workspace}&notice=email-invalid#notice`,
      ]);
    }
  });
});

// Opening a workspace with open sign-up: a proved address, three a day, a visible name.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { serveSignUp } from '../../testing/pre-registration.ts';
import { mountAccount } from '../account-pages.ts';
import { type ServedPages, servePages } from '../testing/browser.ts';
import { alerts, expectWellMade } from '../testing/sign-in.ts';
import { type TestPerson, makePerson } from './testing/account.ts';

let store: Store;
let pages: ServedPages;
let person: TestPerson;
beforeAll(async () => {
  store = await openTestStore();
  pages = await serveSignUp(store);
});
beforeEach(async () => {
  person = await makePerson(store, pages, []);
});
afterAll(async () => {
  await pages.close();
  await store.close();
});

const open = (name: string) => person.browser.post('/account/workspace', { name });

async function workspacesOf({ userId }: TestPerson): Promise<{ name: string; role: string; practice: boolean }[]> {
  const sql = `select w.name, m.role, w.practice from membership m join workspace w using (workspace_id)
                where m.user_id = ? order by w.created_at, w.name`;
  return (await store.db.raw(sql, [userId])).rows;
}

it('makes the person its admin, leads to its account page, and leaves an event', async () => {
  const form = await person.browser.get('/account/workspace');
  expectWellMade(form);
  expect(form.text).toContain('<label for="name">Name</label>');
  const done = await open('  Kestrel Research  ');
  expect(done.location).toMatch(/^\/account\?workspace=ws_[0-9a-f]{24}$/);
  expect(await workspacesOf(person)).toEqual([{ name: 'Kestrel Research', role: 'admin', practice: false }]);
  const account = await person.browser.follow(done);
  expect(account.text).toContain('Kestrel Research');
  const { rows } = await store.db.raw('select action from admin_event where actor = ?', [person.userId]);
  expect(rows).toEqual([{ action: 'workspace-made' }]);
});

it.each([
  ['nothing', ''],
  ['spaces', ' \u00a0 '],
  ['letters that nobody sees', '\u3164\u115f'],
  ['a turned direction', 'desk\u202e'],
  ['two lines', 'desk\u2028desk'],
  ['49 characters', 'x'.repeat(49)],
])('refuses %s as a name, in words, and opens nothing', async (_what, name) => {
  const back = await open(name);
  expect(back.location).toBe('/account/workspace?problem=name');
  const seen = await person.browser.follow(back);
  expectWellMade(seen);
  expect([alerts(seen), seen.text.includes('Nothing was opened')]).toEqual([1, true]);
  expect(await workspacesOf(person)).toEqual([]);
});

it('opens three workspaces a day, and says when the next one may be', async () => {
  for (const name of ['One', 'Two', 'Three']) expect((await open(name)).location).toContain('workspace=ws_');
  const fourth = await open('Four');
  expect(fourth.location).toBe('/account/workspace?problem=limited');
  expect((await person.browser.follow(fourth)).text).toContain('Try again tomorrow');
  expect((await workspacesOf(person)).map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
});

it('is refused to a person whose address was never proved', async () => {
  await store.db.raw('update user_account set email_proved_at = null, email_proved_by = null where user_id = ?', [
    person.userId,
  ]);
  expect((await open('Desk')).location).toBe('/account/workspace?problem=not-proved');
  expect(await workspacesOf(person)).toEqual([]);
});

it('is refused to a form of another site, and to who is not signed in', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await person.browser.post('/account/workspace', { name: 'Desk' }, foreign)).status).toBe(403);
  const stranger = await pages.browser().post('/account/workspace', { name: 'Desk' });
  expect(stranger.location).toContain('/sign-in');
  expect(await workspacesOf(person)).toEqual([]);
});

it('shows a name with markup as the text that it is', async () => {
  const done = await open('<img src=x onerror=alert(1)>');
  const { text } = await person.browser.follow(done);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).not.toContain('<img src=x');
});

it('is not there where people are invited', async () => {
  const invited = await servePages(store, mountAccount, { wakeMail: () => undefined, signUp: 'invited' });
  const one = await makePerson(store, invited, []);
  expect([
    (await one.browser.get('/account/workspace')).status,
    (await one.browser.post('/account/workspace', { name: 'Desk' })).status,
  ]).toEqual([404, 404]);
  expect(await workspacesOf(one)).toEqual([]);
  await invited.close();
});

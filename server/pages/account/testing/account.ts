/** Test support for account pages: the pages, and people with roles, each with a session in a separate browser. */
import { randomBytes } from 'node:crypto';
import { cookieName } from '../../../access/sign-in/cookies.ts';
import { createPasswords } from '../../../access/sign-in/passwords.ts';
import { makeSession } from '../../../access/sign-in/sessions.ts';
import { goodPassword } from '../../../access/testing/people.ts';
import { databaseNow } from '../../../store/known/clock.ts';
import type { Store } from '../../../store/engine/engine.ts';
import { type Role, findOrInsertUser, insertWorkspace, setMembership } from '../../../store/people/workspaces.ts';
import { openTestStore } from '../../../store/testing/store.ts';
import { mountAccount } from '../../account-pages.ts';
import { type Browser, type ServedPages, servePages } from '../../testing/browser.ts';
import { sectionPath, sections } from '../sections.ts';

export type AccountPages = { store: Store; pages: ServedPages; close(): Promise<void> };

/** The account pages over an empty store. */
export async function openAccountPages(): Promise<AccountPages> {
  const store = await openTestStore();
  const pages = await servePages(store, mountAccount);
  const close = async (): Promise<void> => {
    await pages.close();
    await store.close();
  };
  return { store, pages, close };
}

export type TestPerson = { userId: string; email: string; sessionId: string; browser: Browser };

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export async function makeWorkspace(store: Store, { name = 'Desk', practice = false } = {}): Promise<string> {
  const workspaceId = idOf('ws');
  const now = await databaseNow(store.db);
  await store.db.transaction((trx) => insertWorkspace(trx, { workspaceId, name, practice, now }));
  return workspaceId;
}

/** Hash of the password that all test people share. */
let hash: Promise<string> | undefined;

export async function makePerson(
  store: Store,
  pages: ServedPages,
  memberships: readonly (readonly [workspaceId: string, role: Role])[],
): Promise<TestPerson> {
  const now = await databaseNow(store.db);
  const userId = idOf('usr');
  const email = `${userId}@example.test`;
  await findOrInsertUser(store.db, { userId, email, now });
  hash ??= createPasswords().hash(goodPassword);
  await store.db.raw(
    `update user_account set password_hash = ?, email_proved_at = ?, email_proved_by = 'mail' where user_id = ?`,
    [await hash, now, userId],
  );
  for (const [workspaceId, role] of memberships) await setMembership(store.db, { workspaceId, userId, role, now });
  const { sessionId, browser } = await signIn(store, pages, userId);
  return { userId, email, sessionId, browser };
}

/** Another browser of the same person. */
export async function signIn(
  store: Store,
  pages: ServedPages,
  userId: string,
): Promise<{ sessionId: string; browser: Browser }> {
  const now = await databaseNow(store.db);
  const { secret, sha256, sessionId } = makeSession(randomBytes);
  await store.db.raw(
    `insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at)
     values (?, ?, ?, 'Firefox on Linux', ?, ?, '2999-01-01Z')`,
    [sha256, sessionId, userId, now, now],
  );
  const browser = pages.browser();
  browser.cookies.set(cookieName(pages.context.baseUrl, 'session'), secret);
  return { sessionId, browser };
}

/** A workspace with two admins and a member, and an admin of another one. */
export type Desk = {
  workspace: string;
  admin: TestPerson;
  second: TestPerson;
  member: TestPerson;
  outsider: TestPerson;
};

export async function makeDesk(store: Store, pages: ServedPages, name = 'Desk'): Promise<Desk> {
  const workspace = await makeWorkspace(store, { name, practice: true });
  const [admin, second] = [
    await makePerson(store, pages, [[workspace, 'admin']]),
    await makePerson(store, pages, [[workspace, 'admin']]),
  ];
  const member = await makePerson(store, pages, [[workspace, 'member']]);
  const outsider = await makePerson(store, pages, [[await makeWorkspace(store), 'admin']]);
  return { workspace, admin, second, member, outsider };
}

/** Value of a form field on a page, by its name. */
export function fieldOf(text: string, name: string): string {
  const found = new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text);
  if (found === null) throw new Error(`the page has no field ${name}`);
  return found[1] ?? '';
}

/** Everything that a form could change, as text: a refused form leaves it unchanged. */
export async function everything(store: Store): Promise<string> {
  const tables = {
    api_key: 'key_id',
    membership: 'workspace_id, user_id',
    user_account: 'user_id',
    invitation: 'invitation_id',
    mail_outbox: 'mail_id',
    sign_in_link: 'token_sha256',
    ledger_entry: 'entry_id',
    account: 'account_id',
    checkout: 'checkout_id',
    workspace: 'workspace_id',
    admin_event: 'event_number',
  };
  const all = [];
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await store.db.raw(`select * from ${table} order by ${order}`);
    all.push(`${table} ${JSON.stringify(rows)}`);
  }
  return all.join('\n');
}

let forms = 0;
/** Id of a key, as the page's form would choose it. */
export const formId = (): string => String((forms += 1)).padStart(24, '0');

/** The overview and every section of the account, one after the other. */
export async function wholeAccount(browser: Browser, query = ''): Promise<string> {
  const paths = ['/account', ...sections.map(({ id }) => sectionPath(id))];
  const pages = [];
  for (const path of paths) pages.push((await browser.get(`${path}${query}`)).text);
  return pages.join('\n');
}

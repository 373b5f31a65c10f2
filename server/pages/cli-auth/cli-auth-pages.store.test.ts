// The page of a device login over HTTP: its states, who may decide, and the limit of wrong codes.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUserCode } from '../../access/devices/device-codes.ts';
import { makeSession } from '../../access/sign-in/sessions.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { setMembership } from '../../store/people/workspaces.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { type TestLogin, makeDecider, passSeconds, polledAs, startLogin } from '../../testing/device.ts';
import { type TestService, startTestService } from '../../testing/service.ts';
import { mountCliAuth } from './cli-auth-pages.ts';
import { type Browser, type FormFields, type PageResponse, type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let service: TestService;
let pages: ServedPages;
let workspaceId: string;
let admin: Person;

beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
  pages = await servePages(store, mountCliAuth, { rateLimits: { ...noRateLimits, proxies: 1 } });
  workspaceId = await makeTestWorkspace(store);
  admin = await signedInAs('admin');
});
afterAll(async () => {
  await pages.close();
  if (pages.failures.length > 0) throw new AggregateError(pages.failures, 'a page failed');
  await service.close();
  await store.close();
});

type Person = { userId: string; email: string; browser: Browser };

async function signedInAs(role: 'admin' | 'member', workspace: string | null = workspaceId): Promise<Person> {
  const { userId, email } = await makeDecider(store, workspace, role);
  const { secret, sha256, sessionId } = makeSession(randomBytes);
  await store.db.raw(
    `insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at)
     values (?, ?, ?, 'test', now(), now(), '2999-01-01Z')`,
    [sha256, sessionId, userId],
  );
  const browser = pages.browser();
  browser.cookies.set('session', secret);
  return { userId, email, browser };
}

const open = ({ browser }: Person, { userCode }: Pick<TestLogin, 'userCode'>): Promise<PageResponse> =>
  browser.get(`/cli-auth?code=${userCode}`);
const approval = ({ userCode }: TestLogin, more: FormFields = {}) => ({
  code: userCode,
  decision: 'approve',
  same: 'yes',
  workspace: workspaceId,
  ...more,
});
/** The page after the decision. */
async function decided({ browser }: Person, fields: FormFields): Promise<PageResponse> {
  const answered = await browser.post('/cli-auth', fields);
  if (answered.status !== 303) throw new Error(`a form was answered ${answered.status}`);
  return browser.follow(answered);
}
const headingOf = ({ text }: PageResponse): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
const pending = { status: 'pending', interval: 5 };

describe('the page of a device login', () => {
  it('leads who is not signed in to the sign-in page, and back to the code', async () => {
    const login = await startLogin(service);
    const seen = await pages.browser().get(`/cli-auth?code=${login.userCode}`);
    const back = new URLSearchParams({ return_to: `/cli-auth?code=${login.userCode}` });
    expect([seen.status, seen.location]).toEqual([303, `/sign-in?${back}`]);
  });

  it('asks for a code where it is given none, and reads one however it is typed [SPEC-D2]', async () => {
    expect(headingOf(await admin.browser.get('/cli-auth'))).toBe('Connect a device');
    const { userCode } = await startLogin(service);
    const typed = ` ${userCode.slice(3).replaceAll('-', ' ').toLowerCase()}`;
    const seen = await admin.browser.get(`/cli-auth?${new URLSearchParams({ code: typed })}`);
    expect([seen.status, seen.text.includes(`<p class="usercode">${userCode}</p>`)]).toEqual([200, true]);
  });

  it('shows the code, who asks, from where and when, who pays, and what the key can do, and decides nothing by itself', async () => {
    const login = await startLogin(service, { deviceName: '<b>build & "deploy"</b>' });
    const seen = await open(admin, login);
    expect([seen.status, headingOf(seen)]).toEqual([200, 'A device asks for a key']);
    const text = seen.text.replaceAll(/\s+/g, ' ').replaceAll(/ ?(<\/?d[dt]>) ?/g, '$1');
    for (const part of [
      `<p class="usercode">${login.userCode}</p>`,
      '<dt>Calls itself</dt><dd><q>&lt;b&gt;build &amp; &quot;deploy&quot;&lt;/b&gt;</q>',
      '<dt>Asked from</dt><dd>127.0.0.1',
      '(less than a minute ago)',
      '<dt>Workspace that pays</dt><dd><strong>Test</strong></dd>',
      'Read research. Each charged request spends the credit',
      'href="/account/keys"',
      'The code above is the same in my terminal.',
      'Go on only if you started this yourself, just now.',
    ]) {
      expect([part, text.includes(part)]).toEqual([part, true]);
    }
    expect(text).toMatch(/<dt>Asked at<\/dt><dd><time datetime="20\d\d-[^"]+Z">/);
    expect(text.indexOf('value="deny"')).toBeLessThan(text.indexOf('value="approve"'));
    expect(text).toMatch(/<input type="checkbox" name="same" value="yes" required/);
    expect(text).not.toMatch(/<script(?! (type="module" )?src="\/assets\/)|name="same"[^>]* checked/);
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain(login.deviceCode);
    expect(await polledAs(service, login)).toEqual([200, pending]);
  });

  it.each([' ', '\u00a0', '\u3164', '\u200b', '\u2800'])(
    'says where a device has chosen a name that shows nothing: %j, before the decision and after',
    async (deviceName) => {
      const login = await startLogin(service, { deviceName });
      const text = (await open(admin, login)).text.replaceAll(/ ?(<\/?d[dt]>)\s*/g, '$1');
      expect(text).toContain('<dd><em>no visible name</em><br /><small>The device chose this name');
      expect(text).not.toContain('<q>');
      expect((await decided(admin, approval(login))).text).toContain('calls itself <em>no visible name</em>.');
    },
  );

  it('approves with a form of its own, and says so for as long as the code is known [SPEC-S2] [SPEC-S5]', async () => {
    const login = await startLogin(service);
    expect(headingOf(await decided(admin, approval(login)))).toBe('Approved');
    expect(headingOf(await decided(admin, approval(login)))).toBe('Approved');
    const [status, body] = await polledAs(service, login);
    expect([status, Object.keys(body as object)]).toEqual([200, ['status', 'apiKey']]);
    const used = await open(admin, login);
    expect([used.status, headingOf(used)]).toEqual([200, 'This code was used']);
    expect(used.text).not.toContain((body as { apiKey: string }).apiKey.slice(8));
    // Too late to deny: the key must be revoked on the account page.
    expect(headingOf(await decided(admin, { code: login.userCode, decision: 'deny' }))).toBe('This code was used');
  });

  it('holds the key to the limits that the admin sets with the approval, and to nothing else without', async () => {
    const [login, free] = [await startLogin(service), await startLogin(service)];
    const limits = { expires: '30', minute: '7', reads: 'some', operation: 'getBrief' };
    expect(headingOf(await decided(admin, approval(login, limits)))).toBe('Approved');
    expect(headingOf(await decided(admin, approval(free)))).toBe('Approved');
    const [, body] = await polledAs(service, login);
    await polledAs(service, free);
    const { rows } = await store.db.raw(
      `select round(extract(epoch from expires_at - created_at) / 86400)::integer as days, operations, minute_max
         from api_key where acquisition_id in (?, ?) order by days`,
      [login.acquisitionId, free.acquisitionId],
    );
    expect(rows).toEqual([
      { days: 30, operations: ['getBrief'], minute_max: 7 },
      { days: null, operations: null, minute_max: null },
    ]);
    const { rows: events } = await store.db.raw(`select detail from admin_event where detail->>'device_login' = ?`, [
      login.acquisitionId,
    ]);
    expect(events).toMatchObject([{ detail: { minute: 7, operations: 'getBrief' } }]);
    const authorization = `Bearer ${(body as { apiKey: string }).apiKey}`;
    expect((await service.ask('/v1/sources', { headers: { authorization } })).status).toBe(403);
  });

  it.each([
    [{ expires: '31' }, 'Choose how long the key works.'],
    [{ minute: '0' }, 'Requests a minute are a whole number'],
    [{ reads: 'some' }, 'Choose at least one thing'],
    [{ reads: 'all', operation: ['getBrief', 'getBelief'] }, '“Everything” is chosen, and not every box'],
    [{ operation: ['getBrief'] }, '“Everything” is chosen, and not every box'],
  ])('approves nothing where the limits of the key are not what the form offers: %o', async (limits, said) => {
    const login = await startLogin(service);
    const seen = await decided(admin, approval(login, limits));
    expect(seen.text).toContain(said);
    expect(seen.text).toContain('<details open>');
    expect(await polledAs(service, login)).toEqual([200, pending]);
  });

  it('cancels without the tick and the workspace, for a member too [SPEC-S3]', async () => {
    const member = await signedInAs('member');
    for (const person of [admin, member]) {
      const login = await startLogin(service);
      expect(headingOf(await decided(person, { code: login.userCode, decision: 'deny' }))).toBe('Cancelled');
      expect(await polledAs(service, login)).toEqual([200, { status: 'denied' }]);
      expect(headingOf(await decided(admin, approval(login)))).toBe('Cancelled');
    }
  });

  it('says that a code has expired, is wrong, or is none [SPEC-S4] [SPEC-L8]', async () => {
    const login = await startLogin(service);
    await passSeconds(store, login, 900);
    const expired = await open(admin, login);
    expect([expired.status, headingOf(expired)]).toEqual([410, 'This code has expired']);
    expect(headingOf(await decided(admin, approval(login)))).toBe('This code has expired');
    const wrong = await open(admin, { userCode: makeUserCode(randomBytes) });
    expect([wrong.status, headingOf(wrong)]).toEqual([404, 'This code is wrong']);
    expect(headingOf(await decided(admin, { code: makeUserCode(randomBytes), decision: 'deny' }))).toBe(
      'This code is wrong',
    );
    const none = await open(admin, { userCode: 'RI-AAAA-0000-1111"><script>' });
    expect([none.status, headingOf(none), none.text.includes('<script>')]).toEqual([404, 'This is not a code', false]);
  });

  it('approves nothing without the tick, the choice of a workspace, or a decision', async () => {
    const other = await makeTestWorkspace(store);
    const person = await signedInAs('admin');
    const now = '2026-01-02T00:00:00.000Z';
    await setMembership(store.db, { workspaceId: other, userId: person.userId, role: 'admin', now });
    const login = await startLogin(service);
    const choice = await open(person, login);
    expect(choice.text.match(/type="radio" name="workspace"/g)).toHaveLength(2);
    expect(choice.text).not.toMatch(/name="(workspace|same)"[^>]* checked/);
    const { same: _same, ...unticked } = approval(login);
    const { workspace: _workspace, ...unchosen } = approval(login);
    expect((await decided(person, unticked)).text).toContain('Compare the codes first');
    expect((await decided(person, unchosen)).text).toContain('Choose the workspace that pays.');
    expect((await person.browser.post('/cli-auth', approval(login, { decision: 'maybe' }))).status).toBe(400);
    expect(await polledAs(service, login)).toEqual([200, pending]);
    expect(headingOf(await decided(person, approval(login, { workspace: other })))).toBe('Approved');
    await passSeconds(store, login, 5);
    expect((await polledAs(service, login))[1]).toMatchObject({ status: 'authorized' });
    const { rows } = await store.db.raw('select workspace_id from api_key where acquisition_id = ?', [
      login.acquisitionId,
    ]);
    expect(rows).toEqual([{ workspace_id: other }]);
  });

  it('names the admins to a member, who cannot approve, neither here nor by a form of their own [SPEC-A7]', async () => {
    const member = await signedInAs('member');
    const stranger = await signedInAs('admin', await makeTestWorkspace(store));
    const nobody = await signedInAs('member', null);
    const login = await startLogin(service);
    const seen = await open(member, login);
    expect(headingOf(seen)).toBe('An admin has to approve this device');
    expect(seen.text).toContain(`<strong>${admin.email}</strong>`);
    expect(seen.text).not.toContain('value="approve"');
    expect((await open(nobody, login)).text).toContain('You are in no workspace.');
    for (const person of [member, stranger, nobody]) {
      expect((await decided(person, approval(login))).text).toContain('Only an admin of the workspace can do that.');
    }
    const nowhere = approval(login, { workspace: '\0' });
    expect((await decided(admin, nowhere)).text).toContain('Only an admin of the workspace can do that.');
    expect(await polledAs(service, login)).toEqual([200, pending]);
  });

  it('refuses forms of other sites and other methods', async () => {
    const login = await startLogin(service);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '', origin: 'https://evil.test' },
    ];
    for (const headers of foreign) {
      expect((await admin.browser.post('/cli-auth', approval(login), headers)).status).toBe(403);
    }
    const put = await admin.browser.send('/cli-auth', { method: 'PUT', headers: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await polledAs(service, login)).toEqual([200, pending]);
  });
});

describe('wrong codes', () => {
  const wrongFrom = ({ browser }: Person, address: string): Promise<PageResponse> =>
    browser.get(`/cli-auth?code=${makeUserCode(randomBytes)}`, { 'x-forwarded-for': address });
  /** Moves the logins of the test back by this time. */
  const agedBy = (seconds: number) =>
    store.db.raw(`update rate_window set window_start = window_start - ? * interval '1 second'`, [seconds]);

  it('are five in a quarter of an hour for an account; then right ones wait too, and right ones never count', async () => {
    await agedBy(7_200);
    const person = await signedInAs('admin');
    const login = await startLogin(service);
    for (let opened = 0; opened < 12; opened += 1) expect((await open(person, login)).status).toBe(200);
    const statuses: number[] = [];
    for (const last of [1, 2, 3, 4, 5, 6]) statuses.push((await wrongFrom(person, `192.0.2.${last}`)).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    const refused = await open(person, login);
    expect([refused.status, headingOf(refused)]).toEqual([429, 'Too many requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect((await person.browser.post('/cli-auth', approval(login))).status).toBe(429);
    expect((await open(admin, login)).status).toBe(200);
    expect(await polledAs(service, login)).toEqual([200, pending]);
    await agedBy(900);
    expect((await open(person, login)).status).toBe(200);
  });

  it('of others cost nobody anything: an account that did not guess is answered', async () => {
    await agedBy(7_200);
    const statuses: number[] = [];
    for (let number = 0; number < 10; number += 1) {
      const person = await signedInAs('member');
      for (let guess = 0; guess < 6; guess += 1) statuses.push((await wrongFrom(person, '203.0.113.9')).status);
    }
    expect(statuses).toEqual(Array(10).fill([404, 404, 404, 404, 404, 429]).flat());
    const login = await startLogin(service);
    expect((await open(admin, login)).status).toBe(200);
  });
});

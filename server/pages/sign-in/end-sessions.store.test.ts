// End of sessions elsewhere, over HTTP: whose sessions, the password it takes, and the messages.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tries } from '../../access/sign-in/sign-in-limits.ts';
import { goodPassword } from '../../access/testing/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { mountAccount } from '../account-pages.ts';
import { type TestPerson, makePerson, makeWorkspace, signIn } from '../account/testing/account.ts';
import { mountSignIn } from './sign-in-pages.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from '../testing/browser.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '../testing/oidc-provider.ts';
import { alerts, expectWellMade, passwordForms, userNameFaults } from '../testing/sign-in.ts';

const proof = { current: goodPassword };
const endPath = (sessionId: string): string => `/account/sessions/end?session=${sessionId}`;

let store: Store;
let pages: ServedPages;
let provider: OidcProvider;
let person: TestPerson;
let other: Awaited<ReturnType<typeof signIn>>;

const mount: typeof mountAccount = (app, context) => {
  mountAccount(app, context);
  mountSignIn(app, context);
};

beforeAll(async () => {
  store = await openTestStore();
  provider = await startOidcProvider();
  pages = await servePages(store, mount, { upstream: { issuer: provider.issuer, ...oidcClient } });
});
beforeEach(async () => {
  // Attempts of one address are counted for an hour, and all tests use one address.
  await store.db.raw('delete from rate_window');
  person = await makePerson(store, pages, [[await makeWorkspace(store), 'member']]);
  other = await signIn(store, pages, person.userId);
});
afterAll(async () => {
  await pages.close();
  await provider.close();
  await store.close();
});

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account')).status === 200;

describe('a person with a password', () => {
  it('sees their own sessions, and ends one with the password, or all others', async () => {
    const { browser, userId } = person;
    const third = await signIn(store, pages, userId);
    const listed = await browser.get('/account/sessions');
    expect(listed.text.match(/Firefox on Linux<\/strong>/g)).toHaveLength(3);
    expect(listed.text).toContain(`href="${endPath(other.sessionId)}"`);
    const asked = await browser.get(endPath(other.sessionId));
    expectWellMade(asked);
    expect(asked.text).toContain('End this session?');
    expect(passwordForms(asked.text).map(userNameFaults)).toEqual([[]]);
    const ended = await browser.post('/account/sessions/end', { session: other.sessionId, ...proof });
    expect((await browser.follow(ended)).text).toContain('The session has ended.');
    expect([await isSignedIn(other.browser), await isSignedIn(third.browser)]).toEqual([false, true]);

    const askedForAll = await browser.get('/account/sessions/end-others');
    expectWellMade(askedForAll);
    expect(askedForAll.text).toContain('End all other sessions?');
    expect(passwordForms(askedForAll.text).map(userNameFaults)).toEqual([[]]);
    const endedAll = await browser.post('/account/sessions/end-others', proof);
    expect((await browser.follow(endedAll)).text).toContain('All your other sessions have ended.');
    expect([await isSignedIn(third.browser), await isSignedIn(browser)]).toEqual([false, true]);
    expect((await browser.follow(await browser.get('/account/sessions/end-others'))).text).toContain('no such session');
  });

  it('ends none without it, and is told so beside the field', async () => {
    const { browser } = person;
    for (const [path, fields] of [
      ['/account/sessions/end', { session: other.sessionId }],
      ['/account/sessions/end', { session: other.sessionId, current: `${goodPassword}!` }],
      ['/account/sessions/end-others', { current: '' }],
    ] as const) {
      const refused = await browser.follow(await browser.post(path, fields));
      expect([refused.text.includes('The current password is not right.'), alerts(refused)]).toEqual([true, 1]);
      expect(refused.text).toContain('aria-invalid="true"');
      expectWellMade(refused);
    }
    expect(await isSignedIn(other.browser)).toBe(true);
  });

  it('guesses at it no more often than at a sign-in, and a right one counts for nothing', async () => {
    const { browser, email } = person;
    const end = async (current: string): Promise<PageResponse> =>
      browser.follow(await browser.post('/account/sessions/end', { session: other.sessionId, current }));
    await browser.post('/account/sessions/end', {
      session: (await signIn(store, pages, person.userId)).sessionId,
      ...proof,
    });
    for (let one = 0; one < tries.session.quota; one += 1) await end('wrong');
    expect((await end(goodPassword)).text).toContain('That was too many tries.');
    expect(await isSignedIn(other.browser)).toBe(true);
    // It counts against this session: the person signs in elsewhere, and ends it from there.
    const elsewhere = pages.browser();
    expect((await elsewhere.post('/sign-in', { email, password: goodPassword })).location).toBe('/account');
    const ended = await elsewhere.post('/account/sessions/end', { session: person.sessionId, ...proof });
    expect(ended.location).toContain('notice=session-ended');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('signs out here at once, without a password', async () => {
    const { browser, sessionId } = person;
    expect((await browser.get('/account/sessions')).text).toContain('Sign out here');
    const own = await browser.post('/account/sessions/end', { session: sessionId, ...proof });
    expect(own.location).toContain('no-such-session');
    expect((await browser.post('/sign-out')).location).toBe('/');
    expect([await isSignedIn(browser), await isSignedIn(other.browser)]).toEqual([false, true]);
  });
});

describe('a session of somebody else', () => {
  it('is neither shown nor ended, and no form of another site ends any', async () => {
    const stranger = await makePerson(store, pages, []);
    for (const seen of [
      await stranger.browser.get(endPath(other.sessionId)),
      await stranger.browser.post('/account/sessions/end', { session: other.sessionId, ...proof }),
    ])
      expect(seen.location).toContain('no-such-session');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/account/sessions/end', '/account/sessions/end-others']) {
      const fields = { session: other.sessionId, ...proof };
      expect((await person.browser.post(path, fields, foreign)).status).toBe(403);
      expect((await pages.browser().post(path, fields)).location).toBe('/sign-in');
    }
    expect(await isSignedIn(other.browser)).toBe(true);
  });
});

describe('a person whom only the provider knows', () => {
  const seconds = (): number => Math.floor(Date.now() / 1_000);

  beforeEach(async () => {
    const { userId, email } = person;
    await store.db.raw('update user_account set password_hash = null, issuer = ?, subject = ? where user_id = ?', [
      provider.issuer,
      userId,
      userId,
    ]);
    Object.assign(provider, { person: { sub: userId, email, email_verified: true }, lie: null, visits: [] });
  });

  /** Follows the link of the page: to the provider and back. */
  async function signInAgain(path: string): Promise<PageResponse> {
    const { browser } = person;
    const { text } = await browser.get(path);
    const [, href = ''] = /href="(\/sign-in\/upstream[^"]*)"/.exec(text) ?? [];
    const left = await browser.get(href.replaceAll('&amp;', '&'));
    const back = await provider.visit(left.location ?? '');
    const arrived = await browser.get(back.slice(pages.address.length));
    expect(arrived.location).toBe(path);
    return browser.get(path);
  }

  it('ends sessions after signing in there once more, which makes a session of its own', async () => {
    const { browser } = person;
    const before = browser.cookies.get('session') ?? '';
    const refused = await browser.post('/account/sessions/end', { session: other.sessionId, ...proof });
    expect(refused.location).toBe(endPath(other.sessionId));
    const asked = await browser.follow(refused);
    expect(asked.text).toContain('sign in with');
    expect(asked.text).not.toContain('<form class="stack"');
    expectWellMade(asked);
    expect(await isSignedIn(other.browser)).toBe(true);

    provider.lie = { claims: { auth_time: seconds() } };
    const proved = await signInAgain(endPath(other.sessionId));
    expect(Object.fromEntries(provider.visits[0]?.searchParams ?? [])).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(proved.text).not.toContain('type="password"');
    expectWellMade(proved);
    expect(browser.cookies.get('session')).not.toBe(before);
    const ended = await browser.post('/account/sessions/end', { session: other.sessionId });
    expect(ended.location).toContain('notice=session-ended');
    expect(await isSignedIn(other.browser)).toBe(false);
  });

  it.each([
    ['says nothing of when', () => undefined],
    ['was signed in to for longer', () => seconds() - 301],
    ['says what is no time', () => 0],
  ])('ends none when the provider %s', async (_what, authTime) => {
    provider.lie = { claims: { auth_time: authTime() } };
    for (const path of [endPath(other.sessionId), '/account/sessions/end-others'])
      expect((await signInAgain(path)).text).toContain('sign in with');
    await person.browser.post('/account/sessions/end', { session: other.sessionId });
    await person.browser.post('/account/sessions/end-others');
    expect(await isSignedIn(other.browser)).toBe(true);
    expect(pages.failures).toEqual([]);
  });

  it('is not known for longer because the clock of the provider is ahead', async () => {
    provider.lie = { claims: { auth_time: seconds() + 3_600 } };
    await signInAgain('/account/sessions/end-others');
    const { rows } = await store.db.raw(
      'select count(*) as late from browser_session where user_id = ? and proved_at > created_at',
      [person.userId],
    );
    expect(Number((rows as { late: unknown }[])[0]?.late)).toBe(0);
    expect((await person.browser.post('/account/sessions/end-others')).location).toContain('notice=sessions-ended');
  });

  it('has five minutes from then on', async () => {
    provider.lie = { claims: { auth_time: seconds() } };
    await signInAgain('/account/sessions/end-others');
    const age = "update browser_session set proved_at = proved_at - interval '301 seconds' where user_id = ?";
    await store.db.raw(age, [person.userId]);
    expect((await person.browser.post('/account/sessions/end-others')).location).toBe('/account/sessions/end-others');
    expect(await isSignedIn(other.browser)).toBe(true);
  });

  it('is led to the operator where no provider is asked any more', async () => {
    const plain = await servePages(store, mount);
    const browser = plain.browser();
    for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
    const asked = await browser.get('/account/sessions/end-others');
    expect(asked.text).toContain('the operator of this service can end your sessions');
    expect((await browser.post('/account/sessions/end-others')).location).toBe('/account/sessions/end-others');
    await plain.close();
  });
});

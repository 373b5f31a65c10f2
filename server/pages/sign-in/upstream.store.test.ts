// Sign-in at an identity provider, with a real one: only invited people, and only tokens signed for this attempt.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { return_to_length_max } from '../../access/sign-in/return-to.ts';
import { type People, testPeople } from '../../access/testing/people.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { mountSignIn } from './sign-in-pages.ts';
import { signedIn } from '../shell/signed-in.ts';
import { handle } from '../shell/handle.ts';
import { html } from '../shell/html.ts';
import { sendPage } from '../shell/page.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from '../testing/browser.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '../testing/oidc-provider.ts';

let store: Store;
let people: People;
let provider: OidcProvider;
let served: ServedPages;
let desk: string;
let count = 0;

const mount: typeof mountSignIn = (app, context) => {
  mountSignIn(app, context);
  const who = handle(context, async (request, response) =>
    sendPage(response, html`${(await signedIn(context, request))?.email ?? 'nobody'}`),
  );
  app.get('/who', who);
};

beforeAll(async () => {
  store = await openTestStore();
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
  provider = await startOidcProvider();
  served = await servePages(store, mount, { upstream: { issuer: provider.issuer, ...oidcClient } });
});
beforeEach(() => {
  Object.assign(provider, { person: null, lie: null, userinfo: null, isDown: false, exchanges: [], visits: [] });
  served.failures.length = 0;
});
afterAll(async () => {
  await served.close();
  await provider.close();
  await store.close();
});

async function makeInvited(): Promise<string> {
  const email = `p${(count += 1)}@example.com`;
  await people.invite(email, desk);
  return email;
}

/** Goes to the provider and back; returns the answer of the return page. */
async function goAndComeBack(browser: Browser, path = '/sign-in/upstream'): Promise<PageResponse> {
  const left = await browser.get(path);
  expect(left.status).toBe(303);
  return browser.get(pathOf(await provider.visit(left.location ?? '')));
}

function pathOf(address: string): string {
  expect(address.startsWith(`${served.address}/sign-in/upstream/callback?`)).toBe(true);
  return address.slice(served.address.length);
}

const who = async (browser: Browser): Promise<string> => (await browser.get('/who')).text;

describe('a person whom the provider vouches for', () => {
  it('is signed in as the invited person of their verified address, and led to the page that was asked for', async () => {
    const email = await makeInvited();
    provider.person = { sub: 's1', email, email_verified: true };
    const browser = served.browser();
    const page = await browser.get('/sign-in?return_to=/cli-auth?code=RI-1');
    expect(page.text).toContain('href="/sign-in/upstream?return_to=%2Fcli-auth%3Fcode%3DRI-1"');
    expect(page.text).toContain(`Sign in with ${new URL(provider.issuer).host}`);
    const back = await goAndComeBack(browser, '/sign-in/upstream?return_to=%2Fcli-auth%3Fcode%3DRI-1');
    expect([back.status, back.location]).toEqual([303, '/cli-auth?code=RI-1']);
    expect([...browser.cookies.keys()]).toEqual(['session', 'device']);
    expect(await who(browser)).toBe(email);
    // The client secret is sent in a header, and the proof of this attempt is in no address.
    expect(provider.exchanges.map(({ fields }) => Object.keys(fields).toSorted())).toEqual([
      ['code', 'code_verifier', 'grant_type', 'redirect_uri'],
    ]);
    expect(provider.visits[0]?.href).not.toContain(provider.exchanges[0]?.fields['code_verifier']);
  });

  it('is the same person when they come again, whatever their address is by then', async () => {
    const email = await makeInvited();
    provider.person = { sub: 's2', email, email_verified: true };
    await goAndComeBack(served.browser());
    provider.person = { sub: 's2', email: 'renamed@example.com', email_verified: false };
    const browser = served.browser();
    expect((await goAndComeBack(browser)).location).toBe('/account');
    expect(await who(browser)).toBe(email);
    const password = await browser.get('/account/password');
    expect(password.text).toContain('there is no password here to change');
  });

  it('may be told of by the userinfo endpoint alone', async () => {
    const email = await makeInvited();
    provider.person = { sub: 's3' };
    provider.userinfo = { sub: 's3', email, email_verified: true };
    const browser = served.browser();
    await goAndComeBack(browser);
    expect(await who(browser)).toBe(email);
    provider.person = { sub: 's4' };
    provider.userinfo = { sub: 's3', email, email_verified: true };
    const other = served.browser();
    expect((await goAndComeBack(other)).location).toBe('/sign-in?problem=provider');
    expect(await who(other)).toBe('nobody');
  });

  it('does not get in unless they were invited with that address, verified', async () => {
    const email = await makeInvited();
    const refused = [
      [{ sub: 'u1', email: 'unknown@example.com', email_verified: true }, 'not-invited'],
      [{ sub: 'u2', email, email_verified: false }, 'not-invited'],
      [{ sub: 'u3', email, email_verified: 'true' }, 'not-invited'],
      [{ sub: 'u4', email }, 'not-invited'],
      [{ sub: 'u5' }, 'not-invited'],
    ] as const;
    for (const [person, problem] of refused) {
      provider.person = person;
      const browser = served.browser();
      const back = await goAndComeBack(browser);
      expect([person, back.location]).toEqual([person, `/sign-in?problem=${problem}`]);
      expect([await who(browser), browser.cookies.size]).toEqual(['nobody', 0]);
      expect((await browser.follow(back)).text).toContain('Nobody has invited you yet');
    }
    provider.person = { sub: 'u6', email, email_verified: true };
    await goAndComeBack(served.browser());
    provider.person = { sub: 'u7', email, email_verified: true };
    expect((await goAndComeBack(served.browser())).location).toBe('/sign-in?problem=tied-elsewhere');
  });
});

describe('an answer of the provider', () => {
  it('is refused when it is not signed by it, for us, now, for this browser, and for this sign-in', async () => {
    const email = await makeInvited();
    const claims = [
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'another' },
      { aud: [oidcClient.clientId, 'another'] },
      { iss: 'https://evil.test' },
      { exp: 1 },
      { iat: undefined },
      { sub: undefined },
      { sub: 'x'.repeat(256) },
    ];
    const lies = [
      ...claims.map((one) => ({ claims: one })),
      { key: provider.foreignKey },
      { state: 'x'.repeat(43) },
      { issuer: 'https://evil.test' },
    ];
    for (const lie of lies) {
      Object.assign(provider, { person: { sub: 'lied', email, email_verified: true }, lie });
      const browser = served.browser();
      expect([lie, (await goAndComeBack(browser)).location]).toEqual([lie, '/sign-in?problem=provider']);
      expect(await who(browser)).toBe('nobody');
    }
    expect([lies.length, served.failures.length]).toEqual([12, 12]);
  });

  it('is good once, and only in the browser that went there', async () => {
    const email = await makeInvited();
    provider.person = { sub: 'once', email, email_verified: true };
    const browser = served.browser();
    const left = await browser.get('/sign-in/upstream');
    const back = pathOf(await provider.visit(left.location ?? ''));
    const other = served.browser();
    expect((await other.get(back)).location).toBe('/sign-in?problem=stale');
    const third = served.browser();
    await third.get('/sign-in/upstream');
    expect((await third.get(back)).location).toBe('/sign-in?problem=provider');
    const kept = browser.cookies.get('upstream') ?? '';
    expect((await browser.get(back)).location).toBe('/account');
    expect((await browser.get(back)).location).toBe('/sign-in?problem=stale');
    const again = served.browser();
    again.cookies.set('upstream', kept);
    expect((await again.get(back)).location).toBe('/sign-in?problem=provider');
    expect([await who(other), await who(third), await who(again)]).toEqual(['nobody', 'nobody', 'nobody']);
  });

  it('that the person stopped says so, and a broken one says no more than that', async () => {
    const browser = served.browser();
    const back = await goAndComeBack(browser, '/sign-in/upstream?return_to=/account');
    expect(back.location).toBe('/sign-in?problem=declined&return_to=%2Faccount');
    expect((await browser.follow(back)).text).toContain('stopped at your provider');
    expect(served.failures).toEqual([]);
    for (const query of ['', 'code=x', 'state=x', 'code=1&code=2', 'error=%3Cscript%3E&state=x']) {
      await browser.get('/sign-in/upstream');
      const seen = await browser.get(`/sign-in/upstream/callback?${query}`);
      expect([query, seen.status, seen.location]).toEqual([query, 303, '/sign-in?problem=provider']);
    }
  });

  it('leads back to the longest address that it may, in a cookie that browsers keep', async () => {
    const email = await makeInvited();
    provider.person = { sub: 'far', email, email_verified: true };
    const returnTo = '/oauth/authorize?state='.padEnd(return_to_length_max, 'x');
    const browser = served.browser();
    const left = await browser.get(`/sign-in/upstream?${new URLSearchParams({ return_to: returnTo })}`);
    const [cookie = ''] = left.headers.getSetCookie();
    // RFC 6265, 6.1; over https the name is longer, and `Secure` follows.
    expect(cookie.length + '__Host-'.length + '; Secure'.length).toBeLessThanOrEqual(4_096);
    expect((await browser.get(pathOf(await provider.visit(left.location ?? '')))).location).toBe(returnTo);
  });

  it('never leads away from here, whatever the way back in the cookie says', async () => {
    const email = await makeInvited();
    provider.person = { sub: 'away', email, email_verified: true };
    for (const hostile of ['//evil.test', '/\\evil.test', 'https://evil.test', '/\t/evil.test']) {
      const browser = served.browser();
      const left = await browser.get(`/sign-in/upstream?${new URLSearchParams({ return_to: hostile })}`);
      const [secret = ''] = (browser.cookies.get('upstream') ?? '').split('.');
      browser.cookies.set('upstream', `${secret}.${Buffer.from(hostile).toString('base64url')}`);
      expect((await browser.get(pathOf(await provider.visit(left.location ?? '')))).location).toBe('/account');
    }
  });
});

it('a provider that does not answer costs a sentence, and is asked again by the next one', async () => {
  const email = await makeInvited();
  const fresh = await servePages(store, mount, { upstream: { issuer: provider.issuer, ...oidcClient } });
  provider.isDown = true;
  const browser = fresh.browser();
  const seen = await browser.follow(await browser.get('/sign-in/upstream'));
  expect(seen.text).toContain('Your provider cannot be reached');
  expect(fresh.failures).toHaveLength(1);
  provider.isDown = false;
  provider.person = { sub: 'late', email, email_verified: true };
  const left = await browser.get('/sign-in/upstream');
  const address = await provider.visit(left.location ?? '');
  expect((await browser.get(address.slice(fresh.address.length))).location).toBe('/account');
  await fresh.close();
});

it('a provider is asked for one address no more often than the limit of an address says', async () => {
  const unkeyed = [{ name: 'minute', quota: 4, seconds: 60 }];
  const limited = await servePages(store, mount, {
    upstream: { issuer: provider.issuer, ...oidcClient },
    rateLimits: { ...noRateLimits, unkeyed },
  });
  const browser = limited.browser();
  const statuses = [];
  for (let one = 0; one < 4; one += 1) {
    const left = await browser.get('/sign-in/upstream');
    const state = new URL(left.location ?? limited.address).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'x', state, iss: provider.issuer });
    statuses.push(left.status, (await browser.get(`/sign-in/upstream/callback?${query}`)).status);
  }
  expect([statuses, provider.exchanges.length]).toEqual([[303, 303, 303, 303, 429, 429, 429, 429], 2]);
  await limited.close();
});

it('a provider that leads somewhere else is not followed', async () => {
  let asked = 0;
  const elsewhere = createServer((_request, response) => {
    asked += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const leading = createServer((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(leading, 'listening');
  const issuer = `http://127.0.0.1:${(leading.address() as AddressInfo).port}`;
  const fresh = await servePages(store, mount, { upstream: { issuer, ...oidcClient } });
  const browser = fresh.browser();
  const seen = await browser.follow(await browser.get('/sign-in/upstream'));
  expect(seen.text).toContain('Your provider cannot be reached');
  expect([asked, fresh.failures.length]).toEqual([0, 1]);
  await fresh.close();
  elsewhere.close();
  leading.close();
});

it('without a provider there is no such way', async () => {
  const plain = await servePages(store, mount);
  const browser = plain.browser();
  expect((await browser.get('/sign-in')).text).not.toContain('/sign-in/upstream');
  for (const path of ['/sign-in/upstream', '/sign-in/upstream/callback'])
    expect((await browser.get(path)).status).toBe(404);
  await plain.close();
});

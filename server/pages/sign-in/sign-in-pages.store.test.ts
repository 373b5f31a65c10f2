// Sign-in page over HTTP: its redirects, its messages, and no echo of the request's host.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import type { ServedPages } from '../testing/browser.ts';
import {
  type SignInBench,
  alerts,
  expectWellMade,
  passwordForms,
  signInBench,
  signInFields,
  userNameFaults,
} from '../testing/sign-in.ts';

let store: Store;
let bench: SignInBench;
let served: ServedPages;
let makePerson: SignInBench['makePerson'];
beforeAll(async () => {
  store = await openTestStore();
  bench = await signInBench(store);
  ({ served, makePerson } = bench);
});
afterAll(async () => {
  await bench.close();
  await store.close();
});

/** A request that no browser sends: another host, and a whole address as the path. */
async function raw(options: RequestOptions, body: string): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(served.address);
  const request = httpRequest({ hostname, port, ...options });
  request.end(options.method === 'POST' ? body : undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { headers: response.headers, text: Buffer.concat(chunks).toString() };
}

describe('signing in', () => {
  it('makes a new session each time, ends the one before, and leads to the page that was asked for', async () => {
    const { email, browser } = await makePerson();
    const before = browser.cookies.get('session');
    const done = await browser.post('/sign-in', signInFields(email, { return_to: '/private?x=1' }));
    expect([done.status, done.location]).toEqual([303, '/private?x=1']);
    expect(browser.cookies.get('session')).not.toBe(before);
    const old = served.browser();
    old.cookies.set('session', before ?? '');
    expect((await old.get('/private')).location).toBe('/sign-in?return_to=%2Fprivate');
    expect((await browser.get('/sign-in?return_to=/private')).location).toBe('/private');
    expect((await browser.get('/sign-in')).location).toBe('/account');
  });

  it('tells the same of a wrong password and of an unknown address, and keeps what was typed', async () => {
    const { email } = await makePerson();
    const told: string[] = [];
    for (const typed of [email, 'nobody@example.com']) {
      const browser = served.browser();
      const sent = await browser.post(
        '/sign-in',
        signInFields(typed, { password: 'not this one', return_to: '/private' }),
      );
      expect([sent.status, sent.location]).toEqual([303, '/sign-in?problem=wrong&return_to=%2Fprivate']);
      const seen = await browser.follow(sent);
      expectWellMade(seen);
      expect(seen.text).toContain(`value="${typed}"`);
      expect(seen.text).toContain('name="return_to" value="/private"');
      expect(alerts(seen)).toBe(1);
      told.push(seen.text.replaceAll(typed, ''));
      // Only once: the next person at this browser must not see it.
      expect((await browser.get('/sign-in')).text).not.toContain(typed);
    }
    expect(told[0]).toBe(told[1]);
  });

  it('says when there were too many tries, in the same words for everyone', async () => {
    const { email } = await makePerson();
    const texts: string[] = [];
    for (const typed of [email, 'too-often@example.com']) {
      const browser = served.browser();
      const sent = [];
      for (let one = 0; one < 6; one += 1)
        sent.push(await browser.post('/sign-in', signInFields(typed, { password: 'wrong' })));
      expect(sent.map(({ location }) => location)).toEqual([
        ...Array.from({ length: 5 }, () => '/sign-in?problem=wrong'),
        '/sign-in?problem=limited',
      ]);
      texts.push((await browser.get('/sign-in?problem=limited')).text.replaceAll(typed, ''));
    }
    expect(texts[0]).toContain('too many tries');
    expect(texts[0]).toBe(texts[1]);
    await store.db.raw(`delete from rate_window`);
  });

  it('masks passwords, and lets managers and clipboards fill them', async () => {
    const { browser } = await makePerson();
    const { token } = await bench.makeLink();
    const fresh = served.browser();
    const forms = [
      await served.browser().get('/sign-in'),
      await fresh.follow(await fresh.get(`/welcome?token=${token}`)),
      await browser.get('/account/password'),
    ];
    const fields = forms.flatMap(({ text }) => [
      ...text.matchAll(/<input[^>]*name="(password|repeated|current)"[^>]*>/g),
    ]);
    expect(fields.map(([, name]) => name)).toEqual([
      'password',
      'password',
      'repeated',
      'current',
      'password',
      'repeated',
    ]);
    for (const [field] of fields) {
      expect(field).toContain('type="password"');
      expect(field).toMatch(/autocomplete="(current|new)-password"/);
      expect(field).not.toMatch(/maxlength|pattern|onpaste|oncopy|readonly/);
    }
  });

  it('names the user to password managers in every form that asks for a password', async () => {
    const { email, browser } = await makePerson();
    const link = await bench.makeLink();
    const fresh = served.browser();
    const pages = [
      [await served.browser().get('/sign-in'), ''],
      [await fresh.follow(await fresh.get(`/welcome?token=${link.token}`)), link.email],
      [await browser.get('/account/password'), email],
      [await browser.get('/account/password?problem=wrong'), email],
    ] as const;
    for (const [{ text }, user] of pages) {
      const [form = '', ...more] = passwordForms(text);
      expect([userNameFaults(form), more]).toEqual([[], []]);
      expect(form).toMatch(new RegExp(`autocomplete="username"[^>]* value="${user}"`));
    }
  });

  it('offers to sign out on every page of a person', async () => {
    const { browser } = await makePerson();
    for (const path of ['/private', '/account/password', '/broken', '/sign-out']) {
      const { text } = await browser.get(path);
      expect([path, text.match(/<form[^>]*method="post" action="\/sign-out"/g)?.length]).toEqual([path, 1]);
    }
  });

  it('shows no text of the address: only its own words', async () => {
    for (const problem of ['<script>', 'constructor', '__proto__', 'x'.repeat(100), '']) {
      const seen = await served.browser().get(`/sign-in?${new URLSearchParams({ problem })}`);
      expect([seen.status, alerts(seen)]).toEqual([200, 0]);
    }
  });

  it('never leads away from here, whatever the way back says', async () => {
    const { email } = await makePerson();
    const hostile = [
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      'https:evil.test',
      'https://evil.test',
      '/.//evil.test',
    ];
    for (const return_to of hostile) {
      const browser = served.browser();
      expect((await browser.post('/sign-in', signInFields(email, { return_to }))).location).toBe('/account');
      expect((await browser.get(`/sign-in?${new URLSearchParams({ return_to })}`)).location).toBe('/account');
      const shown = await served.browser().get(`/sign-in?${new URLSearchParams({ return_to })}`);
      expect(shown.text).not.toContain('evil');
    }
    expect(hostile).toHaveLength(6);
  });

  it('takes nothing of the request’s host into any address', async () => {
    const { email } = await makePerson();
    const named = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-port': '6666',
      'x-original-url': '//evil.test',
      'x-rewrite-url': '//evil.test',
      forwarded: 'host=evil.test;proto=gopher',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const asked = [
      ['GET', '/private', '/sign-in?return_to=%2Fprivate'],
      ['GET', 'http://evil.test/private', '/sign-in'],
      ['GET', 'http://evil.test/sign-in', undefined],
      ['GET', '/sign-in', undefined],
      ['GET', '/welcome?token=x', '/welcome'],
      ['POST', '/sign-in', '/account'],
      ['POST', 'http://evil.test/sign-in', '/account'],
      ['POST', '/private/act', '/sign-in'],
      ['POST', '/sign-out', '/'],
    ] as const;
    for (const [method, path, location] of asked) {
      const seen = await raw({ method, path, headers: named }, new URLSearchParams(signInFields(email)).toString());
      expect([path, seen.headers.location]).toEqual([path, location]);
      expect(seen.text + JSON.stringify(seen.headers)).not.toMatch(/evil|gopher|6666/);
    }
    expect(asked).toHaveLength(9);
    const referer = { ...named, host: '127.0.0.1', referer: 'https://evil.test//evil.test/x' };
    expect((await raw({ method: 'POST', path: '/private/act', headers: referer }, '')).headers.location).toBe(
      '/sign-in',
    );
  });
});

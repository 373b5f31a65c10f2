// Page of a link over HTTP: the secret leaves the address, it works once, and a used link gives the next step.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../../access/testing/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type PageResponse, type ServedPages } from '../testing/browser.ts';
import { type SignInBench, alerts, expectWellMade, signInBench } from '../testing/sign-in.ts';

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

describe('a link', () => {
  it('leaves the address at once, and then sets a password and signs in', async () => {
    const { email, token } = await bench.makeLink();
    const browser = bench.secure.browser();
    const first = await browser.get(`/welcome?token=${token}`);
    expect([first.status, first.location, first.text]).toEqual([303, '/welcome', '']);
    expect(first.headers.get('referrer-policy')).toBe('same-origin');
    expect(first.headers.get('set-cookie')).toMatch(
      /^__Host-welcome=ri_link_\w{49}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const asked = await browser.get('/welcome');
    expectWellMade(asked);
    expect(asked.text).toContain(`value="${email}"`);
    expect(asked.text).toContain('autocomplete="new-password"');
    expect(asked.text).not.toContain(token);
    const done = await browser.post('/welcome', { password: goodPassword, repeated: goodPassword });
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=ri_ses_\w{49}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^__Host-device=ri_device_\w{49}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(/^__Host-welcome=; Path=\/; Max-Age=0;/),
    ]);
    expect((await browser.get('/private')).text).toContain(`<h1>Private to ${email}</h1>`);
  });

  it('says what is wrong with a password, and goes on working', async () => {
    const { token } = await bench.makeLink();
    const browser = served.browser();
    await browser.get(`/welcome?token=${token}`);
    const tries = [
      ['short', 'short', 'at least 12 characters'],
      ['password1234', 'password1234', 'tried first'],
      [goodPassword, `${goodPassword} `, 'not the same'],
    ];
    for (const [password = '', repeated = '', words = ''] of tries) {
      const seen = await browser.follow(await browser.post('/welcome', { password, repeated }));
      expect(seen.status).toBe(200);
      expect([alerts(seen), seen.text.includes(words)]).toEqual([1, true]);
      expectWellMade(seen);
    }
    expect((await browser.post('/welcome', { password: goodPassword, repeated: goodPassword })).location).toBe(
      '/account',
    );
  });

  it('that was used, has expired, was replaced or is not whole shows what to do', async () => {
    const { token } = await bench.makeLink();
    const open = async (secret: string): Promise<PageResponse> => {
      const browser = served.browser();
      return browser.follow(await browser.get(`/welcome?token=${encodeURIComponent(secret)}`));
    };
    const browser = served.browser();
    await browser.get(`/welcome?token=${token}`);
    const late = served.browser();
    await late.get(`/welcome?token=${token}`);
    await browser.post('/welcome', { password: goodPassword, repeated: goodPassword });
    const second = await late.follow(await late.post('/welcome', { password: goodPassword, repeated: goodPassword }));
    const { email, token: replaced } = await bench.makeLink();
    await bench.people.invite(email, bench.desk);
    const { token: expired } = await bench.makeLink();
    await store.db.raw('update sign_in_link set expires_at = created_at where used_at is null');
    const shown = [
      [
        await open(token),
        410,
        'It was used on <time datetime="2029-01-20T12:00:00.000Z">20 Jan 2029, 12:00 UTC</time>',
      ],
      [second, 410, 'It was used on'],
      [await open(expired), 410, 'It was good until'],
      [await open(replaced), 404, 'It is not complete'],
      [await open(token.slice(0, -1)), 404, 'It is not complete'],
      [await open('<script>alert(1)</script>'), 404, 'It is not complete'],
      [await open('x; Path=/\r\nSet-Cookie: session=x'), 404, 'It is not complete'],
      [await served.browser().get('/welcome'), 404, 'It is not complete'],
    ] as const;
    for (const [seen, status, words] of shown) {
      expect([seen.status, seen.text.includes(words), alerts(seen)]).toEqual([status, true, 1]);
      expect(seen.text).toContain('href="/sign-in"');
      expectWellMade(seen);
    }
    expect(shown).toHaveLength(8);
  });

  it('says whose it is to a browser that someone else is signed in with, and ends that session', async () => {
    const { email: before, browser } = await makePerson();
    const old = browser.cookies.get('session') ?? '';
    const { email, token } = await bench.makeLink();
    const asked = await browser.follow(await browser.get(`/welcome?token=${token}`));
    expect(asked.text).toContain(`You are signed in as ${before}. This link is for ${email}`);
    await browser.post('/welcome', { password: goodPassword, repeated: goodPassword });
    expect((await browser.get('/private')).text).toContain(email);
    const other = served.browser();
    other.cookies.set('session', old);
    expect((await other.get('/private')).status).toBe(303);
  });
});

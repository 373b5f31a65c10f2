// Sessions over HTTP: found, recorded, ended, and changed with the password.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSession } from '../../access/sign-in/sessions.ts';
import { goodPassword } from '../../access/testing/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type PageResponse, type ServedPages } from '../testing/browser.ts';
import { type SignInBench, alerts, expectWellMade, signInBench, signInFields } from '../testing/sign-in.ts';

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

describe('a session', () => {
  it('ends by signing out, here and for whoever kept its cookie', async () => {
    const { browser } = await makePerson();
    const kept = browser.cookies.get('session') ?? '';
    const out = await browser.post('/sign-out');
    expect([out.status, out.location, browser.cookies.has('session')]).toEqual([303, '/', false]);
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    browser.cookies.set('session', kept);
    expect((await browser.get('/private')).status).toBe(303);
    expect((await browser.get('/sign-out')).status).toBe(405);
    expect((await browser.post('/sign-out')).status).toBe(303);
  });

  it('is found among cookies of other services on the same host, and no other text is one', async () => {
    const { email, browser } = await makePerson();
    const good = browser.cookies.get('session') ?? '';
    browser.cookies.clear();
    const ask = (cookie: string): Promise<PageResponse> => browser.get('/private', { cookie });
    expect((await ask(`session=foreign; session=${good}; session=`)).text).toContain(email);
    for (const bad of [`session=${good}x`, `Session=${good}`, `x-session=${good}`, 'session', 'session=;', '=;;', '']) {
      expect((await ask(bad)).status).toBe(303);
    }
  });

  it('is looked for in a few cookies only, however many a request brings', async () => {
    const secrets = Array.from({ length: 100 }, () => makeSession(randomBytes).secret);
    const cookie = secrets.map((secret) => `session=${secret}`).join('; ');
    let asked = 0;
    const count = ({ sql }: { sql: string }): void => void (asked += sql.includes('browser_session') ? 1 : 0);
    store.db.on('query', count);
    expect((await served.browser().get('/private', { cookie })).status).toBe(303);
    expect((await served.browser().post('/sign-out', {}, { cookie })).status).toBe(303);
    store.db.off('query', count);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(24);
  });

  it('is noted as seen, at most every five minutes', async () => {
    const { email, browser } = await makePerson();
    const seenAt = async (): Promise<unknown> => {
      const { rows } = await store.db.raw(
        'select s.seen_at from browser_session s join user_account u on u.user_id = s.user_id where u.email = ?',
        [email],
      );
      return (rows as { seen_at: string }[])[0]?.seen_at;
    };
    bench.people.pass(299);
    await browser.get('/private');
    expect(await seenAt()).toBe('2029-01-20T12:00:00.000Z');
    bench.people.pass(2);
    await browser.get('/private');
    expect(await seenAt()).toBe('2029-01-20T12:05:01.000Z');
  });

  it('that is missing leads from a form back to the page it stood on', async () => {
    const referer = `${served.address}/private?tab=1`;
    const sent = await served.browser().post('/private/act', {}, { referer });
    expect(sent.location).toBe('/sign-in?return_to=%2Fprivate%3Ftab%3D1');
    expect((await served.browser().post('/private/act')).location).toBe('/sign-in');
  });
});

describe('the password page', () => {
  it('to change the password ends the other sessions, and says what is wrong', async () => {
    const { email, browser } = await makePerson();
    const other = served.browser();
    await other.post('/sign-in', signInFields(email));
    const wanted = 'another four words here';
    const change = async (current: string, password: string, repeated = password): Promise<PageResponse> =>
      browser.follow(await browser.post('/account/password', { current, password, repeated }));
    expectWellMade(await browser.get('/account/password'));
    for (const [seen, words] of [
      [await change('not this one', wanted), 'The current password is not right.'],
      [await change(goodPassword, 'short'), 'at least 12 characters'],
      [await change(goodPassword, wanted, `${wanted}x`), 'not the same'],
    ] as const) {
      expect([seen.text.includes(words), alerts(seen)]).toEqual([true, 1]);
      expectWellMade(seen);
    }
    expect((await other.get('/private')).status).toBe(200);
    const done = await change(goodPassword, wanted);
    expect([done.text.includes('Your password is changed'), alerts(done)]).toEqual([true, 0]);
    expect([(await browser.get('/private')).status, (await other.get('/private')).status]).toEqual([200, 303]);
    expect((await served.browser().get('/account/password')).location).toBe('/sign-in?return_to=%2Faccount%2Fpassword');
  });
});

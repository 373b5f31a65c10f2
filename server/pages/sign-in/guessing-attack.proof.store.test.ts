// Guessing attacks: a person with the right password or user code gets in while many addresses and accounts guess.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUserCode } from '../../access/devices/device-codes.ts';
import type { SecurityEvent } from '../../access/security-events.ts';
import { goodPassword } from '../../access/testing/people.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { startLogin } from '../../testing/device.ts';
import { type TestService, startTestService } from '../../testing/service.ts';
import { type TestPerson, makePerson, makeWorkspace } from '../account/testing/account.ts';
import { mountCliAuth } from '../cli-auth/cli-auth-pages.ts';
import { mountSignIn } from './sign-in-pages.ts';
import { type Browser, type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let service: TestService;
let pages: ServedPages;
let admin: TestPerson;
let workspaceId: string;
const events: SecurityEvent[] = [];

beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
  const mount: typeof mountSignIn = (app, context) => {
    mountSignIn(app, context);
    mountCliAuth(app, context);
  };
  const onEvent = (event: SecurityEvent): void => void events.push(event);
  pages = await servePages(store, mount, { rateLimits: { ...noRateLimits, proxies: 1 }, onEvent });
});
beforeEach(async () => {
  await store.db.raw('delete from rate_window');
  events.length = 0;
  workspaceId = await makeWorkspace(store);
  admin = await makePerson(store, pages, [[workspaceId, 'admin']]);
});
afterAll(async () => {
  await pages.close();
  await service.close();
  await store.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function signInFrom(
  address: string,
  { password = goodPassword, browser = pages.browser(), email = admin.email } = {},
): Promise<{ location: string | null; browser: Browser }> {
  const { location } = await browser.post('/sign-in', { email, password }, from(address));
  return { location, browser };
}

/** Five wrong passwords for the admin from each address: the limit of an address in a quarter of an hour. */
async function guessPasswords(addresses: readonly string[], tries = 5): Promise<void> {
  for (const address of addresses)
    for (let one = 0; one < tries; one += 1) await signInFrom(address, { password: `wrong ${one} of some words` });
}

const addresses = (count: number, of = '198.51.100'): string[] =>
  Array.from({ length: count }, (_, number) => `${of}.${number}`);

describe('while many addresses guess the password of an admin', () => {
  it('the admin signs in with the right one from a new browser at an address of their own', async () => {
    await guessPasswords(addresses(12));
    expect((await signInFrom('203.0.113.7')).location).toBe('/account');
  });

  it('the admin signs in from the browser of the last sign-in, at whatever address, even one that guesses', async () => {
    const known = (await signInFrom('203.0.113.7')).browser;
    known.cookies.delete('session');
    await guessPasswords(['192.0.2.1'], 22);
    expect((await signInFrom('192.0.2.1', { browser: pages.browser() })).location).toContain('limited');
    expect((await signInFrom('192.0.2.1', { browser: known })).location).toBe('/account');
  });

  it('who is already signed in ends other sessions and changes the password', async () => {
    await guessPasswords(addresses(3));
    const wanted = 'another four words here';
    const changed = await admin.browser.post(
      '/account/password',
      { current: goodPassword, password: wanted, repeated: wanted },
      from('198.51.100.0'),
    );
    expect(changed.location).toBe('/account/password?changed');
  });

  it('each address has five tries in a quarter of an hour for it, and the addresses of one /64 are one', async () => {
    const kinds: (string | null)[] = [];
    for (let one = 0; one < 7; one += 1)
      kinds.push((await signInFrom(`2001:db8:0:1::${one}`, { password: 'wrong words again' })).location);
    expect(kinds).toEqual([
      ...Array<string>(5).fill('/sign-in?problem=wrong'),
      ...Array<string>(2).fill('/sign-in?problem=limited'),
    ]);
    expect((await signInFrom('2001:db8:0:2::1')).location).toBe('/account');
  });

  it('the log has one alarm with the user who is guessed at, and nobody is refused by it', async () => {
    await guessPasswords(['198.51.100.1']);
    await store.db.raw(`update rate_window set points = 98 where name = 'guess: alarm'`);
    await guessPasswords(['198.51.100.2']);
    const alarms = events.filter(({ event }) => event === 'guessing-alarm');
    expect(alarms).toEqual([
      expect.objectContaining({ userId: null, how: 'password', subject: admin.userId }) as SecurityEvent,
    ]);
    expect((await signInFrom('203.0.113.7')).location).toBe('/account');
  });

  it('a browser is known for its own user alone, and a made-up secret is none', async () => {
    const stranger = await makePerson(store, pages, []);
    const { browser } = await signInFrom('203.0.113.7', { email: stranger.email });
    browser.cookies.delete('session');
    await guessPasswords(['192.0.2.1'], 5);
    expect((await signInFrom('192.0.2.1', { browser })).location).toContain('limited');
    browser.cookies.set('device', 'ri_device_made_up');
    expect((await signInFrom('192.0.2.1', { browser })).location).toContain('limited');
  });

  it('a known browser that is stolen has five tries of its own, which cost its user nothing', async () => {
    const known = (await signInFrom('203.0.113.7')).browser;
    const secret = known.cookies.get('device') ?? '';
    expect(secret).toMatch(/^ri_device_[0-9A-Za-z]+$/);
    const thief = pages.browser();
    thief.cookies.set('device', secret);
    const kinds: (string | null)[] = [];
    for (let one = 0; one < 11; one += 1)
      kinds.push((await signInFrom('192.0.2.9', { browser: thief, password: 'wrong words again' })).location);
    expect(kinds.filter((location) => location === '/sign-in?problem=wrong')).toHaveLength(10);
    known.cookies.delete('session');
    expect((await signInFrom('203.0.113.7', { browser: known })).location).toBe('/account');
    // A sign-in makes a new secret, so a stolen one is worthless afterwards.
    expect(known.cookies.get('device')).not.toBe(secret);
    const { rows } = await store.db.raw('select 1 from device_cookie where user_id = ?', [admin.userId]);
    expect(rows).toHaveLength(1);
  });
});

describe('while many accounts guess user codes', () => {
  const wrongBy = async ({ browser }: TestPerson, address: string): Promise<number> =>
    (await browser.get(`/cli-auth?code=${makeUserCode(randomBytes)}`, from(address))).status;

  it('an admin with the right code approves their device, and the log has an alarm', async () => {
    const guessers = await Promise.all(Array.from({ length: 12 }, () => makePerson(store, pages, [])));
    const statuses: number[] = [];
    for (const [number, guesser] of guessers.entries())
      for (let one = 0; one < 6; one += 1) statuses.push(await wrongBy(guesser, `198.51.100.${number % 3}`));
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    const login = await startLogin(service);
    const opened = await admin.browser.get(`/cli-auth?code=${login.userCode}`, from('198.51.100.1'));
    expect([opened.status, opened.text.includes(login.userCode)]).toEqual([200, true]);
    const approval = { code: login.userCode, decision: 'approve', same: 'yes', workspace: workspaceId };
    const done = await admin.browser.post('/cli-auth', approval, from('198.51.100.1'));
    expect((await admin.browser.follow(done)).text).toContain('Approved');
    expect(events.filter(({ event }) => event === 'guessing-alarm')).toEqual([
      expect.objectContaining({ how: 'user-codes' }) as SecurityEvent,
    ]);
  });
});

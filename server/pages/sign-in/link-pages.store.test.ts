// Pages that request a link by mail: alike for every address, limited by network address, absent without mail.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { serveSignUp } from '../../testing/pre-registration.ts';
import { makePerson } from '../account/testing/account.ts';
import { mountSignIn } from './sign-in-pages.ts';
import { type ServedPages, servePages } from '../testing/browser.ts';
import { alerts, expectWellMade } from '../testing/sign-in.ts';

let store: Store;
let pages: ServedPages;
beforeAll(async () => {
  store = await openTestStore();
  pages = await serveSignUp(store);
});
beforeEach(() => store.db.raw('truncate rate_window, mail_outbox'));
afterAll(async () => {
  await pages.close();
  await store.close();
});

const paths = ['/sign-in/forgotten', '/sign-up'] as const;

async function queued(): Promise<{ kind: string; email: string }[]> {
  return (await store.db.raw('select kind, email from mail_outbox order by created_at, mail_id')).rows;
}

it.each(paths)('%s is a form that works without script, and leads back to signing in', async (path) => {
  const seen = await pages.browser().get(`${path}?return_to=%2Fcli-auth%3Fcode%3DRI-BCDF-GHJK-LMNP`);
  expect(seen.status).toBe(200);
  expectWellMade(seen);
  expect(seen.text).toContain(`action="${path}"`);
  expect(seen.text).toContain('<input type="hidden" name="return_to" value="/cli-auth?code=RI-BCDF-GHJK-LMNP" />');
  expect(seen.text).toContain('href="/sign-in?return_to=%2Fcli-auth%3Fcode%3DRI-BCDF-GHJK-LMNP"');
});

it.each(paths)('%s answers alike for an address with an account and for one without', async (path) => {
  const { email } = await makePerson(store, pages, []);
  const answers = [];
  for (const address of [email, 'nobody@example.com']) {
    const browser = pages.browser();
    const asked = await browser.post(path, { email: address });
    const sent = await browser.follow(asked);
    expectWellMade(sent);
    answers.push([asked.status, asked.location, sent.text.replaceAll(address, 'ADDRESS')]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect((await queued()).map((mail) => mail.email)).toEqual([email, 'nobody@example.com']);
});

it.each(paths)(
  '%s keeps an address with a typing error in its field, out of the address bar, and mails nothing',
  async (path) => {
    const browser = pages.browser();
    const back = await browser.post(path, { email: 'ada at example' });
    expect(back.location).toBe(`${path}?problem=address`);
    const seen = await browser.follow(back);
    expectWellMade(seen);
    expect([alerts(seen), seen.text.includes('value="ada at example"')]).toEqual([1, true]);
    expect(seen.text).toContain(`<title>Error: `);
    expect((await browser.get(path)).text).not.toContain('ada at example');
    expect(await queued()).toEqual([]);
  },
);

it('refuses the form of another site, and forgets where another site would lead', async () => {
  const browser = pages.browser();
  const foreign = await browser.post('/sign-up', { email: 'ada@example.com' }, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect(await queued()).toEqual([]);
  await browser.post('/sign-up', { email: 'ada@example.com', return_to: 'https://evil.example/' });
  expect([...browser.cookies.values()].map((value) => Buffer.from(value, 'base64url').toString())).not.toContain(
    'https://evil.example/',
  );
  expect(await queued()).toEqual([{ kind: 'sign-up', email: 'ada@example.com' }]);
});

it('sends 20 links an hour for one network address and says so to the next one, for whomever', async () => {
  const answers = [];
  for (let one = 0; one < 21; one += 1) {
    answers.push((await pages.browser().post('/sign-up', { email: `p${one}@example.com` })).location);
  }
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => '/sign-in/sent'));
  expect(answers[20]).toBe('/sign-up?problem=limited');
  expect(await queued()).toHaveLength(20);
  expect((await pages.browser().get('/sign-up?problem=limited')).text).toContain('Try again in an hour');
});

it('keeps the page to go back to in the browser that asked', async () => {
  const browser = pages.browser();
  await browser.post('/sign-up', { email: 'ada@example.com', return_to: '/connect' });
  expect([...browser.cookies.values()]).toContain(Buffer.from('/connect').toString('base64url'));
  await browser.post('/sign-up', { email: 'ada@example.com' });
  expect([...browser.cookies.values()]).not.toContain(Buffer.from('/connect').toString('base64url'));
});

it('is not there without a mail server, and no sign-up where people are invited', async () => {
  const silent = await servePages(store, mountSignIn, { signUp: 'open' });
  const invited = await servePages(store, mountSignIn, { wakeMail: () => undefined, signUp: 'invited' });
  const statuses = async (served: ServedPages) =>
    Promise.all([...paths, '/sign-in/sent'].map(async (path) => (await served.browser().get(path)).status));
  expect([await statuses(silent), await statuses(invited)]).toEqual([
    [404, 404, 404],
    [200, 404, 200],
  ]);
  await silent.close();
  await invited.close();
});

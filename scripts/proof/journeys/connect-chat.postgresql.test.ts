// A person connects an AI chat in a real browser: from the chat's own window through signing in and consent, back to the chat, and to the end of it.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../server/access/sign-in/passwords.ts';
import { type ChatBench, chatBench, registerClient } from '../../../server/testing/chat.ts';
import { makeWorkspace } from '../../../server/pages/account/testing/account.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestPerson } from '../../../server/testing/people.ts';
import { readText } from '../../stage/browser/whole-page.ts';
import { type ChatSite, openChatSite } from './chat-site.ts';
import { look } from './look.ts';
import { password, signIn } from './people.ts';
import { openBrowser } from './visitor.ts';

let store: Store;
let chat: ChatBench;
let site: ChatSite;
let browser: Browser;
const faults: string[] = [];

beforeAll(async () => {
  [store, browser, site] = await Promise.all([openTestStore(), openBrowser(), openChatSite()]);
  chat = await chatBench(store);
  await registerClient(store, 'chat', false, ['http://localhost/callback', 'http://[::1]/callback']);
});
afterAll(async () => {
  await browser.close();
  site.close();
  await chat.close();
  await store.close();
});

async function watched(): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: chat.base, reducedMotion: 'reduce' });
  await context.exposeBinding('reportViolation', (_source, what: string) => void faults.push(`policy: ${what}`));
  await context.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI));`,
  });
  context.on('page', (page) => page.on('pageerror', (error) => faults.push(`error: ${error.message}`)));
  return context;
}

/** A person who can sign in, in workspaces of these names. */
async function somebody(...names: readonly string[]): Promise<{ email: string; secret: string; userId: string }> {
  const workspaces: string[] = [];
  for (const name of names) workspaces.push(await makeWorkspace(store, { name }));
  const person = await makeTestPerson(store, workspaces, new Date().toISOString());
  const email = `${person.userId.slice(4, 12)}@people.example`;
  const hash = await createPasswords().hash(password);
  await store
    .db('user_account')
    .where('user_id', person.userId)
    .update({ email, email_folded: email, password_hash: hash });
  return { ...person, email };
}

async function signedIn(secret: string): Promise<Page> {
  const context = await watched();
  await context.addCookies([{ name: 'session', value: secret, url: chat.base }]);
  return context.newPage();
}

const asked = (redirectUri = site.callback): string =>
  `${chat.base}/oauth/authorize?${chat.query({ redirect_uri: redirectUri })}`;
const heading = (page: Page): Promise<string> => page.getByRole('main').getByRole('heading').first().innerText();
const last = (): Record<string, string> => Object.fromEntries(site.answers.at(-1) ?? []);

describe('a person who connects a chat', () => {
  it('signs in and allows it in the window that the chat has opened, which then tells the chat', async () => {
    const { email } = await somebody('Quay research desk');
    const context = await watched();
    const page = await context.newPage();
    await page.goto(site.startFor(asked()));
    const opens = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Connect' }).click();
    const opened = await opens;
    await signIn(opened, { email, secret: 'not the password' });
    await signIn(opened, { email });
    expect(await heading(opened)).toBe('Northwater Chat asks to read research for you');
    const [first] = await opened.locator('main button').allInnerTexts();
    expect(first).toBe('Cancel');
    expect(await look(opened, 'consent')).toEqual([]);
    await opened.getByRole('button', { name: 'Allow' }).click();
    await opened.getByText('Connected').waitFor();
    await page.getByText('code=').waitFor();
    expect(last()).toMatchObject({ state: 'st&te=1 +%', iss: chat.base });
    const { status } = await chat.redeem(last()['code'] ?? '', { redirect_uri: site.callback });
    expect(status).toBe(200);
    await context.close();
  });

  it('chooses the workspace that pays where there are several, and is told of the choice before', async () => {
    const { secret } = await somebody('Quay research desk', 'Long reads & annual letters of the harbour office');
    const page = await signedIn(secret);
    await page.goto(asked());
    expect(await look(page, 'consent-choice')).toEqual([]);
    await page
      .locator('input[type=radio]')
      .evaluateAll((boxes) => boxes.forEach((box) => box.removeAttribute('required')));
    await page.getByRole('button', { name: 'Allow' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Choose the workspace that pays.');
    expect(await look(page, 'consent-unchosen')).toEqual([]);
    await page.getByLabel('Long reads').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Connected').waitFor();
    await page.goto(asked());
    expect(await readText(page)).toContain('Long reads & annual letters of the harbour office pays.');
    expect(await look(page, 'consent-again')).toEqual([]);
    await page.goto('/account/connections');
    expect(await look(page, 'connections')).toEqual([]);
    await page.getByRole('button', { name: 'End Northwater Chat' }).click();
    expect(await page.locator('#notice').innerText()).toContain('The connection has ended.');
    expect(await look(page, 'connections-ended')).toEqual([]);
    await page.context().close();
  });

  it('says no, and the chat is told so', async () => {
    const { secret } = await somebody('Quay research desk');
    const page = await signedIn(secret);
    await page.goto(asked());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Connected').waitFor();
    expect(last()).toMatchObject({ error: 'access_denied', state: 'st&te=1 +%', iss: chat.base });
    await page.context().close();
  });

  it('without a workspace can only say no, and is told whom to ask', async () => {
    const { secret } = await somebody();
    const page = await signedIn(secret);
    await page.goto(asked());
    expect([await heading(page), await page.getByRole('button', { name: 'Allow' }).count()]).toEqual([
      'You need a workspace first',
      0,
    ]);
    expect(await look(page, 'consent-no-workspace')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Connected').waitFor();
    expect(last()['error']).toBe('access_denied');
    await page.context().close();
  });

  it('is told where a chat is unknown, or its answer would go to an unknown place', async () => {
    const page = await signedIn((await somebody('Quay research desk')).secret);
    const before = site.answers.length;
    for (const [query, name] of [
      [chat.query({ client_id: 'other' }), 'consent-unknown-chat'],
      [chat.query({ redirect_uri: `${site.callback}/other` }), 'consent-unknown-address'],
    ] as const) {
      expect((await page.goto(`/oauth/authorize?${query}`))?.status()).toBe(400);
      expect(await look(page, name)).toEqual([]);
    }
    expect(site.answers).toHaveLength(before);
    await page.context().close();
  });
});

it('the answer reaches a program on the person’s own computer at an IPv6 address, which no policy can name', async () => {
  const program = await openChatSite('::1');
  const page = await signedIn((await somebody('Quay research desk')).secret);
  await page.goto(asked(program.callback));
  expect(await look(page, 'consent-own-computer')).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Connected').waitFor();
  expect(program.answers.map((answer) => [...answer.keys()])).toEqual([['code', 'state', 'iss']]);
  program.close();
  await page.context().close();
});

it('no page broke its policy or failed', () => {
  expect(faults).toEqual([]);
});

// One browser story for each page of the service, on the built server. All stories are proofs: scripts/proof/journeys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrive, invited, makeWorkspace, signIn } from '../../proof/journeys/people.ts';
import { outsideFirstScreens } from '../../proof/journeys/first-screen.ts';
import { askForKey, briefOf, poll } from '../../proof/journeys/terminal.ts';
import type { Visitor } from '../../proof/journeys/visitor.ts';
import { type World, openWorld } from '../../proof/journeys/world.ts';
import { readText } from './whole-page.ts';

const email = 'ada@people.example';
let world: World;
let ada: Visitor;
let workspace: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.visitor();
});
afterAll(() => world?.close());

const heading = (): Promise<string> => ada.page.getByRole('main').getByRole('heading').first().innerText();
const main = (): Promise<string> => readText(ada.page);

describe('a person at a browser', () => {
  it('reads a preview brief at a cutoff, which is redrawn in place', async () => {
    expect(await ada.open('/brief/NWTB?mode=preview')).toBe(200);
    await ada.page.locator('#as_of').selectOption({ index: 2 });
    await expect.poll(() => new URL(ada.page.url()).searchParams.get('as_of')).toMatch(/T23:59:59\.999Z$/);
    expect(await ada.page.locator('#brief .ticker').innerText()).toBe('NWTB');
  });

  it('prints the names and quotes of the views over the width of the paper', async () => {
    await ada.open('/brief/NWTB?mode=preview');
    await ada.page.setViewportSize({ width: 718, height: 900 });
    await ada.page.emulateMedia({ media: 'print' });
    const widths = (await ada.page.evaluate(
      `[...document.querySelectorAll('.view > summary > :is(.quote, :first-child)')].map((one) => one.getBoundingClientRect().width)`,
    )) as number[];
    expect([widths.length, Math.min(...widths) > 100]).toEqual([8, true]);
    await ada.page.emulateMedia({ media: 'screen' });
    await ada.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('sees name, price, sides, action, reason and the top of the chart at once', async () => {
    // With a chart, with the longest words above one, and with related research alone.
    expect(await outsideFirstScreens(ada.page, ['NWTB', 'HOLM?as_of=2026-05-15', 'PELD'])).toEqual([]);
  });

  it('sets a password with the link of an invitation, and sees the account', async () => {
    workspace = await makeWorkspace(world, 'Quay research desk');
    await arrive(ada.page, await invited(world, { email, workspace, role: 'admin' }));
    expect([await heading(), new URL(ada.page.url()).pathname]).toEqual(['Account', '/account']);
  });

  it('signs in where a page asks for it', async () => {
    const other = await world.visitor();
    await other.open('/brief/KLPF');
    expect(new URL(other.page.url()).pathname).toBe('/sign-in');
    await signIn(other.page, { email });
    expect(new URL(other.page.url()).pathname).toBe('/brief/KLPF');
    await other.close();
  });

  it('approves the key of a terminal', async () => {
    const login = await askForKey(world.base, 'a laptop');
    await ada.page.goto(login.browserUrl);
    await ada.page.getByLabel('The code above is the same in my terminal.').check();
    await ada.page.getByRole('button', { name: 'Approve' }).click();
    expect(await heading()).toBe('Approved');
    const { body } = await poll(world.base, login);
    expect((await briefOf(world.base, String(body['apiKey']))).body['code']).toBe('no-credit');
  });

  it('buys at the practice checkout', async () => {
    await ada.open('/subscribe');
    await ada.page.getByRole('button', { name: 'Practise buying Monthly' }).click();
    await ada.page.getByRole('button', { name: 'Complete the practice payment' }).click();
    expect(await heading()).toBe('The payment is recorded');
  });

  it('opens a live brief for one request', async () => {
    await ada.open('/brief');
    await ada.page.getByRole('link', { name: 'KLPF', exact: true }).click();
    await ada.page.getByRole('button', { name: 'Open for one request' }).click();
    await ada.page.waitForURL(/request=/);
    expect(await ada.page.locator('.cutoff').innerText()).toContain('Quay research desk: 499 requests left');
  });

  it('learns how to connect a chat, and refuses an unknown one', async () => {
    expect(await ada.open('/connect')).toBe(200);
    expect(await main()).toContain(`${world.base}/mcp`);
    expect(await ada.open('/oauth/authorize?client_id=unknown')).toBe(400);
  });

  it('searches the documentation, and asks in its console', async () => {
    await ada.open('/docs');
    await ada.page.getByRole('searchbox').fill('not-covered');
    const first = ada.page.locator('.search-found a').first();
    await expect.poll(() => first.getAttribute('href')).toBe('/docs/errors/not-covered');
    await ada.open('/docs/try?ticker=KLPF');
    expect(await ada.page.locator('#answer').innerText()).toContain('Usage-Charge: 0');
  });

  it('met no fault: no policy broken, nothing fetched from elsewhere, no error on a console, no warning in the log', () => {
    const refusedOnPurpose = /^console: error .*400 \(Bad Request\)$/;
    expect(world.faults().filter((fault) => !refusedOnPurpose.test(fault))).toEqual([]);
    expect(world.log().match(/^\{.*$/gm) ?? []).toEqual([]);
  });
});

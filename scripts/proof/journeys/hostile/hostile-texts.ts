// Hostile strings in every place that shows a person's text: each appears as text, and nothing runs.
import { beforeAll, describe, expect, it } from 'vitest';
import { hostile, naughty, showable } from './hostile-strings.ts';
import { nameDevices, nameKeys, namePeople, nameResearch, nameWorkspaces, views_each } from './hostile-text.ts';
import { type ParsedPage, parsed } from '../parsed.ts';
import { arrive, invited, makeWorkspace } from '../people.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const strings = [...new Set([...hostile, ...naughty])].filter(showable);
/** Those of them that show nothing as the name of a device or a key: a page says so in their place. */
const unseen = ['\u180e', '\u200b'];
const asName = (text: string): string => (unseen.includes(text) ? 'no visible name' : text);
const own_name = 'An ordinary name';
const keys_listed = 200;
/** All pages are parsed; this many of each kind are also opened. */
const opened_each = 5;

type Attack = {
  stage: Stage;
  eve: Visitor;
  userId: string;
  parse(paths: readonly string[], selectors: readonly string[]): Promise<ParsedPage[]>;
};

export function hostileTexts(stage: Stage): void {
  const attack = { stage } as Attack;

  beforeAll(async () => {
    const { world } = stage;
    attack.eve = await world.visitor();
    const workspace = await makeWorkspace(world, own_name);
    const link = await invited(world, { email: 'eve@people.example', workspace, role: 'admin' });
    await arrive(attack.eve.page, link);
    const [userId] = await world.store.db('user_account').where('email', 'eve@people.example').pluck('user_id');
    attack.userId = String(userId);
    attack.parse = (paths, selectors) => parsed(attack.eve, world.base, { paths, selectors });
  });

  describe(`${strings.length} hostile strings`, () => {
    it('are those of the list and a hundred of our own', () => {
      expect([naughty.length, hostile.length >= 100, strings.length > 500]).toEqual([461, true, true]);
      expect(strings.filter((text) => unseen.includes(text)).length).toBe(unseen.length);
    });
    // Each test checks how many strings it has seen.
    it('stand as they are in the name of a device, and where it asks from', async () => {
      expect(await inDevices(attack)).toBe(strings.length);
    });
    it('stand as they are where they are searched for', async () => {
      expect(await inSearches(attack)).toBeGreaterThan(300);
    });
    it('lead nowhere as a ticker, an acquisition, a code or a place to return to', async () => {
      expect(await inAddresses(attack)).toBe(5 * hostile.length);
    });
    it('stand as they are in research: people, companies, titles, sources, quotes and views', async () => {
      expect(await inResearch(attack)).toBe(strings.length);
    });
    it('stand as they are in the names of workspaces and keys and in addresses of people', async () => {
      expect(await inNames(attack)).toBe(strings.length);
    });
    it('run nothing', () => {
      expect(attack.eve.faults).toEqual([]);
    });
  });
}

async function inNames({ stage, eve, userId }: Attack): Promise<number> {
  const { store } = stage.world;
  const shown = (part: string): Promise<string[]> => eve.page.locator(`#${part} th[scope=row]`).allTextContents();
  const workspaces = await nameWorkspaces(store, userId, strings);
  const addresses = strings.map((text) => `${text.replaceAll(/[\s@\p{C}]/gu, '').slice(0, 200)}@x.test`);
  const people = [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()];
  await namePeople(store, workspaces[0] ?? '', people);
  let keys = 0;
  for (const [part, workspace] of workspaces.slice(0, Math.ceil(strings.length / keys_listed)).entries()) {
    const names = strings.slice(part * keys_listed, (part + 1) * keys_listed);
    keys += names.length;
    await nameKeys(store, workspace, names);
    await eve.open(`/account/keys?workspace=${workspace}`);
    expect((await shown('api-keys')).toSorted()).toEqual(names.map(asName).toSorted());
    expect(await eve.page.locator('main strong').first().textContent()).toBe(strings[part]);
    if (part > 0) continue;
    await eve.open(`/account/members?workspace=${workspace}`);
    const members = (await shown('members')).map((text) => text.replace(/\s*Invited, has not signed in$/, ''));
    expect(members.filter((one) => one.endsWith('@x.test')).toSorted()).toEqual(people.toSorted());
    const listed = await eve.page.locator('nav[aria-label=Workspaces] a').allTextContents();
    expect(trimmed(listed)).toEqual(trimmed([own_name, ...strings]));
  }
  return keys;
}

const trimmed = (texts: readonly string[]): string[] => texts.map((text) => text.trim()).toSorted();

async function inDevices({ stage, eve, parse }: Attack): Promise<number> {
  const names = ['laptop', ...strings];
  const codes = await nameDevices(stage.world.store, names);
  const name = '.facts dd:nth-of-type(1) :is(q, em)';
  const selectors = [name, `${name} ~ small`, '.facts dd:nth-of-type(2)'];
  const found = await parse(
    codes.map((code) => `/cli-auth?code=${code}`),
    selectors,
  );
  expect(found.map(({ texts: [shown] }) => shown)).toEqual(names.map((text) => [asName(text)]));
  expect(found.map(({ texts: [, , from] }) => from?.[0]?.replace(/The internet address .*$/s, ''))).toEqual(names);
  // As many elements as the page of a harmless name has: nothing became markup.
  expect(new Set(found.map(({ elements }) => elements)).size).toBe(1);
  for (const code of codes.slice(1, opened_each)) await eve.open(`/cli-auth?code=${code}`);
  return found.length - 1;
}

async function inSearches({ eve, parse }: Attack): Promise<number> {
  const typed = ['word', ...strings.filter((text) => text.length < 60 && !/[\n\t]/.test(text))];
  for (const [address, field] of [
    ['/brief?list=all&q=', '#q'],
    ['/account/receipts?receipt=', '#receipt'],
  ] as const) {
    const paths = typed.map((text) => `${address}${encodeURIComponent(text)}`);
    const found = await parse(paths, [field]);
    expect(found.map(({ texts: [value] }) => value?.[0])).toEqual(typed.map((text) => text.trim()));
    for (const path of paths.slice(1, opened_each)) await eve.open(path);
  }
  return typed.length;
}

async function inAddresses({ eve, parse }: Attack): Promise<number> {
  const markup = ['script:not([src^="/assets/"])', 'iframe, object, embed, base', '[onerror], [onload], [onfocus]'];
  let seen = 0;
  const names = ['/?ticker=', '/brief/NWTB?mode=preview&since=', '/subscribe?acquisition=', '/cli-auth?code='];
  for (const address of [...names, '/sign-in?return_to=']) {
    const paths = hostile.map((text) => `${address}${encodeURIComponent(text)}`);
    const found = await parse(paths, markup);
    expect([address, found.flatMap(({ texts }) => texts.flat())]).toEqual([address, []]);
    for (const path of paths.slice(0, opened_each)) await eve.open(path);
    seen += found.length;
  }
  return seen;
}

async function inResearch({ stage, eve, parse }: Attack): Promise<number> {
  const tickers = await nameResearch(stage.world.store, strings);
  const paths = tickers.map((ticker) => `/brief/${ticker}?mode=preview`);
  const selectors = [
    '#brief',
    '.view-body > p:first-child',
    '.view .who',
    '.citations strong',
    '.citations mark',
    '.quote',
  ];
  const found = await parse(paths, selectors);
  const all = (part: number, of = (text: string): string => text): string[] =>
    found
      .flatMap(({ texts }) => texts[part] ?? [])
      .map(of)
      .toSorted();
  expect(all(1, (text) => text.replace(/ \[\d+\]$/, ''))).toEqual(strings.toSorted());
  expect(all(2, (text) => text.trim())).toEqual(strings.map((text) => `${text} @${text}`.trim()).toSorted());
  expect([all(3), all(4)]).toEqual([strings.toSorted(), strings.toSorted()]);
  expect(all(5)).toEqual(strings.map((text) => `“${text}”`).toSorted());
  const titles = tickers.map((ticker, index) => `${ticker} ${strings[index * views_each] ?? ''}`);
  expect(found.map(({ texts: [title] }) => title)).toEqual(titles.map((title) => [title]));
  for (const path of paths.slice(0, opened_each)) await eve.open(path);
  return all(1).length;
}

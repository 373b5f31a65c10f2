// From a folder of spreadsheets to a served brief: an operator who only clicks and types, at the desk of the built server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { table, workbook } from '../../../server/ingest/tables/testing/workbooks.ts';
import { readText } from '../../stage/browser/whole-page.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { freePort } from '../../stage/listening.ts';
import { look } from './look.ts';
import { arrive, invited, makeWorkspace, signIn } from './people.ts';
import { type JourneyServer, startJourneyServer } from './server.ts';
import { type Visitor, openBrowser, visit } from './visitor.ts';

let folder: string;
let browser: Browser;
let build: Build;
let server: JourneyServer;
let desk: Visitor;

const email = 'opal@people.example';

/** A ratings table of a broker, letters with quotes, and short posts of the same two listings. */
const files = {
  broker: 'ratings.xlsx',
  letters: 'letters.csv',
  posts: 'posts.tsv',
};

const letters = [
  'date,person,ticker,direction,statement,source_url,source_title',
  '2026-03-04,Bo Fictional,ZQRX,bullish,"“The quarry is sold out,” the manager wrote, “until spring.”",https://letters.example/bo/1,Letter of March',
  '2026-03-18,Cy Fictional,ZQRY,bearish,"Stone prices fell, and fall.",https://letters.example/cy/1,Letter to holders',
];
const posts = [
  'posted at\thandle\tticker\tdirection\tstatement\tlink\ttitle',
  '2026-03-20T14:05:00Z\tdia_posts\tZQRX\tbullish\tBought more today.\thttps://posts.example/dia/1\tPost 1',
  '2026-03-21T09:30:00Z\tdia_posts\tZQRY\tunclear\tStill thinking.\thttps://posts.example/dia/2\tPost 2',
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-desk-'));
  const calls = table(
    { Person: 'Ada Fictional', Rating: 'Outperform' },
    { Person: 'Ada Fictional', Ticker: 'ZQRY', Rating: 'Underperform', 'Source link': 'https://letters.example/ada/2' },
  );
  await writeFile(join(folder, files.broker), workbook({ Calls: calls }));
  await writeFile(join(folder, files.letters), `${letters.join('\n')}\n`);
  await writeFile(join(folder, files.posts), `${posts.join('\n')}\n`);
  [browser, build] = await Promise.all([openBrowser(), frozenBuild()]);
  const port = await freePort();
  server = await startJourneyServer(build, { DATA_DIR: join(folder, 'data'), DESK_PORT: String(port) });
  const workspace = await makeWorkspace(server, 'Reading room');
  await server.admin('grant-credit', '--workspace', workspace, '--requests', '3');
  const arriving = await visit(browser, server.base);
  await arrive(arriving.page, await invited(server, { email, workspace, role: 'member' }));
  await arriving.close();
  await server.admin('add-operator', email);
  desk = await visit(browser, `http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await desk?.close();
  await browser?.close();
  await server?.stop();
  await build?.remove();
  await rm(folder, { recursive: true, force: true });
});

const link = (page: Page, name: string): Promise<void> => page.getByRole('link', { name, exact: true }).first().click();
const button = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function stage(file: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { page } = desk;
  await link(page, 'Load');
  await link(page, 'Statements');
  await page.getByLabel('Files').setInputFiles(join(folder, file));
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await button(page, 'Check and stage');
  await page.getByRole('link', { name: 'Load more' }).waitFor();
  return readText(page);
}

describe('a folder of spreadsheets', () => {
  it('is loaded by clicking and typing, and a fault is shown next to its row', async () => {
    await desk.open('/');
    await signIn(desk.page, { email });
    expect(await look(desk.page, 'desk-overview')).toEqual([]);
    const refused = await stage(files.broker, {
      'Map (optional)': 'rating=Outperform:bullish',
      'Set (optional)': 'dataset=broker',
    });
    expect(refused).toContain('Underperform');
    expect(await look(desk.page, 'desk-faults')).toEqual([]);
    const map = 'rating=Outperform:bullish\nrating=Underperform:bearish';
    expect(await stage(files.broker, { 'Map (optional)': map, 'Set (optional)': 'dataset=broker' })).toContain('2 new');
    expect(await stage(files.letters, { 'Set (optional)': 'dataset=letters' })).toContain('2 new');
    expect(await stage(files.posts, { 'Set (optional)': 'dataset=posts' })).toContain('2 new');
  });

  it('is seen as whole briefs before it is out, released, and served', async () => {
    const { page } = desk;
    await link(page, 'See what is staged');
    expect(await readText(page)).toContain('2 of 2 tickers read differently');
    expect(await look(page, 'desk-staged')).toEqual([]);
    await link(page, 'Both briefs of ZQRX, whole');
    expect(await readText(page)).toContain('The quarry is sold out');
    expect(await look(page, 'desk-briefs')).toEqual([]);
    await link(page, 'All that is staged for live');
    await button(page, 'Release');
    expect(await readText(page)).toContain('release 1 of live');
    const reader = await visit(browser, server.base);
    await reader.open('/sign-in');
    await signIn(reader.page, { email });
    await reader.open('/brief');
    await link(reader.page, 'ZQRX');
    await button(reader.page, 'Open for one request');
    await expect.poll(() => reader.page.url()).toMatch(/request=/);
    expect(await readText(reader.page)).toContain('Bought more today.');
    expect(reader.faults).toEqual([]);
    await reader.close();
  });

  it('gets a cited review of a view, which is seen and released like a load', async () => {
    const { page } = desk;
    await link(page, 'Views');
    await page.getByLabel('Ticker').fill('zqry');
    await button(page, 'Show its views');
    expect(await look(page, 'desk-views')).toEqual([]);
    await link(page, 'Cy Fictional: bearish, active');
    await page.getByLabel('Validity of its conditions').selectOption('Conditions supported');
    await page.getByLabel('Evidence').fill('Orders for stone fell by a third.');
    await page.getByLabel('Link', { exact: true }).fill('https://reports.example/stone');
    await page.getByLabel('Title of the source').fill('Stone report');
    await page.getByLabel('Blockers (optional)').fill('A new quarry may close.');
    expect(await look(page, 'desk-view')).toEqual([]);
    await button(page, 'Stage the review');
    expect(await readText(page)).toContain('The review is staged, and waits for a release.');
    await link(page, 'See what is staged');
    expect(await readText(page)).toMatch(/Cy Fictional\s+unknown\s+conditions supported/);
    await link(page, 'Both briefs of ZQRY, whole');
    await link(page, 'With the theses, whole');
    // A view opens in place, and its conditions stand within.
    expect(await readText(page, 'folded')).toContain('A new quarry may close.');
    expect(await look(page, 'desk-full-briefs')).toEqual([]);
    await link(page, 'All that is staged for live');
    await button(page, 'Release');
    expect(await readText(page)).toContain('release 2 of live');
  });

  it('has pages of the desk without a finding of axe, wide and narrow, light and dark', async () => {
    const paths = [
      '/load',
      '/load/statements',
      '/staged',
      '/releases',
      '/feeds',
      '/tasks',
      '/tasks/withdraw',
      '/trail',
    ];
    for (const path of paths) {
      expect([path, await desk.open(path)]).toEqual([path, 200]);
      expect(await look(desk.page, `desk${path.replaceAll('/', '-')}`)).toEqual([]);
    }
    expect(desk.faults).toEqual([]);
  });
});

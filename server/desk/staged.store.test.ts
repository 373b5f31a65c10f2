// Staged set at the desk: seen, discarded, approved by a second operator, and released as it was seen.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandNamed } from '../admin/commands.ts';
import { runCommand } from '../admin/run-command.ts';
import type { TestPerson } from '../pages/account/testing/account.ts';
import type { PageResponse } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';
import { listEvents } from '../store/people/admin-events.ts';
import { stagedDigest } from '../store/staged/staged-digest.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ServedDesk, makeOperator, serveDesk, upload } from './testing/desk.ts';

let store: Store;
let served: ServedDesk;
let loader: TestPerson;
let second: TestPerson;

async function open(approvals: 'one' | 'two'): Promise<void> {
  served = await serveDesk(store, { approvals });
  [loader, second] = [await makeOperator(store, served), await makeOperator(store, served)];
}
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await served?.close();
  await store?.close();
});

const header = 'date,person,ticker,rating,statement,source_url,source_title';
const row = (day: string, rating: string): string =>
  `${day},Ada Fictional,ZQRX,${rating},"Orders of ${day}.",https://letters.example/${day},Letter of ${day}`;

async function load(name: string, ...rows: string[]): Promise<void> {
  const fields = {
    'option-map': 'rating=Buy:bullish\nrating=Sell:bearish',
    'option-set': 'dataset=letters',
    act: 'stage',
  };
  const files = [[name, `${[header, ...rows].join('\n')}\n`]] as const;
  await upload(loader.browser, '/load/statements', { files, fields });
  await served.jobs.settled();
  expect(served.jobs.list()[0]?.state).toBe('done');
}

const staged = async (by = loader): Promise<string> => (await by.browser.get('/staged')).text;
const digest = (): Promise<string> => stagedDigest(store.db, 'live');
const publish = async (by: TestPerson, of?: string): Promise<PageResponse> =>
  by.browser.post('/staged/release', { collection: 'live', digest: of ?? (await digest()) });
const versions = async (): Promise<number> => {
  const { rows } = await store.db.raw(`select count(*)::integer as n from release where collection = 'live'`);
  return (rows as { n: number }[])[0]?.n ?? 0;
};

describe('the staged page', () => {
  it('shows today beside what readers will see', async () => {
    await open('one');
    await load('a.csv', row('2026-03-02', 'Buy'));
    expect(await staged()).toMatch(/ZQRX.*Coverage.*none.*covered/s);
    expect((await publish(loader)).text).toContain('release 1 of live');
    await load('b.csv', row('2026-04-02', 'Sell'));
    const text = await staged();
    expect(text).toMatch(/ZQRX.*Direction.*bullish.*bearish/s);
    expect(text).toContain('Ada Fictional');
    expect(await versions()).toBe(1);
  });

  it('shows both briefs whole, each under ids of its own', async () => {
    await open('one');
    await load('a.csv', row('2026-03-02', 'Buy'));
    const first = await loader.browser.get('/staged/briefs?ticker=zqrx');
    expect(first.text).toContain('This ticker is not covered');
    expect(first.text).toContain('Orders of 2026-03-02.');
    await publish(loader);
    await load('b.csv', row('2026-04-02', 'Sell'));
    const { text } = await loader.browser.get('/staged/briefs?collection=live&ticker=ZQRX');
    const sides = text.split('<h2 id="after">');
    expect(sides[0]).toContain('Orders of 2026-03-02.');
    expect(sides[0]).not.toContain('Orders of 2026-04-02.');
    expect(sides[1]).toContain('Orders of 2026-04-02.');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) if (id !== 'main') expect(ids).toContain(id);
    expect(await versions()).toBe(1);
  });

  it('discards an import, and refuses a choice of none', async () => {
    await open('one');
    await load('a.csv', row('2026-03-02', 'Buy'));
    const [, number = ''] = /name="import" value="(\d+)"/.exec(await staged()) ?? [];
    expect((await loader.browser.post('/staged/discard', { collection: 'live' })).status).toBe(422);
    const done = await loader.browser.post('/staged/discard', { collection: 'live', import: number });
    expect(done.text).toContain(`discarded import ${number}`);
    expect(await staged()).toContain('Nothing is staged');
  });

  it('releases the set that was seen, and no other', async () => {
    await open('one');
    await load('a.csv', row('2026-03-02', 'Buy'));
    const seen = await digest();
    await load('b.csv', row('2026-04-02', 'Sell'));
    const refused = await publish(loader, seen);
    expect([refused.status, await versions()]).toEqual([422, 0]);
    expect(refused.text).toContain('the staged set of live has changed');
    await publish(loader);
    const [event] = await listEvents(store.db, { limit: 1 });
    expect([await versions(), event?.action, event?.actor]).toEqual([1, 'research-released', loader.userId]);
    expect((await loader.browser.get('/releases')).text).toContain('Release 1');
  });
});

describe('with two approvals', () => {
  const approve = async (by: TestPerson): Promise<PageResponse> =>
    by.browser.post('/staged/approve', { collection: 'live', digest: await digest() });

  it('somebody who loaded nothing of it approves first', async () => {
    await open('two');
    await load('a.csv', row('2026-03-02', 'Buy'));
    expect(await staged()).toContain('Another operator approves it');
    expect((await approve(loader)).status).toBe(422);
    expect([(await publish(loader)).status, (await publish(second)).status, await versions()]).toEqual([422, 422, 0]);
    expect((await approve(second)).status).toBe(303);
    expect(await staged()).toContain(`Approved by ${second.email}`);
    expect([(await publish(loader)).status, await versions()]).toEqual([200, 1]);
  });

  it('an approval ends with any change of the set', async () => {
    await open('two');
    await load('a.csv', row('2026-03-02', 'Buy'));
    await approve(second);
    await load('b.csv', row('2026-04-02', 'Sell'));
    expect([(await publish(second)).status, await versions()]).toEqual([422, 0]);
  });

  it('the command line needs the approval too', async () => {
    await open('two');
    await load('a.csv', row('2026-03-02', 'Buy'));
    const context = {
      store,
      now: () => '2026-06-01T00:00:00.000Z',
      randomBytes,
      baseUrl: 'https://research.test',
      approvals: 'two',
      onProgress: () => undefined,
    } as const;
    const refused = await runCommand(commandNamed('release'), [], context);
    expect(refused).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('the staged set of live is not approved'),
    });
    await approve(second);
    expect((await runCommand(commandNamed('release'), [], context)).exit).toBe(0);
  });
});

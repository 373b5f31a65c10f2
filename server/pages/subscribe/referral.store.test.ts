// Referrals to the plans page: the stored part, and the workspace that the agent waits for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseNow } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { insertKey } from '../../store/people/keys.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { makePerson, makeWorkspace } from '../account/testing/account.ts';
import { mountSubscribe } from './subscribe-pages.ts';
import { type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let practice: ServedPages;

beforeAll(async () => {
  store = await openTestStore();
  practice = await servePages(store, (app, context) => mountSubscribe(app, context), {
    payments: { provider: 'practice' },
  });
});
afterAll(async () => {
  await practice.close();
  await store.close();
});

describe('what led here', () => {
  it('is kept with the checkout where it is safe, dropped where it is not, and followed nowhere', async () => {
    const workspace = await makeWorkspace(store, { practice: true });
    const { browser } = await makePerson(store, practice, [[workspace, 'admin']]);
    const kept = async (fields: Record<string, string>): Promise<unknown> => {
      const begun = await browser.post('/subscribe', { workspace, item: 'monthly', ...fields });
      expect(begun.location).toMatch(/^\/subscribe\/practice\?checkout=chk_[0-9a-f]{24}$/);
      const { rows } = await store.db.raw(
        'select acquisition from checkout order by created_at desc, checkout_id limit 1',
      );
      await store.db.raw('delete from checkout');
      return rows[0].acquisition;
    };
    expect(await kept({ source: 'cli-auth', acquisition: 'a-1' })).toBe('source cli-auth, acquisition a-1');
    expect(await kept({ source: 'status' })).toBe('source status');
    const unsafe = ['', 'a b', '<b>', 'x'.repeat(65), 'javascript:alert(1)', 'ü', 'a,b', '%00'];
    for (const acquisition of unsafe) expect([acquisition, await kept({ acquisition })]).toEqual([acquisition, null]);
    expect(await kept({ acquisition: 'https://evil.test/' })).toBe('acquisition https://evil.test/');
    const shown = await browser.get(
      '/subscribe?source=%22%3E%3Cscript%3E&acquisition=https://evil.test/&access=required',
    );
    expect(shown.text).not.toMatch(/<script(?! (type="module" )?src="\/assets\/)|href="https:\/\/evil|action="https:/);
  });

  it('chooses the workspace whose key the device login delivered', async () => {
    const acquisitionId = '11111111-2222-4333-8444-555555555555';
    const [first, second] = [
      await makeWorkspace(store, { name: 'A desk' }),
      await makeWorkspace(store, { name: 'B desk' }),
    ];
    const { browser } = await makePerson(store, practice, [
      [first, 'admin'],
      [second, 'admin'],
    ]);
    const key = { keyId: 'key_of_login', collection: 'live', sha256: Buffer.from('k'), hint: 'ri', name: 'x' } as const;
    const made = { madeBy: 'device', workspaceId: second, acquisitionId, now: await databaseNow(store.db) } as const;
    await insertKey(store.db, { ...key, ...made });
    expect((await browser.get('/subscribe')).text).toContain('What A desk has');
    expect((await browser.get(`/subscribe?source=cli-auth&acquisition=${acquisitionId}`)).text).toContain(
      'What B desk has',
    );
    expect((await browser.get(`/subscribe?workspace=${first}&acquisition=${acquisitionId}`)).text).toContain(
      'What A desk has',
    );
  });

  it('says so where the key is of a workspace that the person is not in, or is not looking at', async () => {
    const acquisitionId = '21111111-2222-4333-8444-555555555555';
    const theirs = await makeTestWorkspace(store, { prepaid: 0 });
    const mine = await makeTestWorkspace(store, { prepaid: 41 });
    const key = { keyId: 'key_of_them', collection: 'live', sha256: Buffer.from('t'), hint: 'ri', name: 'x' } as const;
    const made = { madeBy: 'device', workspaceId: theirs, acquisitionId, now: await databaseNow(store.db) } as const;
    await insertKey(store.db, { ...key, ...made });
    const address = `/subscribe?access=required&source=cli-auth&acquisition=${acquisitionId}`;
    const canGoOn = 'whoever sent you here can go on';

    const stranger = await makePerson(store, practice, [[mine, 'admin']]);
    const { text } = await stranger.browser.get(address);
    expect(text).toContain('belongs to a workspace that you are not in');
    expect(text).not.toContain(canGoOn);
    expect(text).not.toContain(theirs);
    const nowhere = await makePerson(store, practice, []);
    expect((await nowhere.browser.get(address)).text).toContain('belongs to a workspace that you are not in');
    expect((await practice.browser().get(address)).text).not.toContain('that you are not in');

    const both = await makePerson(store, practice, [
      [mine, 'admin'],
      [theirs, 'member'],
    ]);
    const other = await both.browser.get(`${address}&workspace=${mine}`);
    expect(other.text).toContain('belongs to another of your workspaces');
    expect(other.text).not.toContain(canGoOn);
    const right = await both.browser.get(address);
    expect(right.text).toContain('has access, and no credit to read with');
    expect(right.text).not.toContain('belongs to');
  });
});

// Forms of the account page that come at once, over one database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { makeTestKey } from '../testing/accounts.ts';
import { formId, makeDesk, openAccountPages } from './account/testing/account.ts';
import type { ServedPages } from './testing/browser.ts';

let store: Store;
let pages: ServedPages;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, pages, close } = await openAccountPages());
});
afterAll(() => close());

it('of many keys that are made at once, no more are made than a workspace may have', async () => {
  const { workspace, admin, second } = await makeDesk(store, pages);
  for (let one = 0; one < 48; one += 1) await makeTestKey(store, workspace);
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, one) => {
      const { browser } = one % 2 === 0 ? admin : second;
      return browser.post('/account/keys', { workspace, name: `laptop ${one}`, form: formId() });
    }),
  );
  const full = made.filter(({ location }) => location?.includes('notice=keys-full') === true);
  expect([made.filter(({ status }) => status === 200).length, full.length]).toEqual([2, 10]);
  const { rows } = await store.db.raw('select 1 from api_key where workspace_id = ? and revoked_at is null', [
    workspace,
  ]);
  expect(rows).toHaveLength(50);
});

// Last uses of keys and chats: written for the named ones, and not at every use.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { makeTestGrant } from '../../testing/mcp.ts';
import type { Store } from '../engine/engine.ts';
import { GRANT_PREFIX } from './grant-payer.ts';
import { noteUses } from './key-use.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const usedAt = async (table: 'api_key' | 'oauth_grant', id: string): Promise<string | null> => {
  const column = table === 'api_key' ? 'key_id' : 'grant_id';
  const row = (await store.db(table).where(column, id).first('last_used_at')) as { last_used_at: string | null };
  return row.last_used_at;
};

it('is noted for keys and chats at once, and again when ten minutes have passed', async () => {
  const workspaceId = await makeTestWorkspace(store);
  const [used, idle] = [await makeTestKey(store, workspaceId), await makeTestKey(store, workspaceId)];
  const { grantId } = await makeTestGrant(store, { baseUrl: 'http://localhost', workspaceId });
  await noteUses(store.db, [used.keyId, `${GRANT_PREFIX}${grantId}`, 'nobody']);
  const first = await usedAt('api_key', used.keyId);
  expect(first).not.toBeNull();
  expect(await usedAt('oauth_grant', grantId)).not.toBeNull();
  expect(await usedAt('api_key', idle.keyId)).toBeNull();
  await noteUses(store.db, [used.keyId]);
  expect(await usedAt('api_key', used.keyId)).toBe(first);
  const before = '2026-01-01T00:00:00.000Z';
  await store.db('api_key').where('key_id', used.keyId).update({ last_used_at: before });
  await noteUses(store.db, [idle.keyId, used.keyId]);
  expect(await usedAt('api_key', used.keyId)).not.toBe(before);
  expect(await usedAt('api_key', idle.keyId)).not.toBeNull();
});

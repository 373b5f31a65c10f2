// Stored form of an API key, and its end.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { findKeysByHash, insertKey, listKeys, revokeKey, revokeKeysMadeBy, type KeyMaker } from './keys.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const now = '2026-01-01T00:00:00.000Z';
const later = '2026-01-02T00:00:00.000Z';

async function add(keyId: string, madeBy: KeyMaker, collection: 'live' | 'preview' = 'preview'): Promise<void> {
  await insertKey(store.db, {
    keyId,
    collection,
    sha256: sha256(keyId),
    hint: `ri_…${keyId}`,
    name: keyId,
    madeBy,
    workspaceId: collection === 'live' ? await makeTestWorkspace(store) : null,
    now,
  });
}

it('finds a key by its hash, says when it was revoked, and revokes each key once [SPEC-A2]', async () => {
  await add('one', 'operator', 'live');
  expect((await findKeysByHash(store.db, [sha256('one')]))[0]).toEqual({
    workspace_id: expect.stringMatching(/^ws_/) as string,
    last_used_at: null,
    key_id: 'one',
    collection: 'live',
    hint: 'ri_…one',
    name: 'one',
    made_by: 'operator',
    created_at: now,
    revoked_at: null,
    expires_at: null,
    is_expired: false,
    operations: null,
    minute_max: null,
  });
  expect((await findKeysByHash(store.db, [sha256('other')]))[0]).toBeNull();
  expect(await revokeKey(store.db, 'one', later)).not.toBe(null);
  expect(await revokeKey(store.db, 'one', '2026-01-03T00:00:00.000Z')).toBe(null);
  expect(await revokeKey(store.db, 'none', later)).toBe(null);
  expect((await findKeysByHash(store.db, [sha256('one')]))[0]?.revoked_at).toBe(later);
});

it('a start revokes the keys of earlier starts and nobody else’s', async () => {
  for (const id of ['s1', 's2']) await add(id, 'start');
  await add('kept', 'operator');
  expect(await revokeKeysMadeBy(store.db, 'start', later)).toBe(2);
  expect(await revokeKeysMadeBy(store.db, 'start', later)).toBe(0);
  const open = (await listKeys(store.db)).filter(({ revoked_at }) => revoked_at === null).map(({ key_id }) => key_id);
  expect(open).toEqual(['kept']);
});

it('two keys never share a hash', async () => {
  await add('twin', 'operator');
  const workspaceId = await makeTestWorkspace(store);
  const twin = {
    collection: 'live',
    sha256: sha256('twin'),
    hint: '',
    name: '',
    madeBy: 'operator',
    workspaceId,
    now,
  } as const;
  await expect(insertKey(store.db, { ...twin, keyId: 'twin-2' })).rejects.toMatchObject({ code: '23505' });
});

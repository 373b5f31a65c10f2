// The keys of cursors: one from the first start on, one signing key at any time, none lost by a rotation.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cursorKeys, replaceCursorKeys, rotateCursorKey } from './cursor-keys.ts';
import type { Store } from '../engine/engine.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const now = '2026-01-05T00:00:00.000Z';

it('a fresh store has one random key, and it signs', async () => {
  const [key, ...others] = await cursorKeys(store.db);
  expect(others).toEqual([]);
  expect(key).toMatchObject({ key_id: 1, retired_at: null });
  expect(key?.secret).toHaveLength(32);
  expect(new Set(key?.secret).size).toBeGreaterThan(16);
});

it('a rotation retires the key that signed and keeps it', async () => {
  const [first] = await cursorKeys(store.db);
  expect(await rotateCursorKey(store.db, { secret: Buffer.alloc(32, 7), now })).toBe(2);
  expect(await cursorKeys(store.db)).toEqual([
    { ...first, retired_at: now },
    { key_id: 2, secret: Buffer.alloc(32, 7), created_at: now, retired_at: null },
  ]);
});

it('rotations at the same time leave exactly one key that signs', async () => {
  const rotations = Array.from({ length: 5 }, (_, index) =>
    rotateCursorKey(store.db, { secret: Buffer.alloc(32, index), now }).catch(() => null),
  );
  const made = (await Promise.all(rotations)).filter((keyId) => keyId !== null);
  expect(made.length).toBeGreaterThan(0);
  const keys = await cursorKeys(store.db);
  expect(keys.filter(({ retired_at }) => retired_at === null)).toHaveLength(1);
  expect(keys).toHaveLength(1 + made.length);
});

it('takes over the keys of another store', async () => {
  const keys = [
    { key_id: 3, secret: Buffer.alloc(32, 3), created_at: now, retired_at: now },
    { key_id: 4, secret: Buffer.alloc(32, 4), created_at: now, retired_at: null },
  ];
  await replaceCursorKeys(store.db, keys);
  expect(await cursorKeys(store.db)).toEqual(keys);
});

// Cursors: opaque, equal for equal positions, and valid only for the list that they belong to.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../contract/problems.ts';
import { replaceCursorKeys, rotateCursorKey } from '../../store/keeping/cursor-keys.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { CURSOR_LENGTH_MAX, type CursorScope, type Cursors, createCursors } from './cursor.ts';

let store: Store;
let now = '2026-01-05T00:00:00.000Z';
let cursors: Cursors;
const key = { key_id: 1, secret: Buffer.alloc(32, 1), created_at: now, retired_at: null };
const scope: CursorScope = {
  operation: 'listBeliefs',
  collection: 'live',
  filters: { ticker: 'NWTB', status: undefined },
};
const place = { asOf: '2026-01-04T00:00:00.000Z', position: ['2025-12-01T00:00:00.000Z', `bel_${'a'.repeat(32)}`] };

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  now = '2026-01-05T00:00:00.000Z';
  await replaceCursorKeys(store.db, [key]);
  cursors = createCursors({ db: store.db, now: () => now });
});

async function refusal(read: Promise<unknown>): Promise<string> {
  return read.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  );
}

it('gives back the place it was written with, in characters that need no escaping, and says nothing of it', async () => {
  const cursor = await cursors.write(scope, place);
  expect(await cursors.read(scope, cursor)).toEqual(place);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(cursor.length).toBeLessThan(CURSOR_LENGTH_MAX / 2);
});

it('is the same for the same place, on another process and at another time', async () => {
  const cursor = await cursors.write(scope, place);
  const elsewhere = createCursors({ db: store.db, now: () => '2026-03-05T00:00:00.000Z' });
  expect(await elsewhere.write({ ...scope, filters: { ticker: 'NWTB' } }, place)).toBe(cursor);
  expect(await elsewhere.read(scope, cursor)).toEqual(place);
});

it('belongs to its operation, collection and filters', async () => {
  const cursor = await cursors.write(scope, place);
  const others: CursorScope[] = [
    { ...scope, operation: 'listSources' },
    { ...scope, collection: 'preview' },
    { ...scope, filters: {} },
    { ...scope, filters: { ticker: 'NWTC' } },
    { ...scope, filters: { entity_id: 'NWTB' } },
    { ...scope, filters: { ticker: 'NWTB', status: 'active' } },
  ];
  for (const other of others) expect(await refusal(cursors.read(other, cursor))).toBe('cursor-mismatch');
  expect(others).toHaveLength(6);
});

describe('a cursor that is not one of ours', () => {
  /** Changes of a real cursor: bits, characters, cuts, additions, other spellings. */
  function mutated(cursor: string): fc.Arbitrary<string> {
    const at = fc.nat(cursor.length - 1);
    const character = fc.constantFrom(...'ABCabc019-_.~');
    const bytes = Buffer.from(cursor, 'base64url');
    return fc.oneof(
      fc.tuple(at, character).map(([index, one]) => cursor.slice(0, index) + one + cursor.slice(index + 1)),
      fc.tuple(at, character).map(([index, one]) => cursor.slice(0, index) + one + cursor.slice(index)),
      at.map((index) => cursor.slice(0, index) || 'A'),
      at.map((index) => cursor.slice(index + 1) || 'A'),
      fc.tuple(fc.nat(bytes.length - 1), fc.nat(7)).map(([index, bit]) => {
        const changed = Buffer.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ (1 << bit);
        return changed.toString('base64url');
      }),
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((random) => Buffer.from(random).toString('base64url')),
      fc.constantFrom(`${cursor}=`, `${cursor}.`, `~${cursor}`, `${cursor}${cursor}`, cursor.toUpperCase()),
      fc.nat(60).map((more) => 'A'.repeat(CURSOR_LENGTH_MAX + more)),
    );
  }

  it('is refused as such, three thousand times', async () => {
    const cursor = await cursors.write(scope, place);
    const codes = new Map<string, number>();
    for (const wrong of fc.sample(mutated(cursor), { numRuns: 3_200, seed: 20_261_005 })) {
      if (wrong === cursor) continue;
      const code = await refusal(cursors.read(scope, wrong));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes.keys()]).toEqual(['invalid-cursor']);
    expect(codes.get('invalid-cursor')).toBeGreaterThan(2_900);
  });

  it('is refused when another store wrote it', async () => {
    const cursor = await cursors.write(scope, place);
    await replaceCursorKeys(store.db, [{ ...key, secret: Buffer.alloc(32, 2) }]);
    expect(await refusal(createCursors({ db: store.db, now: () => now }).read(scope, cursor))).toBe('invalid-cursor');
  });
});

describe('a rotation of the key', () => {
  it('changes what is written from then on; what was written before is read for 30 days and no longer', async () => {
    const cursor = await cursors.write(scope, place);
    await rotateCursorKey(store.db, { secret: Buffer.alloc(32, 9), now });
    now = '2026-01-05T00:01:00.000Z';
    const after = await cursors.write(scope, place);
    expect(after).not.toBe(cursor);
    expect(await cursors.signer()).toBe(2);
    for (const [time, outcome] of [
      ['2026-02-03T23:59:00.000Z', 'accepted'],
      ['2026-02-04T00:00:01.000Z', 'invalid-cursor'],
    ] as const) {
      now = time;
      expect(await refusal(cursors.read(scope, cursor))).toBe(outcome);
      expect(await refusal(cursors.read(scope, after))).toBe('accepted');
    }
  });

  it('on another process is understood at once, although this one signs with the old key a moment longer', async () => {
    await cursors.write(scope, place);
    await rotateCursorKey(store.db, { secret: Buffer.alloc(32, 9), now });
    const elsewhere = createCursors({ db: store.db, now: () => now });
    expect(await cursors.read(scope, await elsewhere.write(scope, place))).toEqual(place);
  });
});

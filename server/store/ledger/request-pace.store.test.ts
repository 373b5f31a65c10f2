// The pace of callers in the store: exact over concurrent servers, and deleted once it is full.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { forgetPaces, notePassed } from './request-pace.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
beforeEach(() => store.db.raw('truncate request_pace'));
afterAll(() => store.close());

const one = (subject: string, count: number, msEach = 60_000) => ({ name: 'keyed minute', subject, count, msEach });
const minutesOf = (left: number[]) => left.map((ms) => Math.round(ms / 60_000));

it('adds up what servers write, for each caller by itself, and answers in the order of the question', async () => {
  expect(minutesOf(await notePassed(store.db, [one('b', 2), one('a', 1)]))).toEqual([2, 1]);
  expect(minutesOf(await notePassed(store.db, [one('a', 4), one('b', 1), one('c', 1)]))).toEqual([5, 3, 1]);
  expect(minutesOf(await notePassed(store.db, [{ ...one('a', 1), name: 'status minute' }]))).toEqual([1]);
});

it('loses nothing when servers write at once, in whatever order their callers come', async () => {
  const callers = Array.from({ length: 20 }, (_none, place) => `caller ${place}`);
  await Promise.all(
    Array.from({ length: 10 }, (_none, server) =>
      notePassed(
        store.db,
        (server % 2 === 0 ? callers : callers.toReversed()).map((subject) => one(subject, 1)),
      ),
    ),
  );
  const left = await notePassed(
    store.db,
    callers.map((subject) => one(subject, 1)),
  );
  expect(new Set(minutesOf(left))).toEqual(new Set([11]));
});

it('saves nothing up: a quota that is whole is whole, however long ago', async () => {
  await notePassed(store.db, [one('a', 1)]);
  await store.db.raw(`update request_pace set full_at = now() - interval '1 day'`);
  expect(minutesOf(await notePassed(store.db, [one('a', 1)]))).toEqual([1]);
});

it('keeps no name of whom it counts, and forgets whose quota is whole', async () => {
  await notePassed(store.db, [one('198.51.100.7', 1), one('still', 1)]);
  const { rows } = await store.db.raw('select * from request_pace');
  expect(JSON.stringify(rows)).not.toContain('198.51.100.7');
  await store.db.raw(`update request_pace set full_at = now() - interval '1 second'
                       where subject = sha256(convert_to(E'keyed minute\\n198.51.100.7', 'UTF8'))`);
  expect([await forgetPaces(store.db), await forgetPaces(store.db)]).toEqual([1, 0]);
  expect((await store.db.raw('select count(*)::integer as kept from request_pace')).rows).toEqual([{ kept: 1 }]);
});

// The calendar of a version: the operator's days as known then, shared by all versions with the same days.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cutoff } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { calendarReader } from './calendar.ts';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
  await store.db('session').insert({
    collection: 'live',
    session_date: '2099-01-05',
    close_at: '2099-01-05T21:00:00.000Z',
    early_close: false,
    from_version: 1_500,
  });
});

afterAll(() => store.close());

const at = (version: number): Cutoff => ({ collection: 'live', version, asOf: '2026-01-01T00:00:00.000Z' });

it('holds a day from the version on that brought it, and is made once for all that know the same days', async () => {
  const calendarAt = calendarReader();
  const before = await calendarAt(store.db, at(1_499));
  const after = await calendarAt(store.db, at(1_500));
  expect([before.indexOf('2099-01-05'), after.indexOf('2099-01-05')]).toEqual([-1, after.sessions.length - 1]);
  let shared = 0;
  for (const version of [1, 1_000, 1_498]) if ((await calendarAt(store.db, at(version))) === before) shared += 1;
  for (const version of [1_501, 1_999, 3_000]) if ((await calendarAt(store.db, at(version))) === after) shared += 1;
  expect(shared).toBe(6);
});

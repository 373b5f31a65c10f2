// A tick while another transaction holds the head: it passes over it, on one server and on a cluster.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { publishTold } from '../testing/research.ts';
import { openTestStore } from '../testing/store.ts';
import { lockHead, readHead, tick } from '../known/clock.ts';

const boundary = '2020-06-02T21:00:00.000Z';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  const told = [{ belief: 'b1', observedAt: '2020-06-01T00:00:00.000Z' }];
  await publishTold(store.db, { told, now: '2020-06-01T20:00:00.000Z' });
});
afterAll(() => store.close());

it('passes over a head that a release holds, and moves it afterwards', async () => {
  const release = await store.db.transaction();
  await lockHead(release, 'live');
  expect(await tick(store.db, 'live', boundary)).toBe(false);
  // The release still holds it: the tick ended by itself.
  expect(release.isCompleted()).toBe(false);
  await release.rollback();
  expect(await tick(store.db, 'live', boundary)).toBe(true);
  expect((await readHead(store.db, 'live')).watermark).toBe(boundary);
});

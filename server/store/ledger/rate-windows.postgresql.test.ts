// Races over one window: many takes at once, over pools that know nothing of each other.
import knex, { type Knex } from 'knex';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { take } from './rate-windows.ts';
import { earlier } from '../testing/instants.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let pools: Knex[];
beforeAll(async () => {
  store = await openTestStore();
  const { connection } = store.db.client.config as Knex.Config;
  // As two processes have them, but patient: 2,000 takes wait for one row here.
  const patient = {
    client: 'pg',
    connection: connection ?? {},
    pool: { min: 0, max: 16 },
    acquireConnectionTimeout: 60_000,
  };
  pools = [knex({ ...patient }), knex({ ...patient })];
});
afterAll(async () => {
  for (const pool of pools) await pool.destroy();
  await store.close();
});

it('2,000 concurrent takes over two pools allow exactly the quota, and count down without a gap', async () => {
  const quota = 100;
  const takes = Array.from({ length: 2_000 }, (_, index) => {
    const pool = pools[index % 2];
    if (pool === undefined) throw new Error('two pools were opened');
    return take(pool, { name: 'device_initiation', subject: '192.0.2.1', quota, seconds: 3_600 });
  });
  const taken = await Promise.all(takes);
  const allowed = taken.filter((one) => one.allowed);
  expect([allowed.length, taken.length]).toEqual([100, 2_000]);
  expect(allowed.map(({ left }) => left).toSorted((a, b) => b - a)).toEqual(
    Array.from({ length: quota }, (_, index) => quota - 1 - index),
  );
  expect(taken.filter((one) => !one.allowed).every(({ retryAfter }) => (retryAfter ?? 0) > 3_500)).toBe(true);
});

it('windows that end under concurrent takes begin anew once, with the whole quota and no more', async () => {
  const ask = { name: 'sign_in', quota: 5, seconds: 60 };
  let rounds = 0;
  for (; rounds < 10; rounds += 1) {
    const subject = `round ${rounds}`;
    await take(store.db, { ...ask, subject });
    await store.db.raw(
      `update rate_window set points = 6, window_start = ${earlier('window_start', `interval '60 seconds'`)}`,
    );
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) => take(pools[index % 2] ?? store.db, { ...ask, subject })),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
  }
  expect(rounds).toBe(10);
});

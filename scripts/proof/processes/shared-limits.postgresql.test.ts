// Two servers on one database, one of them with workers: a workspace has its limit over both.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { publishTold } from '../../../server/store/testing/research.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { type ServiceProcess, startService } from '../../stage/service-process.ts';

let store: Store;
let build: Build;
let servers: readonly [one: ServiceProcess, two: ServiceProcess];

const minute = 40;

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  await publishTold(store.db, { told: [{ belief: 'b1', observedAt: '2020-01-01T00:00:00.000Z' }] });
  const env = {
    DATABASE_URL: await databaseUrlOf(store),
    RATE_LIMITS: JSON.stringify({ keyed: { burst: 1_000, minute } }),
  };
  servers = await Promise.all([
    startService({ args: [build.main], port: 0, env: env }),
    startService({ args: [build.main], port: 0, env: { ...env, WORKERS: '2' } }),
  ]);
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end()));
  await store?.close();
  await build?.remove();
});

async function caller() {
  const { key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 1_000 }));
  return async ({ address }: ServiceProcess): Promise<number> =>
    (await fetch(`${address}/v1/beliefs?limit=1`, { headers: { authorization: `Bearer ${key}` } })).status;
}

it.each([
  ['a server without workers tells one that has some', 0, 1],
  ['a server with workers tells one that has none', 1, 0],
] as const)('%s what it has let through', async (_what, from, to) => {
  const ask = await caller();
  let answered = 0;
  while ((await ask(servers[from])) === 200) answered += 1;
  expect(answered).toBeGreaterThanOrEqual(minute);
  let beside = 0;
  // On its own the other server would answer as many again.
  await expect
    .poll(
      async () => {
        const status = await ask(servers[to]);
        beside += status === 200 ? 1 : 0;
        return status;
      },
      { interval: 250 },
    )
    .toBe(429);
  expect(beside).toBeLessThan(minute);
});

it('goes on alone while the store cannot be written, and neither waits for it nor says so to anybody', async () => {
  await store.db.raw('alter table request_pace rename to request_pace_away');
  try {
    const ask = await caller();
    expect([await ask(servers[0]), await ask(servers[1])]).toEqual([200, 200]);
  } finally {
    await store.db.raw('alter table request_pace_away rename to request_pace');
  }
});

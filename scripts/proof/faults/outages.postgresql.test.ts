// Database outage (stopped, hanging, full disk): a free 503 with Retry-After, and the same process recovers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';
import { auditHistory } from './audit-history.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import type { Call } from './stage/client.ts';
import { type Outage, endure, fullDisk, repeated } from './outages.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { type SilentProxy, silentProxy } from './stage/silent-proxy.ts';
import { makeAccount, publishLive, startProcesses } from './stage/world.ts';

let database: Crashable;
let proxy: SilentProxy;
let store: Store;
let build: Build;
let server: ServerProcess;

beforeAll(async () => {
  // One that may lose a commit would be found to charge twice.
  database = await startServer({ durable: true });
  proxy = await silentProxy(database.url);
  build = await frozenBuild();
  store = await openStore({ databaseUrl: database.url });
  await publishLive(store);
  const [started] = await startProcesses(build.main, proxy.url, 1);
  if (started === undefined) throw new Error('no process was started');
  server = started;
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await store?.close();
  proxy?.close();
  await build?.remove();
  await database?.stop();
});

const outages = (): Outage[] => [
  fullDisk(store),
  { name: 'silent', begin: async () => proxy.silence(), end: async () => proxy.speak() },
  { name: 'gone', begin: database.crash, end: database.restart },
];

it('answers 503 while it lasts, 200 when it is over, from the same process, and no unit is lost or given away', async () => {
  const account = await makeAccount(store, { prepaid: 1_000_000 });
  const names: string[] = [];
  const calls: Call[] = [];
  for (const outage of outages()) {
    const report = await endure([server], account, { outage, lasts: 1_500 });
    names.push(report.name);
    calls.push(...report.calls);
    expect(Object.keys(report.statuses)).toEqual(['503']);
  }
  expect(names).toEqual(['full', 'silent', 'gone']);
  // Refused questions succeed now, and those that were charged all the same are replayed free.
  await repeated(calls, [server]);
  const { faults, delivered, entries } = await auditHistory({ calls, db: store.db });
  expect(faults.slice(0, 20)).toEqual([]);
  expect([delivered, entries]).toEqual([calls.length, calls.length]);
  expect(calls.length).toBeGreaterThan(40);
});

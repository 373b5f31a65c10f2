// A database that is gone, silent or full is a 503 with Retry-After and costs nothing, and the same process goes on when it is back.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { audit } from '../../server/store/audit.ts';
import { type Store, openStore } from '../../server/store/engine.ts';
import { type Crashable, startServer } from '../test-postgres.ts';
import { type Build, frozenBuild } from './build.ts';
import { type Outage, endure, fullDisk } from './outages.ts';
import type { ServerProcess } from './server-process.ts';
import { type SilentProxy, silentProxy } from './silent-proxy.ts';
import { makeAccount, publishLive, startProcesses } from './world.ts';

let database: Crashable;
let proxy: SilentProxy;
let store: Store;
let build: Build;
let server: ServerProcess;

beforeAll(async () => {
  database = await startServer();
  proxy = await silentProxy(database.url);
  build = await frozenBuild(inject('databaseUrl'));
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
  for (const outage of outages()) {
    const report = await endure([server], account, { outage, lasts: 1_500 });
    names.push(report.name);
    expect(Object.keys(report.statuses)).toEqual(['503']);
  }
  expect(names).toEqual(['full', 'silent', 'gone']);
  expect((await audit(store.db)).drifts).toEqual([]);
});

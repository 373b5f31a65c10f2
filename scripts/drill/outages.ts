// The database gone, silent and full under load: 503 within five seconds, and well again within two of its return.
import { audit } from '../../server/store/audit.ts';
import { openStore } from '../../server/store/engine.ts';
import { frozenBuild } from '../faults/build.ts';
import { type OutageReport, endure, fullDisk } from '../faults/outages.ts';
import { silentProxy } from '../faults/silent-proxy.ts';
import { makeAccount, publishLive, startProcesses } from '../faults/world.ts';
import { startServer } from '../test-postgres.ts';

const ANSWER_MS_MAX = 5_000;
const RECOVERY_MS_MAX = 2_000;
const LASTS_MS = 10_000;

export async function drillOutages(): Promise<boolean> {
  const database = await startServer({ durable: true });
  const proxy = await silentProxy(database.url);
  const build = await frozenBuild(database.url);
  const store = await openStore({ databaseUrl: database.url });
  await publishLive(store);
  const servers = await startProcesses(build.main, proxy.url, 1);
  try {
    const [server] = servers;
    if (server === undefined) throw new Error('no process was started');
    const account = await makeAccount(store, { prepaid: 10_000_000 });
    const outages = [
      fullDisk(store),
      { name: 'silent' as const, begin: async () => proxy.silence(), end: async () => proxy.speak() },
      { name: 'gone' as const, begin: database.crash, end: database.restart },
    ];
    let isWell = true;
    for (const outage of outages) {
      isWell = told(await endure(server, account, { outage, lasts: LASTS_MS })) && isWell;
    }
    const { drifts } = await audit(store.db);
    process.stdout.write(drifts.length === 0 ? 'no drift\n' : `${JSON.stringify(drifts)}\n`);
    return isWell && drifts.length === 0;
  } finally {
    for (const server of servers) await server.stop();
    await store.close();
    proxy.close();
    await build.remove();
    await database.stop();
  }
}

function told({ name, statuses, slowest, recovered }: OutageReport): boolean {
  const isWell = Object.keys(statuses).join() === '503' && slowest <= ANSWER_MS_MAX && recovered <= RECOVERY_MS_MAX;
  process.stdout.write(
    `${isWell ? 'pass' : 'FAIL'}  database ${name}: ${JSON.stringify(statuses)}, slowest ${Math.round(slowest)} ms ` +
      `(at most ${ANSWER_MS_MAX}), well again after ${Math.round(recovered)} ms (at most ${RECOVERY_MS_MAX})\n`,
  );
  return isWell;
}

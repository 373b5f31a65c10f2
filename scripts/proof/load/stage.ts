// Stage of a load drill: a durable PostgreSQL, a prepared store, and one built server in a separate process.
import { availableParallelism, loadavg } from 'node:os';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { frozenBuild } from '../../stage/frozen-build.ts';
import { freePort } from '../../stage/listening.ts';
import { type MeasuredServer, startMeasured } from '../fuzz/measured-server.ts';
import { startServer } from '../../stage/test-postgres.ts';

export type Stage<Prepared> = {
  store: Store;
  server: MeasuredServer;
  port: number;
  baseUrl: string;
  prepared: Prepared;
};

/** `prepare` fills the store before the server starts; all of it is taken down when `play` ends. */
export async function onStage<Prepared, Played>(
  prepare: (store: Store, baseUrl: string) => Promise<Prepared>,
  play: (stage: Stage<Prepared>) => Promise<Played>,
): Promise<Played> {
  const postgres = await startServer({ durable: true });
  // Closed in reverse order, even after a failure.
  const ends: (() => Promise<unknown>)[] = [postgres.stop];
  try {
    const build = await frozenBuild();
    ends.unshift(build.remove);
    // The audit of a long run reads all that was delivered in it.
    const store = await openStore({ databaseUrl: postgres.url, statementTimeoutMs: 0 });
    ends.unshift(store.close);
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const prepared = await prepare(store, baseUrl);
    const server = await startMeasured({ main: build.main, databaseUrl: postgres.url, port, baseUrl });
    ends.unshift(server.stop);
    const played = await play({ store, server, port, baseUrl, prepared });
    // Times that were measured on a machine with other work say more of that work.
    process.stdout.write(
      `load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores\n`,
    );
    return played;
  } finally {
    for (const end of ends) await end();
  }
}

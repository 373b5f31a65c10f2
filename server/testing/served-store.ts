// Store served over HTTP in this process, with a chosen base address in its links.
import { once } from 'node:events';
import { createApp } from '../app.ts';
import { createHttpServer } from '../http/http-server.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { freePort } from './port.ts';

export type ServedStore = {
  address: string;
  /** Rejects when anything went wrong on the service's side meanwhile. */
  close(): Promise<void>;
};

/** `baseUrl`: where links lead; by default where it listens. `path`: a path prefix, below which everything lies. */
export async function serveStoreAt(store: Store, now: string, baseUrl?: string, path = ''): Promise<ServedStore> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}${path}`;
  const failures: unknown[] = [];
  const serving = createServing({
    store,
    baseUrl: baseUrl ?? address,
    now: () => now,
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    onFailure: ({ cause }) => failures.push(cause),
  });
  const none = { isReady: () => Promise.resolve(true), documentation: null, recordSchemas: {} };
  const { server, drain } = createHttpServer(await createApp({ ...serving, process: none }), serving);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    serving.watch.close();
    await drain();
    if (failures.length > 0) throw new AggregateError(failures, 'the service failed');
  };
  return { address, close };
}

/** Test support: a store served over HTTP as by a server process, with clocks and limits of the test. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import type { Problem } from '../../generated/api.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { Limiter, RateLimits } from '../metering/limits/rate-limit.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { type HttpAnswer, type HttpRequest, ask } from './ask.ts';

export type TestService = {
  port: number;
  ask(path: string, asking?: HttpRequest): Promise<HttpAnswer>;
  /** Rejects if the service failed meanwhile. */
  close(): Promise<void>;
};

export type TestServiceOptions = {
  store: Store;
  rateLimits?: RateLimits;
  /** Monotonic clock in milliseconds. */
  elapsed?: () => number;
  now?: string | (() => string);
  /** Limits counted over several servers. */
  limiter?: Limiter;
};

export const baseUrl = 'https://research.test';

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const {
    store,
    rateLimits = noRateLimits,
    elapsed = () => performance.now(),
    now = '2029-01-20T00:00:00.000Z',
    limiter,
  } = options;
  const failures: unknown[] = [];
  const onFailure = ({ cause }: { cause: unknown }): void => void failures.push(cause);
  const serving = createServing({
    store,
    baseUrl,
    now: typeof now === 'string' ? () => now : now,
    elapsed,
    rateLimits,
    limiter,
    onFailure,
  });
  const none = { isReady: async () => true, documentation: null, recordSchemas: {} };
  const { server, drain } = createHttpServer(await createApp({ ...serving, process: none }), serving);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    serving.watch.close();
    await drain();
    if (failures.length > 0) throw new AggregateError(failures, 'the service failed');
  };
  return { port, ask: (path, asking) => ask(port, path, asking), close };
}

/** The code of a problem, or the status of any other answer. */
export function codeOf({ headers, status, text }: HttpAnswer): string {
  if (headers['content-type'] !== 'application/problem+json') return String(status);
  return text === '' ? String(status) : (JSON.parse(text) as Problem).code;
}

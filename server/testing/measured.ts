/** Support for tests: a service over a store with its metrics, put together as a start puts it together, and read as Prometheus reads them. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createApp } from '../app.ts';
import { createHttpServer } from '../http/http-server.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { createMetrics, serveMetrics } from '../observe/metrics.ts';
import { feedReader } from '../reads/feeds.ts';
import { type ServiceParts, createServing } from '../process/serving.ts';
import { researchAge } from '../store/known/clock.ts';
import { type Store, poolsOf } from '../store/engine/engine.ts';
import type { Metrics } from '../observe/metrics.ts';
import { freeBaseUrl } from './port.ts';

/** One line of the metrics: `name{label="value"} 1`. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };

export type Measured = {
  baseUrl: string;
  serving: ServiceParts;
  metrics: Metrics;
  text(): Promise<string>;
  /** The sum of all samples of this name with these labels. */
  value(name: string, labels?: Readonly<Record<string, string>>): Promise<number>;
  close(): Promise<void>;
};

/** `at` is the time that the service takes it to be; the watermark moves to no time that the database does not know yet. */
export async function startMeasured(store: Store, at: string): Promise<Measured> {
  const baseUrl = await freeBaseUrl();
  const [now, elapsed] = [() => at, () => performance.now()];
  const readFeeds = feedReader();
  const metrics = createMetrics({
    researchAge: () => researchAge(store.db),
    feeds: () => readFeeds(store.db, now()),
    pools: () => poolsOf(store),
    now,
    elapsed,
  });
  const { served: onServed, failed: onFailure, unrouted: onUnrouted, noted: onEvent } = metrics;
  const base = { store, baseUrl, now, elapsed, rateLimits: noRateLimits };
  const serving = createServing({ ...base, onFailure, onServed, observed: metrics });
  const pages = {
    ...serving,
    db: store.accounts,
    now,
    randomBytes,
    rateLimits: noRateLimits,
    payments: { provider: 'none' },
    upstream: null,
    wakeMail: null,
    signUp: 'invited',
    onEvent,
  } as const;
  const none = { isReady: async () => true, documentation: null, recordSchemas: {} };
  const app = await createApp({ ...serving, onUnrouted, pages, process: none });
  const { server, drain } = createHttpServer(app, { ...serving, onRefused: onUnrouted });
  server.listen(Number(new URL(baseUrl).port), '127.0.0.1');
  await once(server, 'listening');
  const measured = await serveMetrics({ host: '127.0.0.1', port: 0 }, metrics.registry);
  const text = async (): Promise<string> => (await fetch(measured.address)).text();
  return {
    baseUrl,
    serving,
    metrics,
    text,
    async value(name, labels = {}) {
      const matches = samplesOf(await text()).filter(
        (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      );
      return matches.reduce((sum, { value }) => sum + value, 0);
    },
    async close() {
      measured.close();
      await drain();
    },
  };
}

export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

/** What the service measures of itself, as Prometheus reads it, on a listener that no reader of research reaches. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Served } from './contract/serve.ts';
import type { ResearchAge } from './store/clock.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly served: (served: Served) => void;
}

export interface MetricsOptions {
  /** Asked anew whenever the metrics are read. */
  readonly researchAge: () => Promise<readonly ResearchAge[]>;
  /** Connections of the store that are in use, and waits for one, by the pool. */
  readonly pools: () => Readonly<Record<string, { used: number; waiting: number }>>;
  readonly now: () => string;
}

/** Seconds; a kept answer takes a millisecond, a refused one under a fifth of that. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics({ researchAge, pools, now }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'research_requests_total',
    help: 'Answered requests by operation, status and problem code.',
    labelNames: ['operation', 'status', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'research_request_seconds',
    help: 'Time from a request to its answer, by operation.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const charges = new Counter({
    name: 'research_charges_total',
    help: 'Units charged, by operation.',
    labelNames: ['operation'],
    registers,
  });
  const replays = new Counter({
    name: 'research_replays_total',
    help: 'Repetitions that were answered from kept bytes, by operation.',
    labelNames: ['operation'],
    registers,
  });
  poolGauge(registry, pools);
  ageGauges(registry, { researchAge, now });
  return {
    registry,
    served({ operation, status, code, ms, charge, replayed }) {
      requests.inc({ operation, status, code: code ?? '' });
      seconds.observe({ operation }, ms / 1_000);
      if (charge > 0) charges.inc({ operation }, charge);
      if (replayed) replays.inc({ operation });
    },
  };
}

function poolGauge(registry: Registry, pools: MetricsOptions['pools']): void {
  new Gauge({
    name: 'research_store_connections',
    help: 'Connections of the store by pool: in use, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { used, waiting }] of Object.entries(pools())) {
        this.set({ pool, state: 'used' }, used);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** A feed that has stopped shows as an age that only grows. Every worker says the same, so the greatest stands for all. */
function ageGauges(registry: Registry, { researchAge, now }: Pick<MetricsOptions, 'researchAge' | 'now'>): void {
  const gauge = (name: string, help: string, valueOf: (age: ResearchAge) => number | null): void => {
    new Gauge({
      name,
      help,
      labelNames: ['collection'],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        // A store that does not answer must not take the other metrics with it.
        for (const one of await researchAge().catch(() => [])) {
          const value = valueOf(one);
          if (value !== null) this.set({ collection: one.collection }, value);
        }
      },
    });
  };
  const secondsSince = (from: string): number => (Date.parse(now()) - Date.parse(from)) / 1_000;
  gauge('research_release_version', 'The newest released version.', ({ version }) => version);
  gauge('research_release_age_seconds', 'Seconds since the newest release took effect.', ({ released_at: at }) =>
    at === null ? null : secondsSince(at),
  );
  gauge(
    'research_watermark_age_seconds',
    'Seconds since the time up to which answers are settled.',
    ({ version, watermark }) => (version === 0 ? null : secondsSince(watermark)),
  );
}

/** In a worker: lets the primary ask for these metrics. It listens for the question only once one is made. */
export function handOverMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  void new AggregatorRegistry();
}

/** Serves `GET /metrics`: of this process, or of all workers where this is their primary. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  registry: Registry | null,
): Promise<{ address: string; close: () => void }> {
  const workers = registry === null && cluster.isPrimary ? new AggregatorRegistry() : null;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    const text = workers === null ? (registry?.metrics() ?? Promise.resolve('')) : workers.clusterMetrics();
    text.then(
      (metrics) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  const shown = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    address: `http://${host}:${shown}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

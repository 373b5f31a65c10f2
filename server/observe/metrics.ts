/** Metrics of the service for Prometheus, on a listener apart from the public one. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AggregatorRegistry, Registry, collectDefaultMetrics } from 'prom-client';
import { type AccessMetrics, accessMetrics } from './metrics-access.ts';
import { type RequestMetrics, requestMetrics } from './metrics-requests.ts';
import { type ResearchMetricsOptions, researchMetrics } from './metrics-research.ts';
import { type Pools, type StoreMetrics, storeMetrics } from './metrics-store.ts';

export interface Metrics extends RequestMetrics, AccessMetrics, StoreMetrics {
  readonly registry: Registry;
}

export interface MetricsOptions extends ResearchMetricsOptions {
  /** Connections in use and waits for one, by pool. */
  readonly pools: Pools;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  researchMetrics(registry, options);
  return {
    registry,
    ...requestMetrics(registry),
    ...accessMetrics(registry),
    ...storeMetrics(registry, options.pools),
  };
}

/** In a worker: answers the primary's question for metrics. It listens only once a registry exists. */
export function handOverMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  void new AggregatorRegistry();
}

/** Serves `GET /metrics`: of this process, or in the primary of all workers. */
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

/** Metrics of the store and of memory: connections, batches of charges, caches, retention runs. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { cacheFigures } from '../memory/remembered.ts';

export type Pools = () => Readonly<Record<string, { used: number; waiting: number }>>;

export interface StoreMetrics {
  readonly batch: (batch: { size: number; ms: number; isWritten: boolean }) => void;
  readonly ticked: () => void;
  readonly leftOut: (list: string) => void;
  readonly tidied: (at: string) => void;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** By their names in an answer. */
const lists = ['beliefs', 'citations', 'entities', 'sources', 'evidence', 'tickers'];
const sizes = [1, 2, 4, 8, 16, 32, 64, 128];

export function storeMetrics(registry: Registry, pools: Pools): StoreMetrics {
  const registers = [registry];
  poolGauge(registry, pools);
  const batchSize = new Histogram({
    name: 'research_charge_batch_size',
    help: 'Charges that were written in one statement.',
    buckets: sizes,
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'research_charge_batch_seconds',
    help: 'Time of the statement that writes a batch of charges, by outcome.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  });
  const ticks = new Counter({
    name: 'research_ticks_total',
    help: 'Boundaries of the calendar to which this process moved the watermark of live research.',
    registers,
  });
  const leftOut = new Counter({
    name: 'research_records_left_out_total',
    help: 'Records that a list was built without because they do not fit the contract, by list.',
    labelNames: ['list'],
    registers,
  });
  // A series that begins with its first event shows no increase for it.
  for (const list of lists) leftOut.inc({ list }, 0);
  const tidied = new Gauge({
    name: 'research_tidied_timestamp_seconds',
    help: 'When what is kept for a time only was last looked through (Unix time); absent before the first time.',
    labelNames: [],
    registers,
    aggregator: 'max',
  });
  // Without a label a gauge would report 0, which reads as 1970.
  tidied.remove();
  cacheMetrics(registry);
  return {
    batch({ size, ms, isWritten }) {
      batchSize.observe(size);
      batchSeconds.observe({ outcome: isWritten ? 'written' : 'failed' }, ms / 1_000);
    },
    ticked: () => ticks.inc(),
    leftOut: (list) => leftOut.inc({ list }),
    tidied: (at) => tidied.set(Date.parse(at) / 1_000),
  };
}

function poolGauge(registry: Registry, pools: Pools): void {
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

/** All caches of the process; server/memory/caches.ts names them. */
function cacheMetrics(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'research_cache_lookups_total',
    help: 'Lookups by cache and outcome; the hit rate of a cache follows.',
    labelNames: ['cache', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name: cache, hits, misses } of cacheFigures()) {
        this.inc({ cache, outcome: 'hit' }, hits);
        this.inc({ cache, outcome: 'miss' }, misses);
      }
    },
  });
  new Gauge({
    name: 'research_cache_bytes',
    help: 'Bytes in memory by cache; caches that are bound by entries are estimated.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name: cache, bytes } of cacheFigures()) this.set({ cache }, bytes);
    },
  });
  new Gauge({
    name: 'research_cache_bound_bytes',
    help: 'Bound in bytes by cache.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name: cache, bytesMax } of cacheFigures()) this.set({ cache }, bytesMax);
    },
  });
}

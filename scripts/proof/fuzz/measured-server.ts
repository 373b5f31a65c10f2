// Built server in a separate process that reports its memory after a collection, and its event loop delay.
import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { said } from '../../stage/children.ts';
import { freePort } from '../../stage/listening.ts';
import { startService } from '../../stage/service-process.ts';

/**
 * `heapUsed`: objects. `code`: compiled code, which grows while more paths become warm; heap snapshots half an hour
 * apart differed by little else. `external`: buffers outside the heap.
 */
export type Memory = { rss: number; heapUsed: number; code: number; external: number };

export type MeasuredServer = {
  /** Where its metrics are. */
  metrics: string;
  /** Rejects when it has ended. */
  memory(): Promise<Memory>;
  /** Files and connections that it has open; NaN where there is no /proc to ask. */
  descriptors(): number;
  /** The end of what it has logged. */
  log(): string;
  stop(): Promise<void>;
};

export type MeasuredServerOptions = { main: string; databaseUrl: string; port: number; baseUrl: string };

const collector = new URL('collect.mjs', import.meta.url).href;

export async function startMeasured({
  main,
  databaseUrl,
  port,
  baseUrl,
}: MeasuredServerOptions): Promise<MeasuredServer> {
  const metricsPort = await freePort();
  const service = await startService({
    args: ['--expose-gc', '--import', collector, main],
    port,
    env: { METRICS_PORT: String(metricsPort), BASE_URL: baseUrl, DATABASE_URL: databaseUrl },
    ipc: true,
  });
  return {
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    memory: () => memoryOf(service.child),
    descriptors: () => descriptorsOf(service.child),
    log: service.log,
    stop: async () => void (await service.end()),
  };
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  const { rss, heapUsed, code, external } = await said<Memory>(child, 'collect');
  return { rss, heapUsed: heapUsed - code, code, external };
}

function descriptorsOf({ pid }: ChildProcess): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

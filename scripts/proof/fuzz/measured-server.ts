// Built server in a separate process that reports its memory after a collection, and its event loop delay.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { noRateLimitsSetting } from '../../../server/metering/testing/rate-limits.ts';
import { end, said, withUs } from '../../stage/children.ts';
import { freePort } from '../../stage/listening.ts';

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

export type Measuring = { main: string; databaseUrl: string; port: number; baseUrl: string };

const collector = new URL('collect.mjs', import.meta.url).href;

export async function startMeasured({ main, databaseUrl, port, baseUrl }: Measuring): Promise<MeasuredServer> {
  const metricsPort = await freePort();
  const spawned = spawn(process.execPath, ['--expose-gc', '--import', collector, main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: noRateLimitsSetting,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const child = withUs(spawned);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server does not start:\n${log}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-20_000);
        if (log.includes('listening on')) resolve();
      });
    }
  });
  return {
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    memory: () => memoryOf(child),
    descriptors: () => descriptorsOf(child),
    log: () => log,
    stop: async () => void (await end(child, 'SIGTERM')),
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

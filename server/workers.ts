/** Several processes that serve one address: the primary starts them, replaces one that dies, and stops them together. */
import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { announce, freeAddress } from './announce.ts';
import { localAddress } from './config.ts';
import type { Config } from './config.ts';
import { reportConnections } from './connections.ts';
import { loadPreviewCorpus, previewCorpus } from './ingest/preview-corpus.ts';
import type { Logger } from './log.ts';
import { serveMetrics } from './metrics.ts';
import { answerWorkers, notPaced } from './shared-limits.ts';
import type { Running } from './start.ts';
import { openStore } from './store/engine.ts';

/** A worker that dies again and again is not started more often than this. */
const RESTART_MS = 1_000;

interface Workers {
  /** Tells every worker to stop, and resolves when all have ended. */
  readonly stop: () => Promise<void>;
  /** Resolves when every worker listens; rejects when one ends before it does. */
  readonly listening: Promise<void>;
}

/** Each worker runs the same program, which serves because it is no primary. */
function startWorkers(count: number, env: Readonly<Record<string, string>>, log: Logger): Workers {
  let stopping = false;
  const begin = (): Worker => {
    const worker = cluster.fork(env);
    worker.on('exit', (code, signal) => {
      if (stopping) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; another one starts');
      setTimeout(() => stopping || begin(), RESTART_MS).unref();
    });
    return worker;
  };
  const listening = Promise.all(
    Array.from({ length: count }, async () => {
      const worker = begin();
      const ended = once(worker, 'exit').then(() => {
        throw new Error('a worker ended before it listened; its reason stands above');
      });
      await Promise.race([once(worker, 'listening'), ended]);
      ended.catch(() => undefined);
    }),
  ).then(() => undefined);
  return {
    listening,
    async stop() {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) =>
        worker?.isDead() === false ? [worker] : [],
      );
      await Promise.all(
        running.map(async (worker) => {
          const ended = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          await ended;
        }),
      );
    },
  };
}

/** The primary prepares the store once, and then only looks after its workers. */
export async function startAll(config: Config, log: Logger): Promise<Running> {
  const { databaseUrl, host, metricsPort } = config;
  const store = await openStore({ databaseUrl: databaseUrl ?? '' });
  try {
    await loadPreviewCorpus(store, previewCorpus);
    await reportConnections(store, config.workers, log);
  } finally {
    await store.close();
  }
  const address = config.baseUrl ?? (config.port === 0 ? await freeAddress(config) : localAddress(host, config.port));
  const port = config.port === 0 ? new URL(address).port : String(config.port);
  answerWorkers(config.rateLimits, { elapsed: () => performance.now(), onFailure: notPaced(log) });
  const workers = startWorkers(config.workers, { PORT: port, WORKERS: '1' }, log);
  await workers.listening;
  const measured = metricsPort === null ? null : await serveMetrics({ host, port: metricsPort }, null);
  announce(address, { key: null, metrics: measured?.address ?? null });
  return {
    address,
    stop: async () => {
      await workers.stop();
      measured?.close();
    },
  };
}

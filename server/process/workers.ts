/** Cluster primary: starts several processes behind one address, replaces a dead one, and stops them together. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { announce, freeAddress } from './announce.ts';
import { deskAddress, localAddress } from '../config.ts';
import type { Config } from '../config.ts';
import { reportConnections } from './connections.ts';
import { loadPreviewCorpus, previewCorpus } from '../ingest/release/preview-corpus.ts';
import type { Logger } from '../observe/log.ts';
import { serveMetrics } from '../observe/metrics.ts';
import { answerWorkers, notPaced } from './shared-limits.ts';
import type { RunningServer } from './start.ts';
import { openStore } from '../store/engine/engine.ts';

/** A worker that dies repeatedly is restarted at most this often. */
const RESTART_MS = 1_000;
/** A start gives up after this many workers of one slot have ended before they listened. */
const STARTS_MAX = 3;
/** Exit code for a configuration that a retry cannot mend. */
const MISCONFIGURED = 2;

interface Workers {
  /** Asks every worker to stop, and resolves after all have ended. */
  readonly stop: () => Promise<void>;
  /** Resolves once each slot has a listening worker; rejects if those of one slot end repeatedly before that. */
  readonly listening: Promise<void>;
}

/** Each worker runs the same program, which serves because it is not the primary. */
function startWorkers(count: number, env: Readonly<Record<string, string>>, log: Logger): Workers {
  let stopping = false;
  /** One slot: its worker is replaced whenever it ends. */
  const keepOne = (slotEnv: Readonly<Record<string, string>>): Promise<void> =>
    new Promise((resolve, reject) => {
      let hasListened = false;
      let starts = 0;
      const begin = (): void => {
        starts += 1;
        const worker = cluster.fork(slotEnv);
        worker.once('listening', () => {
          hasListened = true;
          resolve();
        });
        worker.on('exit', (code, signal) => {
          if (stopping) return;
          if (!hasListened && (starts >= STARTS_MAX || code === MISCONFIGURED)) {
            reject(new Error('a worker ended before it listened; its reason stands above'));
            return;
          }
          log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; another one starts');
          setTimeout(() => stopping || begin(), RESTART_MS).unref();
        });
      };
      begin();
    });
  // Jobs of the desk live in one process, so one slot serves it.
  const envOf = (slot: number): Readonly<Record<string, string>> => (slot === 0 ? env : { ...env, DESK_PORT: '' });
  const listening = Promise.all(Array.from({ length: count }, (_, slot) => keepOne(envOf(slot)))).then(() => undefined);
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

/** The primary prepares the store once, and then only supervises its workers. */
export async function startAll(config: Config, log: Logger, built?: Promise<unknown>): Promise<RunningServer> {
  const { databaseUrl, host, metricsPort } = config;
  const store = await openStore({ databaseUrl: databaseUrl ?? '' });
  try {
    await Promise.all([loadPreviewCorpus(store, previewCorpus), built]);
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
  announce(address, { key: null, metrics: measured?.address ?? null, desk: deskAddress(config) });
  return {
    address,
    stop: async () => {
      await workers.stop();
      measured?.close();
    },
  };
}

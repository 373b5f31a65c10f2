/** The server's command: reads the configuration, starts one process or several, and stops them on a signal. */
import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig, warningsOf } from './config.ts';
import { createLog, createRequestLog, standardError } from './observe/log.ts';
import type { Logs, RunningServer } from './process/start.ts';
import { openStore } from './store/engine/engine.ts';
import {
  MissingRoleSettings,
  StoreHeldError,
  StoreUnavailable,
  diskFull,
  isDiskFull,
} from './store/engine/failures.ts';
import { SERVING_STATEMENT_MS_MAX } from './store/engine/role-settings.ts';

/** Runs until a signal; resolves with the exit code. Serves while `built`, the documentation, may still be built. */
export async function main(built?: Promise<unknown>): Promise<number> {
  let failed: FailureWords = 'could not start';
  try {
    const config = readConfig({ ...process.env, ...optionsOf(process.argv.slice(2)) });
    const destination = standardError();
    const log = createLog(config.logLevel, destination);
    const requests = createRequestLog(config.logLevel, destination);
    if (cluster.isPrimary) for (const warning of warningsOf(config)) log.warn(warning);
    const running = await (config.workers > 1 && cluster.isPrimary ? startWorkers : serve)(
      config,
      { log, requests },
      built,
    );
    try {
      const signal = await Promise.race([signalToStop(), failureOf(built)]);
      failed = 'did not stop in order';
      log.info({ signal }, 'stopping');
    } finally {
      await running.stop();
      destination.flushSync();
    }
    // The build gives up its lock.
    await built;
    return 0;
  } catch (error) {
    process.stderr.write(`${reason(error, failed)}\n`);
    return error instanceof ConfigError || error instanceof MissingRoleSettings ? 2 : 1;
  }
}

/** Waits for the first signal and ignores others: a worker gets one from its primary and another from the system. */
function signalToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
}

/** Rejects if the build fails, and otherwise never settles. */
async function failureOf(built: Promise<unknown> = Promise.resolve()): Promise<never> {
  await built;
  return new Promise(() => undefined);
}

/** Opens the store and loads the service concurrently: the embedded engine starts in a separate thread. */
async function serve(config: Config, logs: Logs, built?: Promise<unknown>): Promise<RunningServer> {
  const { databaseUrl, replicaUrl, dataDir } = config;
  const opening = openStore(
    databaseUrl === null ? { dataDir } : { databaseUrl, replicaUrl, statementTimeoutMs: SERVING_STATEMENT_MS_MAX },
  );
  const [store, { start }] = await Promise.all([opening, import('./process/start.ts')]);
  return start(store, config, logs, built);
}

async function startWorkers(config: Config, { log }: Logs, built?: Promise<unknown>): Promise<RunningServer> {
  const { startAll } = await import('./process/workers.ts');
  return startAll(config, log, built);
}

/** `--workers N` is WORKERS for this start. */
function optionsOf(argv: readonly string[]): Record<string, string> {
  const at = argv.findIndex((word) => word === '--workers' || word.startsWith('--workers='));
  const word = argv[at];
  if (word === undefined) return {};
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1];
  return { WORKERS: value ?? '?' };
}

type FailureWords = 'could not start' | 'did not stop in order';

function reason(error: unknown, failed: FailureWords): string {
  if (error instanceof ConfigError) return error.message;
  if (isDiskFull(error)) return `the server ${failed}: ${diskFull}`;
  // These messages are complete; a stack would only hide them.
  if (
    error instanceof MissingRoleSettings ||
    error instanceof StoreHeldError ||
    (error instanceof StoreUnavailable && error.cause === undefined)
  )
    return `the server ${failed}: ${error.message}`;
  return error instanceof Error ? `the server ${failed}: ${withCauses(error)}` : String(error);
}

/** Stacks and messages only: further properties of driver errors may contain values of rows. */
function withCauses(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${withCauses(error.cause)}` : own;
}

// A path through a symbolic link, common in deployments, is this file too.
if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exit(await main());
}

/** The server's command: reads the configuration, starts one process or several, and stops them on a signal. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { ConfigError, readConfig, warningsOf } from './config.ts';
import { createLog, createRequestLog, standardError } from './log.ts';
import { start } from './start.ts';
import { startAll } from './workers.ts';

/** Runs until a signal; resolves with the exit code. */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<number> {
  try {
    const config = readConfig({ ...process.env, ...optionsOf(argv) });
    const destination = standardError();
    const log = createLog(config.logLevel, destination);
    const requests = createRequestLog(config.logLevel, destination);
    const isPrimary = config.workers > 1 && cluster.isPrimary;
    if (cluster.isPrimary) for (const warning of warningsOf(config)) log.warn(warning);
    const running = isPrimary ? await startAll(config, log) : await start(config, { log, requests });
    try {
      const [signal] = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), running.broken]);
      log.info({ signal: String(signal) }, 'stopping');
    } finally {
      await running.stop();
      destination.flushSync();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${reason(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

/** `--workers N` is WORKERS for this start. */
function optionsOf(argv: readonly string[]): Record<string, string> {
  const at = argv.findIndex((word) => word === '--workers' || word.startsWith('--workers='));
  const word = argv[at];
  if (word === undefined) return {};
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1];
  return { WORKERS: value ?? '?' };
}

function reason(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? `the server could not start: ${withCauses(error)}` : String(error);
}

/** Stacks and messages alone: what else the driver's errors carry may be values of rows. */
function withCauses(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${withCauses(error.cause)}` : own;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exit(await main());
}

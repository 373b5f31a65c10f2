// Server in a separate process, started as an operator does, with the operator's commands.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { noRateLimitsSetting } from '../../../server/metering/testing/rate-limits.ts';
import type { Build } from '../../stage/frozen-build.ts';
import { freePort } from '../../stage/listening.ts';

export type Environment = Readonly<Record<string, string>>;
export type Report = Readonly<Record<string, unknown>>;

export type JourneyServer = {
  base: string;
  /** Runs a command on the same store and gives its report. */
  admin(...words: readonly string[]): Promise<Report>;
  /** Output and log so far. */
  log(): string;
  stop(): Promise<void>;
};

const run = promisify(execFile);

/** `address` is that of a proxy in front of it; `path` that of a service which shares this host. */
export async function startJourneyServer(
  build: Build,
  store: Environment,
  { address = null, path = '' }: { address?: string | null; path?: string } = {},
): Promise<JourneyServer> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }),
    ...store,
    PORT: String(port),
    BASE_URL: address ?? `${base}${path}`,
    PAYMENTS: 'practice',
    RATE_LIMITS: noRateLimitsSetting,
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [build.main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let log = '';
  const listens = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-20_000);
        if (stream === child.stdout && log.includes('listening on')) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${log}`)));
  });
  await listens;
  return {
    base,
    admin: (...words) => admin(build, words, env),
    log: () => log,
    stop: async () => {
      process.off('exit', killWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function admin(build: Build, words: readonly string[], env: Environment): Promise<Report> {
  const script = `const { main } = await import(${JSON.stringify(build.admin)}); process.exitCode = await main(process.argv.slice(1));`;
  const args = ['--input-type=module', '-e', script, '--', ...words, '--json'];
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout) as Report;
}

// A server of the service in a process of its own, as an operator starts it, and the operator's commands beside it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Build } from '../../stage/frozen-build.ts';
import { freePort } from '../../stage/listening.ts';
import { startService } from '../../stage/service-process.ts';

export type Environment = Readonly<Record<string, string>>;
export type Report = Readonly<Record<string, unknown>>;

export type JourneyServer = {
  base: string;
  /** Runs a command on the same store and gives its report. */
  admin(...words: readonly string[]): Promise<Report>;
  /** What it has printed and logged. */
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
    BASE_URL: address ?? `${base}${path}`,
    PAYMENTS: 'practice',
    LOG_LEVEL: 'warn',
  };
  const service = await startService({ args: [build.main], env, port });
  return {
    base,
    admin: (...words) => admin(build, words, env),
    log: service.log,
    stop: async () => void (await service.end()),
  };
}

async function admin(build: Build, words: readonly string[], env: Environment): Promise<Report> {
  const script = `const { main } = await import(${JSON.stringify(build.admin)}); process.exitCode = await main(process.argv.slice(1));`;
  const args = ['--input-type=module', '-e', script, '--', ...words, '--json'];
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout) as Report;
}

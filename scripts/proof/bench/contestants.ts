// Servers under comparison: separate processes on one core, all running at once and measured in turn.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { root, settings, startArguments } from '../../stage/running-service.ts';
import { type Cores, pin } from './cores.ts';

export const names = ['ours', 'raw', 'fastify', 'naive'] as const;
export type Name = (typeof names)[number];

export type Contestant = {
  name: Name;
  port: number;
  pid: number;
  /** The database with its accounts. */ database: string | null;
  stop(): Promise<void>;
};

const START_SECONDS_MAX = 120;

type SpawnOptions = { args: readonly string[]; env: NodeJS.ProcessEnv; port: number; cores: Cores | null };

/** Log output goes to /dev/null: the bench measures writing, not storing. */
async function start(name: Name, { args, env, port, cores }: SpawnOptions): Promise<Omit<Contestant, 'database'>> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const end = performance.now() + START_SECONDS_MAX * 1_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`${name} did not start; what it says: node ${args.join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (cores !== null && child.pid !== undefined) pin(child.pid, cores.server);
  return { name, port, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/v1/tickers`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** The build as `npm start` runs it, with limits that the bench never reaches. */
export async function startOurs(
  databaseUrl: string,
  cores: Cores | null,
  more: NodeJS.ProcessEnv = {},
): Promise<Contestant> {
  const { env, port } = await settings({ databaseUrl });
  const started = await start('ours', {
    args: startArguments,
    env: { ...env, LOG_LEVEL: 'info', ...more },
    port,
    cores,
  });
  return { ...started, database: new URL(databaseUrl).pathname.slice(1) };
}

export async function startReference(
  name: Exclude<Name, 'ours'>,
  { documents, databaseUrl, cores }: { documents: string; databaseUrl: string | null; cores: Cores | null },
): Promise<Contestant> {
  const { env, port } = await settings({ databaseUrl: databaseUrl ?? '' });
  const program = fileURLToPath(new URL(`${name}-server.ts`, import.meta.url));
  const args = ['--import', 'tsx', program, String(port), documents, ...(databaseUrl === null ? [] : [databaseUrl])];
  const started = await start(name, { args, env: { ...env, NODE_ENV: 'production' }, port, cores });
  return { ...started, database: databaseUrl === null ? null : new URL(databaseUrl).pathname.slice(1) };
}

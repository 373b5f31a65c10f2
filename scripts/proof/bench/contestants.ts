// The servers that are compared, each a process of its own on the same core, all up at once and asked by turns.
import { fileURLToPath } from 'node:url';
import { root, settings, startArguments } from '../../stage/running-service.ts';
import { type Environment, startService } from '../../stage/service-process.ts';
import { type Cores, pin } from './cores.ts';

export const names = ['ours', 'raw', 'fastify', 'naive'] as const;
export type Name = (typeof names)[number];

export type Contestant = {
  name: Name;
  port: number;
  pid: number;
  /** The database that it keeps its accounts in. */ database: string | null;
  stop(): Promise<void>;
};

type Launch = { args: readonly string[]; env: Environment; port: number; cores: Cores | null };

/** Its log is discarded: the bench measures writing it, not keeping it. */
async function start(name: Name, { args, env, port, cores }: Launch): Promise<Omit<Contestant, 'database'>> {
  const { child, end } = await startService({ args, env, port, cwd: root, isSilent: true });
  const pid = child.pid ?? 0;
  if (cores !== null) pin(pid, cores.server);
  return { name, port, pid, stop: async () => void (await end()) };
}

/** The build, as `npm start` makes and runs it, with limits that nobody reaches. */
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

// One PostgreSQL that runs over a data directory as a child of this process: started, killed, started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { end } from './children.ts';
import { childrenOf, killAll } from '../proof/faults/stage/child-processes.ts';
import { freePort } from './listening.ts';
import type { Runner } from './postgres-binaries.ts';

export type Server = { url: string; stop(): Promise<void> };
/** One that can lose its power plug: `crash` kills it and all its sessions at once, `restart` has it recover. */
export type Crashable = Server & {
  /** True when it ran until then. */
  crash(): Promise<boolean>;
  restart(): Promise<void>;
  /** Launch settings of a second server over a copy of its data. */
  place: Place;
};

export type Place = { bin: string; data: string; folder: string; password: string; as: Runner };

type Launch = Place & { settings: Readonly<Record<string, string>>; clean(): void };

/** `settings` outrank what stands in the data directory. */
export async function launch({ settings: more, clean, ...place }: Launch): Promise<Crashable> {
  const { bin, data, folder, password, as } = place;
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    ...more,
    // Far from UTC, so that a query which relies on the server's zone is found out.
    timezone: 'Asia/Kathmandu',
    log_timezone: 'UTC',
    lc_messages: 'C',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;
  // A direct child: its end is noticed here, and nothing else keeps its pid.
  const start = async (): Promise<void> => {
    child = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...as,
      cwd: folder,
      env: bareEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await listening(child);
  };
  const atExit = (): void => {
    child?.kill('SIGQUIT');
    clean();
  };
  process.once('exit', atExit);
  await start();
  const endBy = async (signal: NodeJS.Signals): Promise<boolean> => child !== undefined && end(child, signal);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    crash: async () => {
      const sessions = childrenOf(child?.pid);
      const isKilled = await endBy('SIGKILL');
      // It refuses to start while a session of the old one is still attached to its memory.
      await killAll(sessions);
      return isKilled;
    },
    restart: start,
    place,
    stop: async () => {
      process.off('exit', atExit);
      await endBy('SIGINT');
      clean();
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code} before it was ready:\n${log}`)));
  });
}

/** Environment without the PG… variables of the person who runs the tests: they would name another server. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/** Runs statements on a separate connection, one after the other. */
export async function administer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

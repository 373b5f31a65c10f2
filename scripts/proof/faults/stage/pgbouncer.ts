// Installed PgBouncer as a child process in front of PostgreSQL: pool mode, reload, kill, restart.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { end, withUs } from '../../../stage/children.ts';
import { freePort, throughPort } from '../../../stage/listening.ts';
import { administer, bareEnvironment, type Crashable } from '../../../stage/postgres-process.ts';

export type PgBouncer = {
  /** The database's address, through PgBouncer. */
  url: string;
  /** A command of its admin console, such as RECONNECT. */
  command(text: string): Promise<void>;
  setMode(mode: 'session' | 'transaction' | 'statement'): Promise<void>;
  crash(): Promise<boolean>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Server connections for each database; fewer than a server process opens. */
const POOL_SIZE = 4;
const SESSIONS_MAX = 60;

export async function startPgBouncer({ url, place }: Crashable): Promise<PgBouncer> {
  const program = installed();
  const folder = await mkdtemp(join(tmpdir(), 'research-pgbouncer-'));
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const port = await freePort();
  const own = throughPort(url, port);
  let child: ChildProcess | undefined;

  /** Everything that is not here is as Debian's package has it. */
  async function configure(mode: string): Promise<void> {
    const size = mode === 'session' ? SESSIONS_MAX : POOL_SIZE;
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${new URL(url).port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = md5',
      `auth_file = ${users}`,
      'admin_users = postgres',
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    await writeFile(users, `"postgres" "${place.password}"\n`, { mode: 0o600 });
    const { as } = place;
    if ('uid' in as) for (const path of [folder, config, users]) await chown(path, as.uid, as.gid);
  }

  async function command(text: string): Promise<void> {
    const console = new URL(own);
    console.pathname = '/pgbouncer';
    await administer(console.href, [text]);
  }

  async function start(): Promise<void> {
    child = withUs(
      spawn(program, ['-q', config], { ...place.as, cwd: folder, env: bareEnvironment(), stdio: 'ignore' }),
    );
    for (let tries = 0; !(await answers(command)); tries += 1)
      if (tries === 500) throw new Error('PgBouncer does not start');
  }

  await configure('transaction');
  await start();
  return {
    url: own,
    command,
    async setMode(mode) {
      await configure(mode);
      await command('RELOAD');
    },
    crash: async () => child !== undefined && end(child, 'SIGKILL'),
    restart: start,
    async stop() {
      if (child !== undefined) await end(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function installed(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
  if (found === undefined) throw new Error('PgBouncer is not installed: apt-get install pgbouncer');
  return found;
}

async function answers(command: PgBouncer['command']): Promise<boolean> {
  try {
    await command('SHOW VERSION');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return false;
  }
}

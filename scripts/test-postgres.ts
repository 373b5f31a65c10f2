// Starts a real PostgreSQL for the tests, on this machine only and for this run only, and makes the template that they copy.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '../server/store/engine.ts';
import { childrenOf, killAll } from './faults/child-processes.ts';
import { postgresBinaries, runner, type Runner } from './postgres-binaries.ts';
import { freePort } from './free-port.ts';

export type Server = { url: string; stop(): Promise<void> };
/** One that can lose its power plug: `crash` kills it and all its sessions at once, `restart` has it recover. */
export type Crashable = Server & { crash(): Promise<void>; restart(): Promise<void> };

const folderPrefix = 'research-test-postgres-';
const run = promisify(execFile);

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startServer();
  const template = `research_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  try {
    await administer(server.url, [`create database "${template}"`]);
    const address = new URL(server.url);
    address.pathname = `/${template}`;
    await (await openStore({ databaseUrl: address.href })).close();
  } catch (error) {
    await server.stop();
    throw new Error('the PostgreSQL of the tests cannot be used', { cause: error });
  }
  project.provide('engine', 'postgresql');
  project.provide('databaseUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    if (given) await dropDatabases(given, template);
    await server.stop();
  };
}

/** `durable`: with the commits of production, for what measures; tests need none of it, their data goes with the run. */
export async function startServer({ durable = false } = {}): Promise<Crashable> {
  removeAbandoned();
  const as = runner();
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const password = randomBytes(16).toString('hex');
    const data = join(folder, 'data');
    const passwordFile = join(folder, 'password');
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if ('uid' in as) for (const path of [folder, data, passwordFile]) await chown(path, as.uid, as.gid);
    const bin = await postgresBinaries(folder, as);
    const initdb = [
      '-D',
      data,
      '--pwfile',
      passwordFile,
      ...'-U postgres -A password --no-locale -E UTF8 -N'.split(' '),
    ];
    await run(join(bin, 'initdb'), initdb, { ...as, cwd: folder, env: bareEnvironment() });
    await rm(passwordFile);
    return await launch({ bin, data, folder, password, as, clean, durable });
  } catch (error) {
    clean();
    throw error;
  }
}

type Launch = {
  bin: string;
  data: string;
  folder: string;
  password: string;
  as: Runner;
  durable: boolean;
  clean(): void;
};

async function launch({ bin, data, folder, password, as, clean, durable }: Launch): Promise<Crashable> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
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
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    crash: async () => {
      const sessions = childrenOf(child?.pid);
      await end('SIGKILL');
      // It refuses to start while a session of the old one is still attached to its memory.
      await killAll(sessions);
    },
    restart: start,
    stop: async () => {
      process.off('exit', atExit);
      await end('SIGINT');
      clean();
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code} before it was ready:\n${log}`)));
  });
}

/** What an ended test run left behind: taking its files away ends its server within a minute. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const pid = Number(name.slice(folderPrefix.length).split('-')[0]);
    if (!isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Without the PG… variables of whoever runs the tests: they would name another server. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

async function administer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropDatabases(url: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, $1)`,
    [template],
  );
  await client.end();
  await administer(
    url,
    rows.map(({ datname }) => `drop database if exists "${datname}" with (force)`),
  );
}

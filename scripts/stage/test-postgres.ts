// Starts a real PostgreSQL for the tests, on this machine only and for this run only, and makes the template that they copy.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/engine/engine.ts';
import { dropClusters } from '../../server/store/testing/cluster.ts';
import { postgresBinaries, runner } from './postgres-binaries.ts';
import { type Crashable, type Server, administer, bareEnvironment, launch } from './postgres-process.ts';

export type { Crashable, Server };

const folderPrefix = 'research-test-postgres-';
const run = promisify(execFile);
/**
 * Fast, and worth nothing after a crash: the data of a test goes with its run. Nothing is vacuumed or analyzed but by
 * the service: tests count pages.
 */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
/** Where Linux offers memory as a folder: each test makes and drops hundreds of files, and a disk places them slowly. */
const MEMORY = '/dev/shm';
const TMPFS_TYPE = 0x01021994;
/** Bytes; a whole run holds a quarter of it at once. A container often offers 64 MiB, and then its disk is used. */
const MEMORY_WANTED = 4 * 1024 ** 3;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A copied example has it empty.
  const cluster = process.env['TEST_CLUSTER_URL'] || undefined;
  const given = cluster ?? process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startServer();
  const template = `research_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  try {
    await administer(server.url, [`create database "${template}"`]);
    const address = new URL(server.url);
    address.pathname = `/${template}`;
    await (await openStore({ databaseUrl: address.href })).close();
  } catch (error) {
    if (given) await dropDatabases(given, template).catch(() => undefined);
    await server.stop();
    throw new Error('the PostgreSQL of the tests cannot be used', { cause: error });
  }
  project.provide('engine', 'postgresql');
  project.provide('databaseUrl', server.url);
  project.provide('templateDatabase', template);
  project.provide('isCluster', cluster !== undefined);
  return async () => {
    if (cluster) await dropClusters(cluster, template);
    else if (given) await dropDatabases(given, template);
    await server.stop();
  };
}

type ServerOptions = {
  /** With the commits of production, for what measures; tests need none of it, their data goes with the run. */
  durable?: boolean;
  /** Its binaries in a package of npm; the default is any that this machine can run. */
  binaries?: string;
};

export async function startServer({ durable = false, binaries }: ServerOptions = {}): Promise<Crashable> {
  removeAbandoned();
  const as = runner();
  const name = `${folderPrefix}${process.pid}-`;
  const folder = await mkdtemp(join(tmpdir(), name));
  const dataFolder = !durable && offersMemory() ? await mkdtemp(join(MEMORY, name)) : folder;
  const clean = (): void => [folder, dataFolder].forEach(remove);
  try {
    const password = randomBytes(16).toString('hex');
    const data = join(dataFolder, 'data');
    const passwordFile = join(folder, 'password');
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if ('uid' in as) for (const path of [folder, dataFolder, data, passwordFile]) await chown(path, as.uid, as.gid);
    const bin = await postgresBinaries(folder, as, binaries);
    const initdb = ['-D', data, '--pwfile', passwordFile, ...'-U postgres -A md5 --no-locale -E UTF8 -N'.split(' ')];
    await run(join(bin, 'initdb'), initdb, { ...as, cwd: folder, env: bareEnvironment() });
    await rm(passwordFile);
    return await launch({ bin, data, folder, password, as, clean, settings: durable ? {} : careless });
  } catch (error) {
    clean();
    throw error;
  }
}

/** Leftovers of an ended test run: removing its files ends its server within a minute. */
function removeAbandoned(): void {
  for (const place of [tmpdir(), MEMORY].filter((path) => existsSync(path))) {
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderPrefix))) {
      const pid = Number(name.slice(folderPrefix.length).split('-')[0]);
      if (!isRunning(pid)) remove(join(place, name));
    }
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function offersMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS_TYPE && bavail * bsize >= MEMORY_WANTED && process.availableMemory() >= MEMORY_WANTED;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
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

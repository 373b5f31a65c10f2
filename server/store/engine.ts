// Opens the store: the embedded engine in a directory, or a PostgreSQL server, behind one handle and with its schema up to date.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { PGliteHost } from './pglite-host.ts';
import { knexForEmbedded, knexForServer } from './store-client.ts';

export type Engine = 'embedded' | 'postgresql';

export type Store = {
  db: Knex;
  engine: Engine;
  /** After a large import: brings the planner's statistics up to date, and on the embedded engine frees dead rows. */
  afterImport(): Promise<void>;
  close(): Promise<void>;
};

export type StoreOptions = {
  /** The folder of the embedded engine; it is made when it is absent. */
  dataDir?: string;
  /** A PostgreSQL server, 15 or later; outranks dataDir. */
  databaseUrl?: string;
  poolMax?: number;
  /** 0 sets no limit, which is what a command that loads data wants. The embedded engine knows no limit. */
  statementTimeoutMs?: number;
};

const defaultPoolMax = 10;
const defaultStatementTimeoutMs = 30_000;

export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl) return openServer(options.databaseUrl, options);
  if (options.dataDir) return openEmbedded(options.dataDir);
  throw new Error('a store needs a directory or the address of a PostgreSQL server');
}

async function openServer(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const db = knexForServer({
    databaseUrl,
    poolMax: options.poolMax ?? defaultPoolMax,
    statementTimeoutMs: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
  });
  await migrateOr(db, () => db.destroy());
  return {
    db,
    engine: 'postgresql',
    // Dead rows are autovacuum's affair here; the statistics of a table that just grew tenfold should not wait for it.
    afterImport: async () => void (await db.raw('analyze')),
    close: () => db.destroy(),
  };
}

async function openEmbedded(dataDir: string): Promise<Store> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let host: PGliteHost | undefined;
  const lock = await lockDirectory(dataDir, (why) => void host?.kill(why));
  try {
    host = await startIn(dataDir);
    const engine = host;
    return await embeddedStore(engine, async () => {
      await engine.close();
      await lock.release();
    });
  } catch (error) {
    await host?.close().catch(() => undefined);
    await lock.release();
    throw error;
  }
}

/** A first start that was killed leaves half a database, in which nothing can have been kept yet: it is made anew. */
async function startIn(dataDir: string): Promise<PGliteHost> {
  const cluster = join(dataDir, 'store');
  const unfinished = join(dataDir, 'store.unfinished');
  if (existsSync(unfinished)) await rm(cluster, { recursive: true, force: true });
  if (existsSync(cluster)) return PGliteHost.start(cluster);
  await writeFile(unfinished, '');
  const host = await PGliteHost.start(cluster);
  await rm(unfinished, { force: true });
  return host;
}

/** The store over an embedded engine that runs already; whoever started the engine says how it is put away. */
export async function embeddedStore(host: PGliteHost, putAway: () => Promise<void>): Promise<Store> {
  const db = knexForEmbedded(host);
  await migrateOr(db, () => db.destroy());
  return {
    db,
    engine: 'embedded',
    afterImport: async () => {
      await db.raw('vacuum (analyze)');
      await host.checkpoint();
    },
    close: async () => {
      await db.destroy();
      await putAway();
    },
  };
}

async function migrateOr(db: Knex, giveUp: () => Promise<unknown>): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    await giveUp();
    throw error;
  }
}

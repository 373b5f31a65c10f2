// Opens the store: the embedded engine in a directory, or a PostgreSQL server, behind one handle and with its schema up to date.
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { lockDirectory } from '../embedded/directory-lock.ts';
import { StoreUnavailable } from './failures.ts';
import { isDistributed } from '../migrations/distribute.ts';
import { migrate } from '../migrations/migrate.ts';
import { claimFolder, closeToOthers } from '../embedded/owner-only.ts';
import { PGliteHost } from '../embedded/pglite-host.ts';
import { type DatabaseAddress, databaseAddress, type PoolMode } from './pool-mode.ts';
import { CHARGE_LOCK_MS_MAX } from './role-settings.ts';
import { knexForEmbedded, knexForServer } from './store-client.ts';

export type Engine = 'embedded' | 'postgresql';

export type Store = {
  db: Knex;
  /** The same store for keys, charges and balances: separate connections, which slow reads of research cannot take. */
  accounts: Knex;
  /** A copy that may lag, for reading research; null without one. */
  replica: Knex | null;
  engine: Engine;
  /** A pooler between this process and the primary, if there is one. */
  poolMode: PoolMode;
  /** True on a cluster over whose servers the tables are placed. */
  isDistributed: boolean;
  /** For work that takes as long as it takes, such as loading research: a connection without the limit of a reader's statement. */
  patiently<T>(work: (db: Knex) => Promise<T>): Promise<T>;
  /** After a large import: brings the planner's statistics up to date, and on the embedded engine frees dead rows. */
  afterImport(): Promise<void>;
  close(): Promise<void>;
};

export type StoreOptions = {
  /** The folder of the embedded engine; it is made when it is absent. */
  dataDir?: string;
  /** A PostgreSQL server, 15 or later; outranks dataDir. */
  databaseUrl?: string;
  /** A streaming replica of it, or another copy; research is read there where it has caught up. */
  replicaUrl?: string | null;
  /** 0 sets no limit, for commands that load data. The embedded engine has no limit. */
  statementTimeoutMs?: number;
};

const researchPoolMax = 8;
/** Two batches of charges at a time, with room for look-ups of keys and receipts. */
const accountsPoolMax = 5;
/** On a cluster each account of a batch has its own statement. */
const distributedAccountsPoolMax = 16;
const defaultStatementTimeoutMs = 30_000;

export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl) return openServer(options.databaseUrl, options);
  if (options.dataDir) return openEmbedded(options.dataDir);
  throw new Error('a store needs a directory or the address of a PostgreSQL server');
}

async function openServer(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const statementTimeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs;
  const address = databaseAddress(databaseUrl);
  const replicaAddress = options.replicaUrl ? databaseAddress(options.replicaUrl) : null;
  if (replicaAddress !== null) await checkReplica(replicaAddress);
  const db = knexForServer({ address, poolMax: researchPoolMax, statementTimeoutMs });
  await orGiveUp(migrateAt(address, db), () => db.destroy());
  address.isDistributed = await isDistributed(db);
  const accounts = knexForServer({
    address,
    poolMax: address.isDistributed ? distributedAccountsPoolMax : accountsPoolMax,
    statementTimeoutMs,
    lockTimeoutMs: CHARGE_LOCK_MS_MAX,
    // A cluster plans for the account of each statement.
    byKeyOnly: !address.isDistributed,
  });
  const patiently: Store['patiently'] = async (work) => {
    const patient = knexForServer({ address, poolMax: 1, statementTimeoutMs: 0 });
    return work(patient).finally(() => patient.destroy());
  };
  const replica =
    replicaAddress && knexForServer({ address: replicaAddress, poolMax: researchPoolMax, statementTimeoutMs });
  return {
    db,
    accounts,
    replica,
    engine: 'postgresql',
    poolMode: await address.mode(),
    isDistributed: address.isDistributed,
    patiently,
    // Dead rows are autovacuum's affair here; the statistics of a table that just grew tenfold should not wait for it.
    afterImport: () => patiently(async (patient) => void (await patient.raw('analyze'))),
    close: async () => void (await Promise.all([db.destroy(), accounts.destroy(), replica?.destroy()])),
  };
}

/** An absent replica is used when it is back; one whose role lacks settings would silently never be used. */
async function checkReplica(address: DatabaseAddress): Promise<void> {
  try {
    await address.mode();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

async function openEmbedded(dataDir: string): Promise<Store> {
  await claimFolder(dataDir);
  let host: PGliteHost | undefined;
  const lock = await lockDirectory(dataDir, (why) => void host?.kill(why));
  try {
    host = await startIn(dataDir);
    const engine = host;
    return await embeddedStore(engine, () => engine.close().finally(() => lock.release()));
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
  const isFirst = !existsSync(cluster);
  if (isFirst) await writeFile(unfinished, '');
  else await closeToOthers(cluster);
  const host = await PGliteHost.start(cluster, isFirst);
  // The engine makes its first files for everybody to write, and some at each start for everybody to read.
  await closeToOthers(cluster);
  if (!isFirst) return host;
  await rm(unfinished, { force: true });
  return host;
}

/** The store over a running embedded engine; its starter decides how the engine is put away. */
export async function embeddedStore(host: PGliteHost, putAway: () => Promise<void>): Promise<Store> {
  const db = knexForEmbedded(host);
  await orGiveUp(migrate(db), () => db.destroy());
  return {
    db,
    accounts: db,
    replica: null,
    engine: 'embedded',
    poolMode: 'direct',
    isDistributed: false,
    patiently: (work) => work(db),
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

/** Detecting the mode of a pooler may outlast the time in which a connection has to be there. */
async function migrateAt(address: DatabaseAddress, db: Knex): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    if (!address.isDetecting) throw error;
    await address.mode();
    await migrate(db);
  }
}

async function orGiveUp(migrated: Promise<void>, giveUp: () => Promise<unknown>): Promise<void> {
  try {
    await migrated;
  } catch (error) {
    await giveUp();
    throw error;
  }
}

type Tarn = { numUsed(): number; numPendingAcquires(): number };

/** Connections in use, and requests that wait for one, by pool. */
export function poolsOf({ db, accounts, replica }: Store): Record<string, { used: number; waiting: number }> {
  const all = { research: db, ...(accounts === db ? {} : { accounts }), ...(replica === null ? {} : { replica }) };
  return Object.fromEntries(
    Object.entries(all).map(([name, pool]) => {
      const { numUsed, numPendingAcquires } = (pool.client as { pool: Tarn }).pool;
      return [name, { used: numUsed.call(pool.client.pool), waiting: numPendingAcquires.call(pool.client.pool) }];
    }),
  );
}

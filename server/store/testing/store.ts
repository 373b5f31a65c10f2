// A fresh, isolated store for a test, on the engine of the running vitest project. Any number may be open at once.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore, type Store } from '../engine/engine.ts';
import { databaseOf } from './address.ts';
import { type IdleCluster, clusterStore } from './cluster.ts';
import { type InitialState, emptyAsMade, rememberAsMade } from './emptied.ts';
import { type IdleEngine, emptiedEngine } from './idle-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgresql';
    /** The server that the tests started or were given; empty on the embedded engine. */
    databaseUrl: string;
    /** The database there that has every migration and no rows: tests get copies of it. */
    templateDatabase: string;
    /** True if that server is the coordinator of a cluster: stores are distributed databases then. */
    isCluster: boolean;
  }
}

/** The address of the database of a store. */
export const databaseUrlOf = (store: Store): Promise<string> => databaseOf(store, inject('databaseUrl'));

export async function openTestStore(): Promise<Store> {
  if (inject('isCluster'))
    return clusterStore((shared.idleClusters ??= []), inject('databaseUrl'), inject('templateDatabase'));
  return inject('engine') === 'postgresql' ? copyOfTemplate() : emptiedEngine((shared.idleEngines ??= []));
}

/** Content of the store that tests begin with; `fill` adds it to that of `before`. */
export type StoreContent = { name: string; before?: StoreContent; fill: (store: Store) => Promise<void> };

/** A store with this content. It is filled once for all tests: later stores are copies. */
export async function openFilledStore(filling: StoreContent): Promise<Store> {
  if (inject('isCluster')) return filledCluster(filling);
  return inject('engine') === 'postgresql' ? copyOfTemplate(await templateOf(filling)) : filledEngine(filling);
}

const administration = (): pg.Pool => (shared.administration ??= administrationOf(inject('databaseUrl')));

/** Of several workers that want it at once, one fills it and the others wait. */
async function templateOf({ name, before, fill }: StoreContent): Promise<string> {
  const base = before ? await templateOf(before) : inject('templateDatabase');
  const template = `${inject('templateDatabase')}_${name}`;
  const client = await administration().connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return template;
    const store = await openCopy(base);
    await fill(store).finally(() => store.close());
    await client.query(`alter database "${store.name}" rename to "${template}"`);
    return template;
  } finally {
    // The end of the session unlocks.
    client.release(true);
  }
}

async function copyOfTemplate(template = inject('templateDatabase')): Promise<Store> {
  const { name, ...store } = await openCopy(template);
  const close = async (): Promise<void> => {
    await store.close();
    await administration().query(`drop database "${name}" with (force)`);
  };
  return { ...store, close };
}

/** About 20 ms: the server copies the template's files, which takes less than logging each of its pages, and no migration runs. */
async function openCopy(template: string): Promise<Store & { name: string }> {
  const name = `${inject('templateDatabase')}_${randomUUID().replaceAll('-', '')}`;
  await administration().query(`create database "${name}" template "${template}" strategy file_copy`);
  const address = new URL(inject('databaseUrl'));
  address.pathname = `/${name}`;
  return { ...(await openStore({ databaseUrl: address.href })), name };
}

function administrationOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server ends before its last worker: waiting connections are cut then, and none is needed.
  pool.on('error', () => undefined);
  return pool;
}

// Making an engine takes seconds, emptying one a fiftieth of one: engines of closed stores wait here for the next test. What
// is here outlives a test file, because a worker runs one file after another.
const shared = globalThis as typeof globalThis & {
  idleEngines?: IdleEngine[];
  idleClusters?: IdleCluster[];
  filledStates?: Map<string, InitialState>;
  administration?: pg.Pool;
};

/** Filled each time: a database of a cluster is not copied. */
async function filledCluster({ before, fill }: StoreContent): Promise<Store> {
  const store = before ? await filledCluster(before) : await openTestStore();
  await fill(store);
  return store;
}

async function filledEngine(content: StoreContent): Promise<Store> {
  const states = (shared.filledStates ??= new Map());
  const state = states.get(content.name);
  if (state !== undefined) {
    const store = await openTestStore();
    if (await emptyAsMade(store.db, state)) {
      await store.afterImport();
      return store;
    }
    await store.close();
  }
  const store = content.before ? await filledEngine(content.before) : await openTestStore();
  await content.fill(store);
  states.set(content.name, await rememberAsMade(store.db));
  return store;
}

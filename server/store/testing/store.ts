// A fresh, isolated store for a test, on the engine of the running vitest project. Any number may be open at once.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore, type Store } from '../engine/engine.ts';
import { databaseOf } from './address.ts';
import { type IdleEngine, emptiedEngine } from './idle-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgresql';
    /** The server that the tests started or were given; empty on the embedded engine. */
    databaseUrl: string;
    /** The database there that has every migration and no rows: tests get copies of it. */
    templateDatabase: string;
  }
}

/** The address of the database of a store. */
export const databaseUrlOf = (store: Store): Promise<string> => databaseOf(store, inject('databaseUrl'));

export async function openTestStore(): Promise<Store> {
  return inject('engine') === 'postgresql' ? copyOfTemplate() : emptiedEngine((shared.idleEngines ??= []));
}

/** About 20 ms: the server copies the template's files, which takes less than logging each of its pages, and no migration runs. */
async function copyOfTemplate(): Promise<Store> {
  const server = inject('databaseUrl');
  const name = `${inject('templateDatabase')}_${randomUUID().replaceAll('-', '')}`;
  const administration = (shared.administration ??= administrationOf(server));
  await administration.query(`create database "${name}" template "${inject('templateDatabase')}" strategy file_copy`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const store = await openStore({ databaseUrl: address.href });
  const close = async (): Promise<void> => {
    await store.close();
    await administration.query(`drop database "${name}" with (force)`);
  };
  return { ...store, close };
}

function administrationOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server ends before its last worker: waiting connections are cut then, and none is needed.
  pool.on('error', () => undefined);
  return pool;
}

// Making an engine takes seconds, emptying one a fiftieth of one: engines of closed stores wait here for the next test. What
// is here outlives a test file, because a worker runs one file after another.
const shared = globalThis as typeof globalThis & { idleEngines?: IdleEngine[]; administration?: pg.Pool };

/** Support for tests on PostgreSQL: a store whose database takes for the time what a test says. */
import { inject } from 'vitest';
import { type Store, openStore } from '../engine/engine.ts';
import { databaseOf } from './address.ts';
import { openTestStore } from './store.ts';

export type ClockedStore = Store & {
  /** Sets the database's clock, for running statements too once they look again. */
  setClock(instant: string): Promise<void>;
};

/** The clocks of SQL of a schema that is searched before PostgreSQL's own, for every connection of the store. */
export async function openClockedStore(instant: string): Promise<ClockedStore> {
  const plain = await openTestStore();
  await plain.db.raw('create schema clocked');
  await plain.db.raw('create table clocked.clock (at timestamptz not null)');
  // Each server of a cluster evaluates the clock of its own rows.
  if (plain.isDistributed) await plain.db.raw(`select create_reference_table('clocked.clock')`);
  await plain.db.raw('insert into clocked.clock values (?)', [instant]);
  for (const name of ['now', 'statement_timestamp', 'clock_timestamp']) {
    await plain.db.raw(
      `create function clocked.${name}() returns timestamptz language sql stable as 'select at from clocked.clock'`,
    );
  }
  const databaseUrl = await databaseOf(plain, inject('databaseUrl'));
  const name = new URL(databaseUrl).pathname.slice(1);
  await plain.db.raw(`alter database "${name}" set search_path = clocked, pg_catalog, public`);
  const store = await openStore({ databaseUrl });
  return {
    ...store,
    setClock: async (at) => void (await plain.db.raw('update clocked.clock set at = ?', [at])),
    close: async () => {
      await store.close();
      await plain.close();
    },
  };
}

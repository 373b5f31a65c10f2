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
  const run = onEveryServer(plain);
  await run('create schema if not exists clocked');
  await run('drop table if exists clocked.clock');
  await run('create table clocked.clock (at timestamptz not null)');
  await run(`insert into clocked.clock values ('${instant}')`);
  for (const name of ['now', 'statement_timestamp', 'clock_timestamp']) {
    await run(
      `create or replace function clocked.${name}() returns timestamptz language sql stable as 'select at from clocked.clock'`,
    );
  }
  const databaseUrl = await databaseOf(plain, inject('databaseUrl'));
  const name = new URL(databaseUrl).pathname.slice(1);
  const path = `alter database "${name}"`;
  await run(`${path} set search_path = clocked, pg_catalog, public`);
  const store = await openStore({ databaseUrl });
  return {
    ...store,
    setClock: (at) => run(`update clocked.clock set at = '${at}'`),
    close: async () => {
      await store.close();
      // A database of a cluster is used again.
      await run(`${path} reset search_path`);
      await plain.close();
    },
  };
}

/**
 * Each server of a cluster evaluates the clock for its own rows, and a function may not read a shared table there. So
 * each has a table that the cluster does not know.
 */
function onEveryServer({ db, isDistributed }: Store): (statement: string) => Promise<void> {
  if (!isDistributed) return async (statement) => void (await db.raw(statement));
  return async (statement) => {
    const alone = `set citus.enable_ddl_propagation to off; ${statement}`;
    const { rows } = await db.raw('select result from run_command_on_all_nodes(?) where not success', [alone]);
    const [failed] = rows as { result: string }[];
    if (failed !== undefined) throw new Error(failed.result);
  };
}

// Support for tests: distributed databases on an operator's Citus cluster, emptied and used again.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openStore, type Store } from '../engine/engine.ts';
import { distribute } from '../migrations/distribute.ts';
import { storeTables } from '../migrations/schema-tables.ts';

type TableRows = { table: string; json: string };

/** A database, with the rows of its migrations; placing its tables takes ten seconds. */
export type IdleCluster = { url: string; tables: readonly string[]; made: readonly TableRows[] };

type Node = { host: string; port: number; isCoordinator: boolean };

/** A store without rows; its database comes back to `idle` when it is closed. `prefix` marks the databases of a run. */
export async function clusterStore(idle: IdleCluster[], server: string, prefix: string): Promise<Store> {
  const one = idle.pop() ?? (await makeDistributed(server, `${prefix}_${randomUUID().replaceAll('-', '')}`));
  const store = await openStore({ databaseUrl: one.url });
  await emptied(store, one);
  const close = async (): Promise<void> => {
    await store.close();
    idle.push(one);
  };
  return { ...store, close };
}

/** A distributed database of this name, with the rows of its migrations. */
export async function makeDistributed(server: string, name: string): Promise<IdleCluster> {
  const url = await makeDatabase(server, name);
  const store = await openStore({ databaseUrl: url });
  try {
    await store.patiently(distribute);
    const tables = (await storeTables(store.db)).map((table) => table.name);
    const made: TableRows[] = [];
    for (const table of tables) {
      const { rows } = await store.db.raw(`select json_agg(t)::text as json from "${table}" t`);
      const [{ json } = { json: null }] = rows as { json: string | null }[];
      if (json !== null) made.push({ table, json });
    }
    return { url, tables, made };
  } finally {
    await store.close();
  }
}

/** Children first, because a cluster checks the references of each shard. */
async function emptied({ db }: Store, { tables, made }: IdleCluster): Promise<void> {
  for (const table of tables.toReversed()) {
    const { rows } = await db.raw(`select exists (select 1 from "${table}") as is_filled`);
    if ((rows as { is_filled: boolean }[])[0]?.is_filled === true) await db.raw(`delete from "${table}"`);
  }
  for (const { table, json } of made) {
    await db.raw(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", ?)`,
      [json],
    );
  }
}

/** The database on every server of the cluster, and its address on the coordinator. */
async function makeDatabase(server: string, name: string): Promise<string> {
  const nodes = await nodesOf(server);
  for (const node of nodes) {
    await ask(addressOf(server, node), [`create database "${name}"`]);
    await ask(addressOf(server, node, name), ['create extension citus']);
  }
  const coordinator = nodes.find(({ isCoordinator }) => isCoordinator);
  if (coordinator === undefined)
    throw new Error('the cluster does not know its coordinator: run citus_set_coordinator_host');
  const added = nodes.map(({ host, port, isCoordinator }) =>
    isCoordinator
      ? `select citus_set_coordinator_host('${host}', ${port})`
      : `select citus_add_node('${host}', ${port})`,
  );
  const url = addressOf(server, coordinator, name);
  for (const statement of added) await patientlyAdded(url, statement);
  return url;
}

const ADD_TRIES_MAX = 5;

/** A busy server sometimes drops the first connection to a database that it has just made. */
async function patientlyAdded(url: string, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await ask(url, [statement]);
      return;
    } catch (error) {
      if (tries === ADD_TRIES_MAX || !String(error).includes('failure on connection')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Drops the databases of a run on every server. */
export async function dropClusters(server: string, prefix: string): Promise<void> {
  for (const node of await nodesOf(server)) {
    const address = addressOf(server, node);
    const rows = await ask(address, [`select datname from pg_database where starts_with(datname, '${prefix}')`]);
    for (const { datname } of rows as { datname: string }[])
      await ask(address, [`drop database "${datname}" with (force)`]);
  }
}

/** The coordinator first: it adds the others. */
async function nodesOf(server: string): Promise<Node[]> {
  const rows = await ask(server, [
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
       from pg_dist_node where isactive and noderole = 'primary' order by groupid`,
  ]);
  return rows as Node[];
}

function addressOf(server: string, { host, port }: Node, database?: string): string {
  const address = new URL(server);
  address.hostname = host;
  address.port = String(port);
  if (database !== undefined) address.pathname = `/${database}`;
  return address.href;
}

async function ask(address: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows as unknown[];
    return rows;
  } finally {
    await client.end();
  }
}

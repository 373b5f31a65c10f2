// Distribution of the tables over the servers of a Citus cluster, as their placements say.
import type { Knex } from 'knex';
import type { Db, Trx } from '../engine/db.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { type Placement, placementColumns, placements } from './placements.ts';
import { storeTables } from './schema-tables.ts';
import { continueSequences } from './sequences.ts';

/** A database that cannot be distributed, with what to do about it. */
export class DistributionRefusal extends Error {
  override readonly name = 'DistributionRefused';
  readonly fix: string;

  constructor(what: string, fix: string) {
    super(what);
    this.fix = fix;
  }
}

export type Distribution = {
  /** Tables that were placed now, in their order; none if all of them lay where they should. */
  placed: { table: string; placement: Placement }[];
  workers: number;
};

/** Places every table that is not placed yet, all of them or none. Servers are stopped meanwhile. */
export async function distribute(db: Knex): Promise<Distribution> {
  const workers = await workersOf(db);
  await setSequential(db);
  const placed = await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    return placeTables(trx);
  });
  for (const { table } of placed.filter(({ placement }) => placement !== 'local').reverse()) await freeCopy(db, table);
  return { placed, workers };
}

/**
 * A statement over all accounts uses one connection to each server: its transaction may also change tables that lie on
 * all of them. A setting of the database holds for every connection to any server.
 */
async function setSequential(db: Knex): Promise<void> {
  const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
    db,
    'select quote_ident(current_database()) as name',
  );
  const statement = `alter database ${name} set citus.multi_shard_modify_mode to 'sequential'`;
  await db.raw(statement);
  const isSet = `select exists (select 1 from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and 'citus.multi_shard_modify_mode=sequential' = any(s.setconfig))`;
  const without = await rowsOf<{ node: string }>(
    db,
    `select n.nodename || ':' || n.nodeport as node from run_command_on_workers(?) r
       join pg_dist_node n on n.nodename = r.nodename and n.nodeport = r.nodeport where r.result <> 't'`,
    [isSet],
  );
  if (without.length === 0) return;
  const nodes = without.map(({ node }) => node).join(', ');
  throw new DistributionRefusal(`the setting of the database did not reach ${nodes}`, `run "${statement}" there`);
}

/** True where the accounts of this database lie on several servers. */
export async function isDistributed(db: Db): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  return (await placedTables(db)).get('account') === 'by account';
}

async function hasCitus(db: Db): Promise<boolean> {
  return (
    (await rowsOf<{ found: boolean }>(db, `select true as found from pg_extension where extname = 'citus'`)).length > 0
  );
}

async function workersOf(db: Db): Promise<number> {
  if (!(await hasCitus(db))) {
    throw new DistributionRefusal(
      'the database has no extension citus',
      'name the coordinator of a Citus cluster in DATABASE_URL, and run "create extension citus" in the database of each server',
    );
  }
  const nodes = await rowsOf<{ is_coordinator: boolean; groupid: number }>(
    db,
    `select citus_is_coordinator() as is_coordinator, groupid from pg_dist_node where isactive and noderole = 'primary'`,
  );
  if (nodes.some(({ is_coordinator: isCoordinator }) => !isCoordinator))
    throw new DistributionRefusal('DATABASE_URL names a worker of the cluster', 'name its coordinator');
  const workers = nodes.filter(({ groupid }) => groupid !== 0).length;
  if (workers === 0) {
    throw new DistributionRefusal(
      'the cluster has no workers',
      `run "select citus_add_node('HOST', PORT)" for each worker on the coordinator`,
    );
  }
  if (workers === nodes.length) {
    throw new DistributionRefusal(
      'the coordinator does not hold data, and the accounts refer to tables of it',
      `run "select citus_set_coordinator_host('HOST', PORT)" on the coordinator, with its own address`,
    );
  }
  return workers;
}

const kinds: Readonly<Record<string, Placement>> = { h: 'by account', t: 'reference', s: 'local' };

/** Placements of this schema that the cluster has now. A digest is hashed as an account is. */
async function placedTables(db: Db): Promise<ReadonlyMap<string, Placement>> {
  const rows = await rowsOf<{ table: string; kind: string; is_managed: boolean }>(
    db,
    `select c.relname as "table", case p.partmethod when 'h' then 'h' else p.repmodel::text end as kind,
            p.autoconverted as is_managed
       from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where pg_table_is_visible(c.oid)`,
  );
  // A table that refers to a placed one is known to the cluster before it is placed itself.
  return new Map(rows.filter((row) => !row.is_managed).map(({ table, kind }) => [table, kinds[kind] ?? 'local']));
}

/**
 * In one transaction: a table stands behind those that it refers to. A reference between accounts holds only between
 * tables that both are distributed, and so is added again behind them.
 */
export async function placeTables(trx: Trx): Promise<Distribution['placed']> {
  // Otherwise tables that refer to each other are placed over connections that wait for each other. A connection from
  // before the setting of the database does not have it.
  await trx.raw(`set local citus.multi_shard_modify_mode = 'sequential'`);
  const there = await placedTables(trx);
  const tables = await storeTables(trx);
  const placed = tables
    .filter(({ name }) => !there.has(name))
    .map(({ name }) => ({ table: name, placement: placementOf(name) }));
  const spread = placed.filter(({ placement }) => placement === 'by account').map(({ table }) => table);
  const references = await referencesTo(trx, spread);
  for (const { table, name } of references) await trx.raw(`alter table "${table}" drop constraint "${name}"`);
  for (const { table, placement } of placed) await placeTable(trx, table, placement);
  for (const { table, name, definition } of references)
    await trx.raw(`alter table "${table}" add constraint "${name}" ${definition}`);
  // A placed table has its sequences anew.
  await continueSequences(
    trx,
    tables.filter(({ name }) => placed.some(({ table }) => table === name)),
  );
  return placed;
}

function placementOf(table: string): Placement {
  const placement = placements.get(table);
  if (placement === undefined) throw new Error(`the table ${table} has no placement on a cluster`);
  return placement;
}

type Reference = { table: string; name: string; definition: string };

async function referencesTo(trx: Trx, tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await trx.raw(
    `select r.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and t.relname = any(?) and t.relnamespace = current_schema()::regnamespace`,
    [[...tables]],
  );
  return rows as Reference[];
}

async function placeTable(trx: Trx, table: string, placement: Placement): Promise<void> {
  switch (placement) {
    case 'reference':
      await trx.raw('select create_reference_table(?)', [table]);
      break;
    case 'local':
      await trx.raw('select citus_add_local_table_to_metadata(?)', [table]);
      break;
    case 'by account':
      await trx.raw('select create_distributed_table(?, ?, colocate_with => ?)', [
        table,
        placementColumns[placement],
        table === 'account' ? 'none' : 'account',
      ]);
      break;
    case 'by digest':
      await trx.raw(`select create_distributed_table(?, ?, colocate_with => 'none')`, [
        table,
        placementColumns[placement],
      ]);
  }
}

/** The rows of a full database stay behind under its table, unseen, until they are dropped. */
async function freeCopy(db: Knex, table: string): Promise<void> {
  await db.raw('select truncate_local_data_after_distributing_table(?)', [table]);
}

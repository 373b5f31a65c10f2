// Brings the schema forward, one transaction a migration; safe when two servers start at once or one is killed halfway.
import type { Knex } from 'knex';
import { SchemaTooNew, sqlState } from '../engine/failures.ts';
import { isDistributed, placeTables } from './distribute.ts';
import { migrations as known, type Migration } from './migrations.ts';

type AppliedMigration = { name: string; breaking: boolean };

const undefinedTable = '42P01';
// Two servers may make the table concurrently: `if not exists` then reports a duplicate in PostgreSQL's own catalogue,
// as an equal key, table or type, whichever it meets first.
const madeByAnother = new Set(['23505', '42P07', '42710']);
// A feature that this server was built without, and a syntax that it does not know.
const noSuchFeature = new Set(['0A000', '42601']);
const migrationTimeoutMs = 24 * 60 * 60_000;

export async function migrate(db: Knex, migrations: readonly Migration[] = known): Promise<void> {
  const applied = await appliedMigrations(db);
  const names = new Set(migrations.map(({ name }) => name));
  const foreign = applied.find(({ name, breaking }) => breaking && !names.has(name));
  if (foreign) {
    throw new SchemaTooNew(
      `the store was migrated by a newer version of this service (${foreign.name}); start that version, this one cannot use it`,
    );
  }
  const present = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !present.has(name));
  const places = pending.length > 0 && (await isDistributed(db));
  for (const migration of pending) await apply(db, migration, places);
}

async function appliedMigrations(db: Knex): Promise<AppliedMigration[]> {
  const read = async (): Promise<AppliedMigration[]> =>
    (await db.raw('select name, breaking from schema_migration order by name')).rows as AppliedMigration[];
  try {
    return await read();
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error;
  }
  await db
    .raw(
      `create table if not exists schema_migration (
         name text primary key, breaking boolean not null, applied_at timestamptz(3) not null)`,
    )
    .catch((error: unknown) => {
      if (!madeByAnother.has(sqlState(error))) throw error;
    });
  return read();
}

/**
 * The row of a migration is written first, in the migration's own transaction. Its primary key makes a second server
 * wait for the first one's commit and then skip.
 * The table of knex holds a lock flag instead, which a killed server leaves set.
 */
async function apply(db: Knex, migration: Migration, places: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    const claimed = await trx
      .raw(
        `insert into schema_migration (name, breaking, applied_at)
         values (?, ?, date_trunc('milliseconds', now())) on conflict (name) do nothing`,
        [migration.name, migration.breaking],
      )
      .options({ query_timeout: migrationTimeoutMs });
    if (claimed.rowCount === 0) return;
    // Sent together: a round trip to the embedded engine takes as long as most of them.
    if (migration.statements.length > 0)
      await trx.raw(migration.statements.join(';\n')).options({ query_timeout: migrationTimeoutMs });
    for (const statement of migration.betterments ?? []) await unlessUnknown(trx, statement);
    // In the same transaction: no server finds a table that the others of a cluster do not have.
    if (places) await placeTables(trx);
  });
}

/** In a savepoint: an unsupported feature must not undo the rest. */
async function unlessUnknown(trx: Knex.Transaction, statement: string): Promise<void> {
  try {
    await trx.transaction((inside) => inside.raw(statement).options({ query_timeout: migrationTimeoutMs }));
  } catch (error) {
    if (!noSuchFeature.has(sqlState(error))) throw error;
  }
}

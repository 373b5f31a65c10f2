// Target of a restore: an empty store, brought to the schema of the export.
import type { Trx } from '../engine/db.ts';
import { ExportRefusal, StoreNotEmpty } from './export-format.ts';
import { isDistributed } from '../migrations/distribute.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { countRows, storeTables } from '../migrations/schema-tables.ts';

/** Rows of the migrations themselves, which do not show that a store was used. */
const madeByMigrations: { readonly [table: string]: string } = {
  head: 'select count(*) from head where version > 0',
  cursor_key: 'select count(*) - 1 from cursor_key',
  schema_migration: 'select 0',
  staging_lock: 'select 0',
};

/** Holds the clock of both collections from here on: no server fills the store in the same moment. */
export async function assertEmpty(trx: Trx): Promise<void> {
  await trx.raw('select collection from head order by collection for update');
  const names = (await storeTables(trx)).map(({ name }) => name);
  const held = Object.entries(await countRows(trx, names, madeByMigrations)).filter(([, count]) => count > 0);
  if (held.length > 0) throw new StoreNotEmpty(Object.fromEntries(held));
}

/** Refuses an unknown schema; an earlier schema of this service is the result of its first migrations. */
export function assertKnownSchema(names: readonly string[], line: number): void {
  const known = migrations.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ExportRefusal(
      line,
      `it was written by a newer version of this service, with the schema ${unknown}`,
      'restore it with that version or a later one',
    );
  if (names.length === 0 || names.some((name, at) => known[at] !== name))
    throw new ExportRefusal(line, 'its migrations are not the ones that this service goes through');
}

/** Brings an empty store to the state after these migrations. */
export async function becomeSchema(trx: Trx, names: readonly string[]): Promise<void> {
  if (names.length < migrations.length) {
    if (await isDistributed(trx)) {
      throw new ExportRefusal(
        null,
        `it has the schema ${names.at(-1)}, and the tables of a distributed store are those of the newest one`,
        'restore it into a database that is not distributed, and run distribute on that',
      );
    }
    const tables = (await storeTables(trx)).map(({ name }) => name).filter((name) => name !== 'schema_migration');
    await trx.raw(`drop table ${tables.map((name) => `"${name}"`).join(', ')} cascade`);
    await trx.raw('delete from schema_migration');
    await migrate(
      trx,
      migrations.filter(({ name }) => names.includes(name)),
    );
  }
  // The key that the second migration has drawn gives way to those of the export.
  if (names.includes('002-lists')) await trx.raw('delete from cursor_key');
}

/** The migrations after the export change its rows as they changed those of every other store. */
export async function bringForward(trx: Trx): Promise<void> {
  await migrate(trx);
}

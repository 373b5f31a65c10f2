// Result of a statement that is not worth preparing.
import type { Knex } from 'knex';
import type { Db } from './db.ts';

export type RawResult<Row> = { rows: Row[]; rowCount: number | null };

/** The driver takes more kinds of values than the query builder declares, lists of buffers among them. */
export async function rawResult<Row>(
  db: Db,
  { sql, bindings }: { sql: string; bindings: readonly unknown[] },
): Promise<RawResult<Row>> {
  return await db.raw<RawResult<Row>>(sql, bindings as Knex.RawBinding[]);
}

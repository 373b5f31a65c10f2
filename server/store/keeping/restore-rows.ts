// Rows of an export on their way into a table: a thousand at a time, as one JSON text that the database splits.
import type { Trx } from '../engine/db.ts';
import { ExportRefusal } from './export-format.ts';
import { sqlState } from '../engine/failures.ts';
import type { Column, Table } from '../migrations/schema-tables.ts';

export type Batch = {
  table: Table;
  /** In the order in which a row has them. */
  columns: readonly Column[];
  /** The line of the first row. */
  line: number;
  /** Rows as they stand in the export. */
  rows: readonly string[];
};

// Data that a column, a check or a key does not take.
const notTaken = /^(22|23)/;

/** `overriding`: numbers from a sequence keep their values. */
export async function insertBatch(trx: Trx, { table, columns, line, rows }: Batch): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(({ type }, at) =>
    type === 'bytea' ? `decode(r.v->>${at}, 'base64')` : `(r.v->>${at})::"${type}"`,
  );
  // The migrations have already made the two rows of the clock; a transaction that waits for one of them finds it
  // restored.
  const standing = table.name === 'head' ? `on conflict (collection) do update set ${replaced(columns)}` : '';
  try {
    await trx.raw(
      `insert into "${table.name}" (${names}) overriding system value
       select ${values.join(', ')} from jsonb_array_elements(?::jsonb) as r(v) ${standing}`,
      [`[${rows.join(',')}]`],
    );
  } catch (error) {
    if (!notTaken.test(sqlState(error))) throw error;
    const last = line + rows.length - 1;
    const what = `the table ${table.name} does not take a row of the lines up to ${last} (${constraintOf(error)})`;
    throw new ExportRefusal(line, what);
  }
}

function replaced(columns: readonly Column[]): string {
  return columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ');
}

/** A server of a cluster ends the names of its constraints with the number of the shard. */
const shardNumber = /_\d{6,}$/;

/** That server reports a row that it copies without the constraint, and names it in the message. */
function constraintOf(error: unknown): string {
  if (!(error instanceof Error)) return `SQLSTATE ${sqlState(error)}`;
  const reported = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  const name = reported ?? /constraint "(\w+)"/.exec(error.message)?.[1];
  return name?.replace(shardNumber, '') ?? `SQLSTATE ${sqlState(error)}`;
}

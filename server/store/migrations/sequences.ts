// Sequences of the tables after their rows came by another way than an insert of the service.
import type { Trx } from '../engine/db.ts';
import type { Table } from './schema-tables.ts';

/** The next number that a sequence gives lies behind all that are there. */
export async function continueSequences(trx: Trx, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ isDrawn }) => isDrawn)) {
      await trx.raw(
        `select setval(pg_get_serial_sequence(?, ?), max("${column.name}"))
           from "${name}" having max("${column.name}") is not null`,
        [`"${name}"`, column.name],
      );
    }
  }
}

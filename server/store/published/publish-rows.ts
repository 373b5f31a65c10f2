// Writes to the versioned tables: whole chunks as arrays through unnest, one statement per table and kind of change.
import type { Collection, Db, Trx } from '../engine/db.ts';
import { rawResult } from '../engine/raw-result.ts';
import type { Fragment } from '../engine/fragment.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';

export type Cell = string | number | boolean | Buffer | null;
export type Row = readonly Cell[];

export type Columns = readonly (readonly [name: string, type: string])[];

/** `kind text, line integer`: names with their types. */
export const columnsOf = (list: string): Columns =>
  list
    .split(/,\s+/)
    .map((column): [string, string] => [column.slice(0, column.indexOf(' ')), column.slice(column.indexOf(' ') + 1)]);

/** A table by its columns and those that name one row of it at one version. */
export type VersionedTable = {
  readonly name: string;
  readonly columns: Columns;
  readonly key: readonly string[];
};

export type Release = { readonly collection: Collection; readonly version: number };

// jsonb travels as text, because an array of it would have to be escaped twice. An array of texts travels as its literal:
// unnest would take an array of arrays apart to the single texts.
const asText = new Set(['jsonb', 'text[]']);
const wireType = (type: string): string => (asText.has(type) ? 'text' : type);

/** An array of ids as the text of a `text[]`; null for none. Ids hold nothing that would have to be quoted. */
export const idArray = (ids: readonly string[]): string | null => (ids.length === 0 ? null : `{${ids.join(',')}}`);

/** unnest of one array per column. Measured at 61 % of COPY, which the embedded engine cannot do, and the same path on both engines. */
export function unnest(list: Columns | string, rows: readonly Row[]): { sql: string; bindings: unknown[] } {
  const columns = typeof list === 'string' ? columnsOf(list) : list;
  return {
    sql: `unnest(${columns.map(([, type]) => `?::${wireType(type)}[]`).join(', ')}) as r(${columns.map(([name]) => name).join(', ')})`,
    bindings: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  };
}

/** Adds rows that no earlier version holds. */
export async function addRows(trx: Trx, release: Release, table: VersionedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = table.columns.map(([name]) => name);
  const values = table.columns.map(([name, type]) => (asText.has(type) ? `r.${name}::${type}` : `r.${name}`));
  const source = unnest(table.columns, rows);
  await run(
    trx,
    `insert into ${table.name} (collection, from_version, ${names.join(', ')})
     select ?, ?::integer, ${values.join(', ')} from ${source.sql}`,
    [release.collection, release.version, ...source.bindings],
  );
}

/** Closes the open rows with the same keys, then adds these; a row that this release itself added is replaced. */
export async function replaceRows(
  trx: Trx,
  release: Release,
  table: VersionedTable,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const keyColumns = table.columns.filter(([name]) => table.key.includes(name));
  const positions = keyColumns.map(([name]) => table.columns.findIndex(([column]) => column === name));
  const keys = unnest(
    keyColumns,
    rows.map((row) => positions.map((position) => row[position] ?? null)),
  );
  const same = keyColumns.map(([name]) => `t.${name} = r.${name}`).join(' and ');
  await run(
    trx,
    `update ${table.name} t set to_version = ? from ${keys.sql}
      where t.collection = ? and ${same} and t.to_version = ${OPEN_VERSION} and t.from_version < ?`,
    [release.version, ...keys.bindings, release.collection, release.version],
  );
  await run(
    trx,
    `delete from ${table.name} t using ${keys.sql} where t.collection = ? and ${same} and t.from_version = ?`,
    [...keys.bindings, release.collection, release.version],
  );
  await addRows(trx, release, table, lastOfEachKey(rows, positions));
}

function lastOfEachKey(rows: readonly Row[], positions: readonly number[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(positions.map((position) => row[position])), row])).values()];
}

export async function rowsOf<T>(db: Db, statement: string | Fragment, bindings: readonly unknown[] = []): Promise<T[]> {
  const asked = typeof statement === 'string' ? { sql: statement, bindings } : statement;
  return (await rawResult<T>(db, asked)).rows;
}

/** How many rows the statement changed. */
export async function run(db: Db, sql: string, bindings: readonly unknown[]): Promise<number> {
  return (await rawResult(db, { sql, bindings })).rowCount ?? 0;
}

// The tables of the store as the database itself describes them: one that a later migration adds is here without being named.
import type { Db } from '../engine/db.ts';
import { groupedBy } from '../engine/grouped.ts';
import { rowsOf } from '../published/publish-rows.ts';

export type Column = {
  name: string;
  /** As the database's catalogue calls it: `text`, `timestamptz`, `_text` for an array of texts. */
  type: string;
  /** Its values come from a sequence, which has to go on behind them. */
  isDrawn: boolean;
};

export type Table = {
  name: string;
  /** Columns with written values; a computed one is not among them. */
  columns: readonly Column[];
  /** The primary key as an `order by`, the same in every locale. */
  order: string;
};

type ColumnRow = { table: string; name: string; type: string; collation: string | null; is_drawn: boolean };

/** In an order in which rows can be put in: a table stands behind those that it refers to, and else by its name. */
export async function storeTables(db: Db): Promise<Table[]> {
  const columns = await rowsOf<ColumnRow>(db, columnsSql);
  const keys = groupedBy(await rowsOf<{ table: string; name: string }>(db, keysSql), ({ table }) => table);
  const parents = groupedBy(await rowsOf<{ table: string; name: string }>(db, parentsSql), ({ table }) => table);
  const byTable = groupedBy(columns, ({ table }) => table);
  return parentsFirst([...byTable.keys()].sort(), parents).map((name) => {
    const own = byTable.get(name) ?? [];
    const key = (keys.get(name) ?? []).map((part) => own.find((column) => column.name === part.name));
    if (key.length === 0) throw new Error(`the table ${name} has no primary key: its rows have no order`);
    return {
      name,
      columns: own.map((column) => ({ name: column.name, type: column.type, isDrawn: column.is_drawn })),
      order: key.map(orderedBy).join(', '),
    };
  });
}

const columnsSql = `
select c.table_name as "table", c.column_name as name, c.udt_name as type, c.collation_name as collation,
       c.is_identity = 'YES' or coalesce(c.column_default, '') like 'nextval(%' as is_drawn
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
 where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
 order by c.table_name, c.ordinal_position`;

const keysSql = `
select k.table_name as "table", k.column_name as name
  from information_schema.table_constraints c
  join information_schema.key_column_usage k
    on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name and k.table_name = c.table_name
 where c.table_schema = current_schema() and c.constraint_type = 'PRIMARY KEY'
 order by k.table_name, k.ordinal_position`;

const parentsSql = `
select distinct child.table_name as "table", parent.table_name as name
  from information_schema.referential_constraints r
  join information_schema.table_constraints child
    on child.constraint_schema = r.constraint_schema and child.constraint_name = r.constraint_name
  join information_schema.table_constraints parent
    on parent.constraint_schema = r.unique_constraint_schema and parent.constraint_name = r.unique_constraint_name
 where r.constraint_schema = current_schema() and parent.table_name <> child.table_name`;

/** Row counts of these tables; `of` names a narrower count. */
export async function countRows(
  db: Db,
  tables: readonly string[],
  of: { readonly [table: string]: string } = {},
): Promise<{ [table: string]: number }> {
  if (tables.length === 0) return {};
  const each = tables.map(
    (name) => `select '${name}' as name, (${of[name] ?? `select count(*) from "${name}"`}) as count`,
  );
  const counted = await rowsOf<{ name: string; count: number }>(db, each.join(' union all '));
  return Object.fromEntries(counted.map(({ name, count }) => [name, Number(count)]));
}

/** `collection` holds two words, which every locale sorts alike: left as it is, the primary key's index is walked. */
function orderedBy(column: ColumnRow | undefined): string {
  if (column === undefined) throw new Error('a primary key names a column that its table does not have');
  const isText = column.type === 'text' && column.collation !== 'C' && column.name !== 'collection';
  return isText ? `"${column.name}" collate "C"` : `"${column.name}"`;
}

function parentsFirst(names: readonly string[], parents: ReadonlyMap<string, readonly { name: string }[]>): string[] {
  const placed = new Set<string>();
  const place = (name: string, below: readonly string[]): void => {
    if (placed.has(name)) return;
    if (below.includes(name)) throw new Error(`tables refer to each other in a circle: ${below.join(', ')}`);
    const above = (parents.get(name) ?? []).map((parent) => parent.name).sort();
    for (const parent of above) place(parent, [...below, name]);
    placed.add(name);
  };
  for (const name of names) place(name, []);
  return [...placed];
}

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

// The catalogue itself: the views of information_schema took 0.3 s for the tables of this store.
const columnsSql = `
select t.relname as "table", a.attname as name, y.typname as type, l.collname as collation,
       a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') like 'nextval(%' as is_drawn
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  join pg_type y on y.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
 where n.nspname = current_schema() and t.relkind in ('r', 'p') and has_table_privilege(t.oid, 'select')
 order by t.relname, a.attnum`;

const keysSql = `
select t.relname as "table", a.attname as name
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  join pg_namespace n on n.oid = t.relnamespace
  cross join unnest(c.conkey) with ordinality as k(attnum, place)
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
 where n.nspname = current_schema() and c.contype = 'p'
 order by t.relname, k.place`;

const parentsSql = `
select distinct child.relname as "table", parent.relname as name
  from pg_constraint c
  join pg_class child on child.oid = c.conrelid
  join pg_class parent on parent.oid = c.confrelid
  join pg_namespace n on n.oid = child.relnamespace
 where n.nspname = current_schema() and c.contype = 'f' and parent.oid <> child.oid`;

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

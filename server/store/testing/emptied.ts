// Support for tests: an embedded engine as good as new. Migrating takes many times as long as emptying what was filled.
import type { Db } from '../engine/db.ts';

/** A store as its migrations leave it: what its schema is, and the rows that they wrote. */
export type InitialState = {
  schema: string;
  tables: readonly string[];
  rows: readonly { table: string; json: string }[];
};

/** Eight pages. */
const SMALL_BYTES = 65_536;

/** Everything that a statement could change of the schema without telling; a temporary table leaves its namespace. */
const schemaSql = `
  select md5(string_agg(thing, e'\\n' order by thing)) as schema from (
    select format('%s %s %s %s %s', c.relkind, c.relname, a.attname, a.atttypid::regtype, a.attnotnull)
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum <> 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
    union all select pg_get_expr(d.adbin, d.adrelid)
      from pg_attrdef d join pg_class c on c.oid = d.adrelid where c.relnamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp_') things (thing)`;

export async function rememberAsMade(db: Db): Promise<InitialState> {
  const found = await db.raw(
    `select 'public.' || quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const tables = (found.rows as { name: string }[]).map(({ name }) => name);
  const rows: { table: string; json: string }[] = [];
  for (const table of tables) {
    const { rows: kept } = await db.raw(`select json_agg(t)::text as json from ${table} t`);
    const [{ json } = { json: null }] = kept as { json: string | null }[];
    if (json !== null) rows.push({ table, json });
  }
  return { schema: await schemaOf(db), tables, rows };
}

/** False where a test has changed the schema: then it has to be made anew. */
export async function emptyAsMade(db: Db, { schema, tables, rows }: InitialState): Promise<boolean> {
  if ((await schemaOf(db)) !== schema) return false;
  const written = new Set([...rows.map(({ table }) => table), ...(await filledOf(db, tables))]);
  const large = await largeOf(db, tables);
  const small = [...written].filter((table) => !large.includes(table));
  if (large.length > 0) await db.raw(`truncate ${large.join(', ')} cascade`);
  // Neither the order of references nor a rule that nothing may be deleted stands in the way of it.
  const deletions = small.map((table) => `delete from ${table};`).join(' ');
  await db.raw(`set session_replication_role = replica; ${deletions} set session_replication_role = origin`);
  await db.raw('set session_replication_role = replica');
  for (const { table, json } of rows) {
    const filling = `insert into ${table} overriding system value`;
    await db.raw(`${filling} select * from json_populate_recordset(null::${table}, ?)`, [json]);
  }
  await db.raw('set session_replication_role = origin');
  if (rows.length > 0) await continueSequences(db);
  return true;
}

/** Another engine may have drawn the numbers in the rows. */
async function continueSequences(db: Db): Promise<void> {
  const { rows } = await db.raw(
    `select c.relname as table_name, a.attname as column_name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table_name: table, column_name: column } of rows as { table_name: string; column_name: string }[]) {
    const sequence = `pg_get_serial_sequence('${table}', '${column}')`;
    await db.raw(`select setval(${sequence}, max(${column})) from ${table} having max(${column}) is not null`);
  }
}

/** Looking into all tables takes less than emptying one of them, and a test fills few. */
async function filledOf(db: Db, tables: readonly string[]): Promise<string[]> {
  const looks = tables.map((table) => `select '${table}' as name where exists (select 1 from ${table})`);
  return namesOf(await db.raw(looks.join(' union all ')));
}

/** The engine takes five milliseconds to truncate a table. Deleting is quicker, and leaves dead rows, of which these are full. */
async function largeOf(db: Db, tables: readonly string[]): Promise<string[]> {
  const sizes = tables.map((table) => `select '${table}' as name where pg_relation_size('${table}') > ${SMALL_BYTES}`);
  return namesOf(await db.raw(sizes.join(' union all ')));
}

const namesOf = ({ rows }: { rows: unknown }): string[] => (rows as { name: string }[]).map(({ name }) => name);

async function schemaOf(db: Db): Promise<string> {
  const { rows } = await db.raw(schemaSql);
  return (rows as { schema: string }[])[0]?.schema ?? '';
}

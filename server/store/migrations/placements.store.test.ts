// Placements of the newest schema: one for every table, and every key possible where its table lies.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { openTestStore } from '../testing/store.ts';
import { DistributionRefusal, distribute, isDistributed } from './distribute.ts';
import { type Placement, placementColumns, placements } from './placements.ts';
import { storeTables } from './schema-tables.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type UniqueKey = { name: string; table: string; columns: string[] };
type Reference = { name: string; child: string; parent: string; columns: string[]; keys: string[] };

const of = (table: string): Placement | undefined => placements.get(table);
const columnOf = (table: string): string | undefined => {
  const placement = of(table);
  return placement === 'by account' || placement === 'by digest' ? placementColumns[placement] : undefined;
};

it('are one for each table, and of no other', async () => {
  const tables = (await storeTables(store.db)).map(({ name }) => name);
  expect([...placements.keys()].toSorted(), 'placements.ts places every table of a cluster').toEqual(tables.toSorted());
});

it('have the column of their row in every unique key of a table that is spread', async () => {
  const keys = await rowsOf<UniqueKey>(
    store.db,
    `select i.relname as name, t.relname as "table",
            array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where x.indisunique and t.relnamespace = current_schema()::regnamespace`,
  );
  const spread = keys.filter(({ table }) => columnOf(table) !== undefined);
  expect(spread.map(({ table }) => table).toSorted()).toEqual([
    'account',
    'kept_body',
    'ledger_entry',
    'usage_day',
    'usage_entry',
  ]);
  expect(spread.filter(({ table, columns }) => !columns.includes(columnOf(table) ?? ''))).toEqual([]);
});

/** A spread table refers to tables that lie everywhere, or by its own column to one that is spread alike. */
function isPossible({ child, parent, columns, keys }: Reference): boolean {
  if (of(parent) === 'reference') return true;
  const own = columns.indexOf(columnOf(child) ?? '');
  return of(child) === of(parent) && own >= 0 && keys[own] === columnOf(parent);
}

it('allow every reference between tables', async () => {
  const names = (key: string, table: string): string =>
    `array(select a.attname::text from unnest(c.${key}) with ordinality as k(num, place)
             join pg_attribute a on a.attrelid = c.${table} and a.attnum = k.num order by k.place)`;
  const references = await rowsOf<Reference>(
    store.db,
    `select c.conname as name, a.relname as child, b.relname as parent,
            ${names('conkey', 'conrelid')} as columns, ${names('confkey', 'confrelid')} as keys
       from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
      where c.contype = 'f' and a.relnamespace = current_schema()::regnamespace`,
  );
  expect(references.length).toBeGreaterThan(30);
  expect(references.filter((reference) => !isPossible(reference))).toEqual([]);
  expect(
    isPossible({ name: '', child: 'workspace', parent: 'account', columns: ['workspace_id'], keys: ['account_id'] }),
  ).toBe(false);
});

it('are applied to no database without the extension, and placed once', async () => {
  const outcome = await distribute(store.db).catch((error: unknown) => error);
  if (await isDistributed(store.db)) expect(outcome).toMatchObject({ placed: [] });
  else {
    expect(outcome).toBeInstanceOf(DistributionRefusal);
    expect(outcome).toMatchObject({
      message: 'the database has no extension citus',
      fix: expect.stringContaining('name the coordinator of a Citus cluster in DATABASE_URL'),
    });
  }
});

// Collations of the columns that joins compare: an index serves no comparison under another collation than its own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeEach(async () => void (store = await openTestStore()));
afterEach(() => store.close());

/** Names of unlike things, and the key of an entry, which the index of keys serves under its own collation. */
const unlike = ['cause', 'subject', 'key_id'];

it('columns of one name have one collation in every table', async () => {
  const mixed = await rowsOf<{ name: string; tables: string[] }>(
    store.db,
    `select column_name::text as name,
            array_agg(table_name || ' ' || coalesce(collation_name, 'default') order by table_name) as tables
       from information_schema.columns where table_schema = current_schema() and data_type = 'text' and column_name <> all (?)
      group by 1 having count(distinct coalesce(collation_name, 'default')) > 1 order by 1`,
    [unlike],
  );
  expect(mixed).toEqual([]);
});

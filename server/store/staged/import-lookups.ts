// Look-ups of a judgement among the rows of its import: kinds, keys, and the lines of statements.
import type { Db } from '../engine/db.ts';
import type { ImportOf, Outcome, Place } from './import-rows.ts';
import { rowsOf, unnest } from '../published/publish-rows.ts';

/** Those of these kinds that the store or the import has records of. */
export async function kindsHeld(
  db: Db,
  { importId, collection }: ImportOf,
  kinds: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ kind: string }>(
    db,
    `select n.kind from unnest(?::text[]) as n(kind)
      where exists (select 1 from import_row x where x.import_id = ? and x.kind = n.kind)
         or exists (select 1 from record x where x.collection = ? and x.kind = n.kind)
         or exists (select 1 from staged x where x.collection = ? and x.kind = n.kind)`,
    [kinds, importId, collection, collection],
  );
  return rows.map(({ kind }) => kind);
}

/** Of these records those that the import has too, each as `kind key`. */
export async function amongRows(db: Db, importId: number, records: readonly Place[]): Promise<Set<string>> {
  const asked = unnest(
    'kind text, key text',
    records.map(({ kind, key }) => [kind, key]),
  );
  const rows = await rowsOf<Place>(
    db,
    `select r.kind, r.key from ${asked.sql} join import_row i on i.import_id = ? and i.kind = r.kind and i.key = r.key`,
    [...asked.bindings, importId],
  );
  return new Set(rows.map(({ kind, key }) => `${kind} ${key}`));
}

/** The lines on which statements of these outcomes have each of these values of a field. */
export async function statementLines(
  db: Db,
  importId: number,
  { path, values, outcomes }: { path: readonly string[]; values: readonly string[]; outcomes: readonly Outcome[] },
): Promise<Map<string, number[]>> {
  const rows = await rowsOf<{ value: string; lines: number[] }>(
    db,
    `select b.value, array_agg(i.line order by i.line) as lines
       from import_row i cross join lateral (select i.body::jsonb #>> ?::text[] as value) b
      where i.import_id = ? and i.kind = 'statement' and i.outcome = any(?::text[]) and b.value = any(?::text[])
      group by b.value`,
    [path, importId, outcomes, values],
  );
  return new Map(rows.map(({ value, lines }) => [value, lines]));
}

// Withdrawn and removed research that the records of an import rest on, or would bring back.
import type { Db } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { derived, references } from './import-references.ts';
import { open, type Slice, within } from './import-rows.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { goneSql } from '../published/withdraw.ts';

const tables = ['source', 'evidence', 'citation', 'belief'] as const;
const parts = ['claim', 'condition', 'target', 'note'] as const;

export type GoneBase = { line: number; field: string; is: 'base' | 'itself' | 'removed'; named: string; id: string };

/**
 * "base": the record needs it, and no staged import or this one states it again.
 * "itself": the record has this public id and would take the place of another row.
 * "removed": a part that answers 451 for ever. A part that was only withdrawn may be stated again.
 */
export async function goneBases(db: Db, slice: Slice, isRestating: boolean): Promise<GoneBase[]> {
  const { collection, importId } = slice;
  const held = sql`exists (select 1 from record p where p.collection = ${collection} and p.kind = x.kind and p.key = x.key
                              and p.to_version = ${open} and p.content_hash = x.content_hash)`;
  const restated = sql`(
    exists (select 1 from staged x where x.collection = ${collection} and x.kind = b.named and x.key = b.key and ${held})
    or (${isRestating}::boolean and exists (select 1 from import_row x
         where x.import_id = ${importId} and x.kind = b.named and x.key = b.key and ${held})))`;
  const cases = (of: (name: (typeof tables)[number]) => Fragment): Fragment =>
    tables.map((table) => sql`when ${raw(`'${table}'`)} then ${of(table)}`).reduce((one, next) => sql`${one} ${next}`);
  return rowsOf<GoneBase>(
    db,
    sql`select i.line, b.field, b."is", b.named, g.id from import_row i cross join lateral (
        select r."to" as named, r.key, r.field, 'base' as "is" from ${references} where r."to" in ('source', 'evidence', 'citation', 'belief')
        union all
        select n.named, i.key, case i.kind when 'statement' then 'record_id' else i.kind || '_id' end, 'itself'
          from (values ('source'), ('evidence'), ('citation')) as n(named)
         where i.outcome = 'replaced' and (i.kind = n.named or (i.kind = 'statement' and n.named <> 'source'))) b
      cross join lateral (select case b.named ${cases((table) => derived(table, 'b.key'))} end as id offset 0) g
     where ${within(slice)} and i.outcome in ('new', 'replaced')
       and case b.named ${cases((table) => goneSql(table, 'g.id', collection))} end
       and not (b."is" = 'base' and ${restated})
    union all
    select i.line, i.kind || '_id', 'removed', i.kind, x.record_id from import_row i
      join removal x on x.collection = ${collection} and x.record_id = case i.kind ${parts
        .map((kind) => sql`when ${raw(`'${kind}'`)} then ${derived(kind, `split_part(i.key, ' ', 1)`)}`)
        .reduce((one, next) => sql`${one} ${next}`)} end
     where ${within(slice)} and i.outcome in ('new', 'replaced')
     order by line, "is"`,
  );
}

/** The lines of a slice that correct a revision which was withdrawn alone. */
export async function withdrawnRevisions(db: Db, slice: Slice): Promise<number[]> {
  const { collection } = slice;
  const rows = await rowsOf<{ line: number }>(
    db,
    sql`select i.line from import_row i
       join lateral (select count(*) filter (where r.to_version = ${open}) > 0 as stands,
                            count(*) filter (where r.revision = n.revision) > 0 as was,
                            count(*) filter (where r.revision = n.revision and r.to_version = ${open}) = 0 as gone
                       from (select split_part(i.key, ' ', 2)::integer as revision) n
                       join revision r on r.collection = ${collection}
                        and r.belief_id = ${derived('belief', `split_part(i.key, ' ', 1)`)}) c on c.stands and c.was and c.gone
      where ${within(slice)} and i.kind = 'revision' and i.outcome = 'replaced' order by i.line`,
  );
  return rows.map(({ line }) => line);
}

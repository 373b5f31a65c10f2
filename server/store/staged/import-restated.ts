// Withdrawn records that an import states again, and what releases need to know of them.
import type { Collection, Db } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { goneSql } from '../published/withdraw.ts';
import { derived, references } from './import-references.ts';
import { open, type Place, type Slice, within } from './import-rows.ts';

const named = ['source', 'evidence', 'citation', 'belief'] as const;
const parts = ['claim', 'condition', 'target', 'note'] as const;

const when = (kind: string, is: Fragment): Fragment => sql` when ${raw(`'${kind}'`)} then ${is}`;
const joined = (pieces: readonly Fragment[]): Fragment => pieces.reduce((one, next) => sql`${one}${next}`);

const name = `split_part(i.key, ' ', 1)`;
const number = raw(`split_part(i.key, ' ', 2)::integer`);

/** Rows of a slice that are released with this content, and that readers no longer see whole. */
export async function withdrawnRows(db: Db, slice: Slice): Promise<Place[]> {
  const { collection } = slice;
  const gone = (table: (typeof named)[number], key: string): Fragment =>
    goneSql(table, `(${derived(table, key).sql})`, collection);
  const citesGone = sql`exists (select 1 from ${references} where r."to" = 'citation' and ${gone('citation', 'r.key')})`;
  const noPart = (of: Fragment): Fragment => sql`(${citesGone} or not exists (
    select 1 from belief_part x where x.collection = ${collection} and x.to_version = ${open} and x.revision = ${number} and ${of}))`;
  const noRevision = sql`(${citesGone} or not exists (
    select 1 from revision x where x.collection = ${collection} and x.to_version = ${open}
       and x.belief_id = ${derived('belief', name)} and x.revision = ${number}))`;
  const cases = [
    ...named.map((table) => when(table, gone(table, 'i.key'))),
    // The words that reversed a belief stay with it when the belief that they opened is withdrawn.
    when(
      'statement',
      sql`(${derived('citation', 'i.key')} not in (select c.id from cited c) or ${gone('belief', 'i.key')})`,
    ),
    when('revision', noRevision),
    when('intent', noPart(sql`x.kind = 'intent' and x.belief_id = ${derived('belief', name)}`)),
    ...parts.map((kind) => when(kind, noPart(sql`x.part_id = ${derived(kind, name)}`))),
  ];
  return rowsOf<Place>(
    db,
    sql`with cited as materialized (
      select distinct c.id from revision v cross join lateral unnest(v.source_citation_id || coalesce(v.also_cites, '{}')) as c(id)
       where v.collection = ${collection} and v.to_version = ${open})
    select i.kind, i.key from import_row i
      join record p on p.collection = ${collection} and p.kind = i.kind and p.key = i.key and p.to_version = ${open}
                   and p.content_hash = i.content_hash
     where ${within(slice)} and i.corrects is null and case i.kind${joined(cases)} else false end`,
  );
}

/** Those of the staged keys that a release holds already: they state again what was withdrawn. */
export async function restatedKeys(
  db: Db,
  collection: Collection,
  { kind, keys }: { kind: string; keys: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ key: string; arrived: number }>(
    db,
    sql`select q.key, min(q.from_version)::integer as arrived from record q
         where q.collection = ${collection} and q.kind = ${kind} and q.key = any(${keys}::text[])
         group by q.key having max(q.to_version) = ${open}`,
  );
  return new Map(rows.map(({ key, arrived }) => [key, arrived]));
}

export type Restatement = { import_id: number; origin: string; reason: string; records: number };

/** Staged imports that state again what was withdrawn. */
export async function restatements(db: Db, collection: Collection): Promise<Restatement[]> {
  return rowsOf<Restatement>(
    db,
    sql`select i.import_id, i.origin, i.restate_reason as reason, count(*)::integer as records from staged s
          join import i on i.import_id = s.import_id
          join record q on q.collection = s.collection and q.kind = s.kind and q.key = s.key and q.to_version = ${open}
                       and q.content_hash = s.content_hash
         where s.collection = ${collection} and i.restate_reason is not null
         group by i.import_id, i.origin, i.restate_reason order by i.import_id`,
  );
}

/** The reason for which an import states withdrawn records again; null if it does not. */
export async function restateReasonOf(db: Db, importId: number): Promise<string | null> {
  const [row] = await rowsOf<{ reason: string | null }>(
    db,
    sql`select restate_reason as reason from import where import_id = ${importId}`,
  );
  return row?.reason ?? null;
}

/** Last state of evidence, also of what was withdrawn: from when it counted. */
export async function lastCounted(
  db: Db,
  collection: Collection,
  evidenceIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; at: string }>(
    db,
    sql`select distinct on (e.evidence_id) e.evidence_id as id, e.observed_at as at from evidence e
         where e.collection = ${collection} and e.evidence_id = any(${evidenceIds}::text[])
         order by e.evidence_id, e.to_version desc`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

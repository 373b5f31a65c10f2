// References within an import: what they miss, what they cite too early, and the texts and dates that they are held against.
import type { Db, Instant } from '../engine/db.ts';
import { type Fragment, listed, raw, sql } from '../engine/fragment.ts';
import { derivedIdSql, type DerivedKind } from '../engine/ids.ts';
import { type ImportOf, open, type Slice, within } from './import-rows.ts';
import { rowsOf } from '../published/publish-rows.ts';

export const derived = (kind: DerivedKind, id: string): Fragment => raw(derivedIdSql(kind, `(${id})`));

/** The references of the rows `i`, as rows `r`. */
export const references = raw(
  `jsonb_to_recordset(i.refs) as r(field text, "to" text, key text collate "C", revision text collate "C")`,
);

/**
 * A value of the import, or else of staging, under a key: look-ups in an index, even while the planner takes the growing
 * tables for small ones. `value` is of the row `x`; the key is of a column outside.
 */
function loaded({ importId, collection }: ImportOf, { kind, key, value }: KeyedValue): Fragment {
  const [asked, of] = [raw(value), sql`x.kind = ${raw(kind)} and x.key = ${raw(key)}`];
  return listed([
    sql`(select ${asked} from import_row x where x.import_id = ${importId} and ${of} limit 1)`,
    sql`(select ${asked} from staged x where x.collection = ${collection} and ${of} limit 1)`,
  ]);
}

type KeyedValue = { kind: string; key: string; value: string };

/** A value of the evidence with this id: as the import has it, else staging, else a release. */
function ofEvidence(of: ImportOf, key: string, value: { loaded: string; released: string }): Fragment {
  return sql`coalesce(${loaded(of, { kind: `'evidence'`, key, value: value.loaded })},
    (select ${raw(value.released)} from evidence x
      where x.collection = ${of.collection} and x.evidence_id = ${derived('evidence', key)} and x.to_version = ${open}))`;
}

/** Observation time of the evidence behind a citation. */
export function citationTime(of: ImportOf, key: string): Fragment {
  const evidence = loaded(of, { kind: `'citation'`, key, value: `x.body::jsonb ->> 'evidence_id'` });
  return sql`(select coalesce(
      ${ofEvidence(of, 'e.id', { loaded: 'x.observed_at', released: 'x.observed_at' })},
      (select x.observed_at from citation x
        where x.collection = ${of.collection} and x.citation_id = ${derived('citation', key)} and x.to_version = ${open}))
    from (select coalesce(${evidence}) as id offset 0) e)`;
}

/** Observation time of a revision; its key is the id of its belief and its number. */
export function revisionTime(of: ImportOf, key: string): Fragment {
  const [belief, revision] = [`split_part(${key}, ' ', 1)`, raw(`split_part(${key}, ' ', 2)::integer`)];
  return sql`coalesce(${loaded(of, { kind: `'revision'`, key, value: 'x.observed_at' })},
    (select x.observed_at from revision x where x.collection = ${of.collection}
        and x.belief_id = ${derived('belief', belief)} and x.revision = ${revision} and x.to_version = ${open}))`;
}

export type MissingReference = { line: number; field: string; to: string; key: string };

/** The references of a slice to what neither the import nor the store has. Tickers of statements are left to the caller. */
export async function missingReferences(db: Db, slice: Slice): Promise<MissingReference[]> {
  const { importId, collection } = slice;
  const stated = raw(`(x.body::jsonb ->> 'ticker') collate "C"`);
  return rowsOf<MissingReference>(
    db,
    sql`select i.line, r.field, r."to", r.key from import_row i cross join lateral ${references}
     where ${within(slice)} and coalesce(${loaded(slice, { kind: 'r."to"', key: 'r.key', value: 'true' })},
       (select true from record x
         where x.collection = ${collection} and x.kind = r."to" and x.key = r.key and x.to_version = ${open} limit 1),
       case r."to"
         when 'ticker' then coalesce(
           (select true from import_row x where x.import_id = ${importId} and x.kind = 'entity' and ${stated} = r.key limit 1),
           (select true from staged x where x.collection = ${collection} and x.kind = 'entity' and ${stated} = r.key limit 1),
           (select true from entity x where x.collection = ${collection} and x.ticker_folded = r.key and x.to_version = ${open} limit 1))
         when 'entity' then coalesce(
           (select true from import_row x where x.import_id = ${importId} and x.kind = 'entity' and x.key > r.key || ' ' and x.key < r.key || '!' limit 1),
           (select true from staged x where x.collection = ${collection} and x.kind = 'entity' and x.key > r.key || ' ' and x.key < r.key || '!' limit 1),
           (select true from entity x where x.collection = ${collection} and x.entity_id = r.key::uuid and x.to_version = ${open} limit 1))
       end) is null
     order by i.line`,
  );
}

export type LateCitation = { line: number; field: string; evidence_at: Instant; revision_at: Instant };

/** The citations of a slice whose evidence was observed after the revision that they carry. */
export async function lateCitations(db: Db, slice: Slice): Promise<LateCitation[]> {
  return rowsOf<LateCitation>(
    db,
    sql`select i.line, r.field, t.evidence_at, t.revision_at from import_row i cross join lateral ${references}
     cross join lateral (select ${citationTime(slice, 'r.key')} as evidence_at, ${revisionTime(slice, 'r.revision')} as revision_at
                         offset 0) t
     where ${within(slice)} and r.revision is not null and t.evidence_at > t.revision_at order by i.line`,
  );
}

export type QuotedCitation = { line: number; body: string; capture: string };

/** The quotes of a slice of citations, each with the captured text of its evidence. */
export async function quotedCitations(db: Db, slice: Slice): Promise<QuotedCitation[]> {
  const capture = { loaded: `x.body::jsonb ->> 'capture'`, released: 'x.capture' };
  return rowsOf<QuotedCitation>(
    db,
    sql`select * from (
      select i.line, i.body, ${ofEvidence(slice, 'b.evidence', capture)} as capture
        from import_row i cross join lateral (
             select i.body::jsonb ->> 'evidence_id' as evidence, i.body::jsonb #>> '{locator,kind}' as locator offset 0) b
       where ${within(slice)} and i.kind = 'citation' and b.locator = 'text_quote') q
     where capture is not null order by line`,
  );
}

export type DatedTarget = { line: number; body: string; revision_at: Instant; isStaged: boolean };

/** Targets with the time of their revision: those of a slice, and staged ones of the revisions that the slice replaces. */
export async function datedTargets(db: Db, slice: Slice): Promise<DatedTarget[]> {
  const { importId, collection } = slice;
  const ofStaged = raw(`s.body::jsonb`);
  return rowsOf<DatedTarget>(
    db,
    sql`select i.line, i.body, ${revisionTime(slice, 'b.revision')} as revision_at, false as "isStaged"
      from import_row i cross join lateral (select i.refs #>> '{0,key}' as revision offset 0) b
     where ${within(slice)} and i.kind = 'target'
     union all
    select i.line, s.body, i.observed_at, true from import_row i
      join staged s on s.collection = ${collection} and s.kind = 'target'
       and (${ofStaged} ->> 'belief_id') collate "C" = split_part(i.key, ' ', 1)
       and (${ofStaged} ->> 'revision') = split_part(i.key, ' ', 2)
     where ${within(slice)} and i.kind = 'revision' and i.outcome = 'replaced'
       and not exists (select 1 from import_row x where x.import_id = ${importId} and x.kind = 'target' and x.key = s.key)
     order by line`,
  );
}

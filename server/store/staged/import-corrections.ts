// What is loaded and rests on the corrections of an import: quotes of replaced evidence, and evidence that would come after what it carries.
import type { Db } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { citationTime, derived, type LateCitation, revisionTime } from './import-references.ts';
import { type ImportOf, open, type Slice, within } from './import-rows.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { citedIn } from '../published/rests-on.ts';

export async function hasCorrections(db: Db, { importId }: ImportOf): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from import_row where import_id = ${importId} and kind in ('evidence', 'citation', 'revision')
           and outcome = 'replaced' limit 1`,
  );
  return rows.length > 0;
}

/** Staged rows of these kinds that the import does not have itself. */
const stagedBeside = ({ importId, collection }: ImportOf, kinds: string): Fragment =>
  sql`(select s.kind, s.key, s.body::jsonb as body from staged s where s.collection = ${collection} and s.kind in (${raw(kinds)})
        and not exists (select 1 from import_row x where x.import_id = ${importId} and x.kind = s.kind and x.key = s.key))`;

/** Rows of the import and of staging: released ones of the same names are replaced. */
const restated = ({ importId, collection }: ImportOf, kinds: string): Fragment =>
  sql`(select kind, key from import_row where import_id = ${importId} and kind in (${raw(kinds)})
       union all select kind, key from staged where collection = ${collection} and kind in (${raw(kinds)}))`;

/** Citations that the import leaves as they are, into the evidence that it replaces: common tables of a query. */
const intoCorrected = (of: ImportOf, evidence: Fragment): Fragment => sql`
  corrected as materialized (
    select ${derived('evidence', 'i.key')} as evidence_id, i.key, i.line, i.observed_at, i.body from import_row i
     where ${evidence} and i.kind = 'evidence' and i.outcome = 'replaced'),
  standing as materialized (
    select ${derived('citation', 's.key')} as citation_id, e.key as evidence, s.body -> 'locator' as locator
      from corrected e join ${stagedBeside(of, `'citation'`)} s on s.body ->> 'evidence_id' = e.key
    union all
    select c.citation_id, e.key, c.locator from corrected e
      join citation c on c.collection = ${of.collection} and c.evidence_id = e.evidence_id and c.to_version = ${open}
     where c.citation_id not in (select ${derived('citation', 'x.key')} from ${restated(of, `'citation'`)} x))`;

export type StandingQuote = {
  line: number;
  locator: { exact: string; prefix?: string; suffix?: string };
  capture: string;
};

/** The loaded quotes of the evidence that a slice replaces, each with the text that it comes to be of. */
export async function standingQuotes(db: Db, slice: Slice): Promise<StandingQuote[]> {
  return rowsOf<StandingQuote>(
    db,
    sql`with ${intoCorrected(slice, within(slice))}
    select e.line, c.locator, e.body::jsonb ->> 'capture' as capture from standing c join corrected e on e.key = c.evidence
     where c.locator ->> 'kind' = 'text_quote' order by e.line, c.citation_id`,
  );
}

const citing = `'revision', 'claim', 'condition', 'intent', 'target', 'note'`;

/** What is loaded under a key, by its public id: an investment case is its revision's. */
const publicName = raw(`x.kind || ' ' || case x.kind
  ${(['claim', 'condition', 'target', 'note'] as const)
    .map((kind) => `when '${kind}' then ${derived(kind, `split_part(x.key, ' ', 1)`).sql}`)
    .join(' ')}
  else ${derived('belief', `split_part(x.key, ' ', 1)`).sql} end || ' ' || split_part(x.key, ' ', 2)`);

/**
 * Loaded revisions and parts that would be carried by later evidence, one for each line of the import that is the cause.
 * Corrections are few: for them, everything that is staged and cites is read once.
 */
export async function lateStanding(db: Db, of: ImportOf): Promise<LateCitation[]> {
  const { importId, collection } = of;
  return rowsOf<LateCitation>(
    db,
    sql`with ${intoCorrected(of, sql`i.import_id = ${importId}`)},
    changed as materialized (
      select c.citation_id, e.line, 'observed_at' as field, e.observed_at from standing c join corrected e on e.key = c.evidence
      union all
      select ${derived('citation', 'i.key')}, coalesce(e.line, i.line), case when e.key is null then 'evidence_id' else 'observed_at' end,
             ${citationTime(of, 'i.key')}
        from import_row i left join corrected e on e.key = i.body::jsonb ->> 'evidence_id'
       where i.import_id = ${importId} and i.kind = 'citation' and (i.outcome = 'replaced' or e.key is not null)),
    cites as (
      select m.id, case when s.kind in ('revision', 'intent') then s.key
                        else (s.body ->> 'belief_id') || ' ' || (s.body ->> 'revision') end as revision
        from ${stagedBeside(of, citing)} s cross join lateral (
             select s.body ->> 'citation_id' as id union all select s.body ->> 'source_citation_id'
             union all select c.id #>> '{}' from jsonb_path_query(s.body, '$.**.citation_ids[*]') as c(id)) m
       where m.id is not null),
    restated as materialized (select ${publicName} as name from ${restated(of, citing)} x),
    late as (
      select coalesce(c.line, v.line) as line, coalesce(c.field, 'observed_at') as field,
             coalesce(c.observed_at, ${citationTime(of, 'm.id')}) as evidence_at, ${revisionTime(of, 'm.revision')} as revision_at
        from cites m left join changed c on c.citation_id = ${derived('citation', 'm.id')}
        left join import_row v on v.import_id = ${importId} and v.kind = 'revision' and v.key = m.revision and v.outcome = 'replaced'
       where c.line is not null or v.line is not null
      union all
      select c.line, c.field, c.observed_at, r.observed_at from changed c
        join revision r on r.collection = ${collection} and r.source_citation_id = c.citation_id and r.to_version = ${open}
       where 'revision ' || r.belief_id || ' ' || r.revision not in (select name from restated)
      union all
      select c.line, c.field, c.observed_at, p.observed_at
        from belief_part p cross join lateral ${raw(citedIn('p'))} join changed c on c.citation_id = m.ids[1]
       where p.collection = ${collection} and p.to_version = ${open}
         and case p.kind when 'investment_case' then 'revision ' || p.belief_id when 'intent' then 'intent ' || p.belief_id
                         else p.kind || ' ' || p.part_id end || ' ' || p.revision not in (select name from restated))
    select distinct on (line) line, field, evidence_at, revision_at from late
     where evidence_at > revision_at order by line, evidence_at, revision_at`,
  );
}

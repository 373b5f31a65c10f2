// Days on which the recorded research of one listing or one person changed, as first visible at the end of each.
import type { CalendarDate, Cutoff } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { citedInBodies } from './read-citations.ts';
import { type Query, read } from '../engine/read.ts';

export type ChangeDayRow = {
  day: CalendarDate;
  /** Revisions of views that came in. */
  revisions: number;
  /** Claims, conditions, intents, targets and notes that came in. */
  details: number;
  /** Records and captures that were corrected, replaced or withdrawn. */
  closed: number;
  /** Names, industry codes, price histories and ranks of providers that came in or were restated; not the price of each session. */
  names: number;
  /** Days in all, listed or not. */
  days: number;
};

/** A listing or another entity, or a person with all views. */
export type ChangeSubject = { entityId: string } | { personId: string };

/**
 * Newest first, a limited number, until the cutoff's version and watermark. A row appears at the later of its
 * observation and its release's effect, and disappears with the release that closed it.
 */
export function changeDays(
  { collection, version, asOf }: Cutoff,
  subject: ChangeSubject,
  max: number,
): Query<ChangeDayRow> {
  const { named, ofSubject, rows } = rowsOf(subject);
  const open = (alias: string) => sqlText(`${alias}.from_version <= `, version);
  const closed = (alias: string) => sqlText(`${alias}.to_version <= `, version);
  return read<ChangeDayRow>(
    { day: 'plain', revisions: 'plain', details: 'plain', closed: 'plain', names: 'plain', days: 'plain' },
    sql`with subject as (select ${named}, ${collection}::text as collection),
      own as (
        select distinct b.belief_id, b.person_id from belief b join subject s on ${ofSubject('b')}),
      versioned as (
        ${viewRows(ofSubject)}
        union all
        ${rows}),
      event as (
        select v.what, greatest(v.observed_at, r.effective_at) as at
          from versioned v join subject s on true
          join release r on r.collection = s.collection and r.version = v.from_version
         where v.what <> 'evidence' and ${open('v')}
        union all
        select case v.what when 'name' then 'name' else 'closed' end, r.effective_at
          from versioned v join subject s on true
          join release r on r.collection = s.collection and r.version = v.to_version
         where ${closed('v')} and (v.observed_at is null or v.observed_at < r.effective_at))
      select (at at time zone 'UTC')::date as day, count(*) filter (where what = 'revision')::integer as revisions,
             count(*) filter (where what = 'detail')::integer as details,
             count(*) filter (where what = 'closed')::integer as closed,
             count(*) filter (where what = 'name')::integer as names, count(*) over ()::integer as days
        from event where at <= ${asOf}
       group by 1 order by 1 desc limit ${max}`,
  );
}

type OfSubject = (alias: string) => Fragment;
type SubjectRows = { named: Fragment; ofSubject: OfSubject; rows: Fragment };

function rowsOf(subject: ChangeSubject): SubjectRows {
  const of = (column: 'entity_id' | 'person_id'): OfSubject => {
    return (alias) => raw(`${alias}.collection = s.collection and ${alias}.${column} = s.${column}`);
  };
  if ('entityId' in subject)
    return { named: sql`${subject.entityId}::uuid as entity_id`, ofSubject: of('entity_id'), rows: listingRows() };
  const ofSubject = of('person_id');
  const rows = sql`select 'name', null, n.from_version, n.to_version from person n join subject s on ${ofSubject('n')}`;
  return { named: sql`${subject.personId}::text as person_id`, ofSubject, rows };
}

/** Rows of a subject's views with their versions: what appears and disappears. */
function viewRows(ofSubject: OfSubject): Fragment {
  return sql`select 'revision' as what, r.observed_at, r.from_version, r.to_version
      from revision r join subject s on ${ofSubject('r')}
    union all
    select 'detail', p.observed_at, p.from_version, p.to_version
      from belief_part p join subject s on p.collection = s.collection
     where p.belief_id in (select belief_id from own)
    union all
    select 'evidence', null, e.from_version, e.to_version
      from evidence e join subject s on e.collection = s.collection
     where e.evidence_id in (
       select c.evidence_id from citation c join subject s on c.collection = s.collection
        where c.citation_id in (
          select r.source_citation_id from revision r join subject s on ${ofSubject('r')}
          union
          select jsonb_path_query(p.body, place.cited::jsonpath) #>> '{}'
            from belief_part p join subject s on p.collection = s.collection
           cross join unnest(${citedInBodies}::text[]) as place(cited)
           where p.belief_id in (select belief_id from own)))`;
}

/** Names of a listing's people, its prices, its own name and its industry. */
function listingRows(): Fragment {
  return sql`select 'name', null, n.from_version, n.to_version
      from person n join subject s on n.collection = s.collection
     where n.person_id in (select person_id from own)
    union all
    select 'name', null, v.from_version, v.to_version
      from price_vintage v join subject s on v.collection = s.collection and v.entity_id = s.entity_id
    union all
    select 'name', null, o.from_version, ${OPEN_VERSION}
      from price_series o join subject s on o.collection = s.collection
     where o.series_id in (
       select v.series_id from price_vintage v join subject s on v.collection = s.collection and v.entity_id = s.entity_id)
       and exists (select 1 from price_series p
                    where p.collection = o.collection and p.series_id = o.series_id and p.to_version = o.from_version)
    union all
    select 'name', null, e.from_version, e.to_version
      from entity e join subject s on e.collection = s.collection and e.entity_id = s.entity_id
    union all
    select 'name', (n.key || 'T00:00:00Z')::timestamptz, e.from_version, e.to_version
      from entity e join subject s on e.collection = s.collection and e.entity_id = s.entity_id
     cross join jsonb_each_text(e.names) n
    union all
    select 'name', i.observed_at, i.from_version, i.to_version
      from industry i join subject s on i.collection = s.collection and i.entity_id = s.entity_id
     where i.observed_at is not null`;
}

function sqlText(text: string, value: number) {
  return { sql: `${text}?`, bindings: [value] };
}

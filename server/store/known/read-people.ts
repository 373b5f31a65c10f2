// Names and handles of people as known at the cutoff.
import type { Cutoff, Instant } from '../engine/db.ts';
import { eligible, inVersion } from './eligible.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { type Query, read } from '../engine/read.ts';

export type PersonRow = { person_id: string; name: string; handle: string | null };

/**
 * A person's newest eligible statement names them (observed_at, then record key); a person without statements is named
 * by the person record of the cutoff's version. A lookup for each person, because some have made thousands of
 * statements. No row for a person without a name. `spokeAt` is the time of any eligible statement that names them, or
 * null: no older one is read. Without it PostgreSQL reads a page of the index for each person, 0.1 ms, instead of a few
 * entries.
 */
export function nameAt(cutoff: Cutoff, personId: string, spokeAt = 'null'): Fragment {
  const id: Fragment = { sql: personId, bindings: [] };
  const since: Fragment = { sql: spokeAt, bindings: [] };
  return sql`(
    select coalesce(spoke.name, recorded.name) as name,
           case when spoke.name is null then recorded.handle else spoke.handle end as handle
      from (select 1) as once
      left join lateral (
        select r.person_name as name, r.person_handle as handle from revision r
         where r.person_id = ${id} and r.person_name is not null and ${eligible('r', cutoff)}
           and r.observed_at >= coalesce(${since}::timestamptz, '-infinity')
         order by r.observed_at desc, r.record_key desc limit 1) spoke on true
      left join lateral (
        select p.name, p.handle from person p where p.person_id = ${id} and ${inVersion('p', cutoff)} limit 1) recorded on true
     where coalesce(spoke.name, recorded.name) is not null)`;
}

/** The names of these people; people without a name are absent. */
export function peopleNamed(cutoff: Cutoff, personIds: readonly string[] | Fragment): Query<PersonRow> {
  return read<PersonRow>(
    { person_id: 'plain', name: 'plain', handle: 'plain' },
    sql`select asked.person_id, named.name, named.handle
          from unnest(${personIds}::text[]) as asked(person_id)
         cross join lateral ${nameAt(cutoff, 'asked.person_id')} named`,
  );
}

/** The same, given the time of an eligible statement that names each; null if none is known. */
export function speakersNamed(
  cutoff: Cutoff,
  speakers: readonly (readonly [string, Instant | null])[],
): Query<PersonRow> {
  const [ids, times] = [speakers.map(([id]) => id), speakers.map(([, spokeAt]) => spokeAt ?? '-infinity')];
  return read<PersonRow>(
    { person_id: 'plain', name: 'plain', handle: 'plain' },
    sql`select asked.person_id, named.name, named.handle
          from unnest(${ids}::text[], ${times}::timestamptz[]) as asked(person_id, spoke_at)
         cross join lateral ${nameAt(cutoff, 'asked.person_id', 'asked.spoke_at')} named`,
  );
}

export function byPerson(rows: readonly PersonRow[]): Map<string, PersonRow> {
  return new Map(rows.map((row) => [row.person_id, row]));
}

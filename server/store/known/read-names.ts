// Names of people in statements and records: the source of `nameAt` at any cutoff.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { type Versions, knownVersion } from './eligible.ts';
import { raw, sql } from '../engine/fragment.ts';
import { found, read, readTogether } from '../engine/read.ts';

/** A name of a person in statements, in any version. */
export type StatedName = {
  person_id: string;
  name: string;
  handle: string | null;
  /** All statements that name the person agree on it. */
  is_only: boolean;
};

/** A name of a person whose statements disagree, with the first and the last statement that has it. */
export type DatedName = Omit<StatedName, 'is_only'> & { statements: number; first: Instant; last: Instant };

/** A name of a person in a record, with its versions. */
export type RecordedName = Versions & { person_id: string; name: string; handle: string | null };

/** Limit of statements read of a person whose statements disagree. */
export const STATEMENTS_READ_MAX = 256;

const spelling = {
  name: sql`left(r.person_name, 160) collate "C"`,
  handle: sql`left(r.person_handle, 160) collate "C"`,
};

/**
 * The names of these people, all as of one moment of the store. The index `revision_spelling` has a person's names in
 * their order: if the first and the last agree, all do. Reading every statement of the people on a page took more time
 * than the page, and more with each release.
 */
export function readNames(db: Db, collection: Collection, personIds: readonly string[]) {
  const named = sql`r.collection = ${collection} and r.person_id = asked.person_id and r.person_name is not null`;
  return readTogether(db, {
    known: read<{ version: number }>({ version: 'plain' }, sql`select ${knownVersion(collection)} as version`),
    stated: read<StatedName>(
      { person_id: 'plain', name: 'plain', handle: 'plain', is_only: 'plain' },
      sql`
      select asked.person_id, one.person_name as name, one.person_handle as handle,
             one.person_name = other.person_name and one.person_handle is not distinct from other.person_handle
               and length(one.person_name) < 160 and coalesce(length(one.person_handle), 0) < 160 as is_only
        from unnest(${personIds}::text[]) as asked(person_id)
       cross join lateral (
         select r.person_name, r.person_handle from revision r where ${named}
          order by ${spelling.name}, ${spelling.handle} limit 1) one
       cross join lateral (
         select r.person_name, r.person_handle from revision r where ${named}
          order by ${spelling.name} desc, ${spelling.handle} desc limit 1) other`,
    ),
    dated: read<DatedName>(
      { person_id: 'plain', name: 'plain', handle: 'plain', statements: 'plain', first: 'instant', last: 'instant' },
      sql`
      select asked.person_id, r.person_name as name, r.person_handle as handle, count(*) as statements,
             min(r.observed_at) as first, max(r.observed_at) as last
        from ${raw(found('stated'))} asked
       cross join lateral (
         select r.person_name, r.person_handle, r.observed_at from revision r where ${named}
          order by r.observed_at desc, r.record_key desc limit ${raw(String(STATEMENTS_READ_MAX))}) r
       where not asked.is_only
       group by asked.person_id, r.person_name, r.person_handle`,
    ),
    recorded: read<RecordedName>(
      { person_id: 'plain', name: 'plain', handle: 'plain', from_version: 'plain', until_version: 'plain' },
      sql`
      select p.person_id, p.name, p.handle, p.from_version, p.to_version as until_version from person p
       where p.collection = ${collection} and p.person_id = any(${personIds}::text[])`,
    ),
  });
}

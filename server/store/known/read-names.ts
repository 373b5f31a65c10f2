// Names of people in statements and records: the source of `nameAt` at any cutoff.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { type Versions, knownVersion } from './eligible.ts';
import { sql } from '../engine/fragment.ts';
import { read, readTogether } from '../engine/read.ts';

/** A name of a person in statements, in any version; null for statements that name none. */
export type StatedName = {
  person_id: string;
  name: string | null;
  handle: string | null;
  statements: number;
  /** Of the first and of the last of these statements. */
  first: Instant;
  last: Instant;
};

/** A name of a person in a record, with its versions. */
export type RecordedName = Versions & { person_id: string; name: string; handle: string | null };

/** No more of a person's statements are read at once than this. */
export const STATEMENTS_READ_MAX = 1_000;

/** A person and the last instant of the names in question; null for the newest. */
export type NameQuestion = { personId: string; until: Instant | null };

/** The names of these people, all as of one moment of the store. */
export function readNames(db: Db, collection: Collection, asked: readonly NameQuestion[]) {
  const personIds = asked.map(({ personId }) => personId);
  const untils = asked.map(({ until }) => until ?? 'infinity');
  return readTogether(db, {
    known: read<{ version: number }>({ version: 'plain' }, sql`select ${knownVersion(collection)} as version`),
    told: read<StatedName>(
      { person_id: 'plain', name: 'plain', handle: 'plain', statements: 'plain', first: 'instant', last: 'instant' },
      sql`
      select asked.person_id, r.person_name as name, r.person_handle as handle, count(*) as statements,
             min(r.observed_at) as first, max(r.observed_at) as last
        from unnest(${personIds}::text[], ${untils}::timestamptz[]) as asked(person_id, until)
       cross join lateral (
         select r.person_name, r.person_handle, r.observed_at from revision r
          where r.collection = ${collection} and r.person_id = asked.person_id and r.observed_at <= asked.until
          order by r.observed_at desc, r.record_key desc limit ${STATEMENTS_READ_MAX}) r
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

// Stretch of a belief list with every version of its rows, as the source of pages at any cutoff.
import type { Collection, Db, Instant } from '../../engine/db.ts';
import { type Versions, knownVersion } from '../eligible.ts';
import { type Fragment, all, raw, sql } from '../../engine/fragment.ts';
import { type BeliefPosition, type BeliefSubject, ofSubject } from './read-belief-list.ts';
import { asLoaded } from '../read-columns.ts';
import { everyOne, read, readTogether } from '../../engine/read.ts';

export type StretchQuestion = {
  collection: Collection;
  subject: BeliefSubject;
  /** The first place that may be in it. */
  from: BeliefPosition;
  rows: number;
};

/** A row of a belief, and the versions that list it. */
export type ListedVersion = Versions & {
  belief_id: string;
  person_id: string;
  first_observed_at: Instant;
  /** The instant by which it has its place. */
  counts_from: Instant;
};

/** A row of a revision with its versions, and whether it names its person. */
export type StatedVersion = Versions & {
  belief_id: string;
  revision: number;
  counts_from: Instant;
  names_person: boolean;
};

/** Limit of revision rows read for a belief: nearly none has as many. */
export const COURSE_ROWS_MAX = 64;

/** The rest of the instant of the first position, then older rows: two ranges of one index, as a page walks them. */
function listed({ collection, subject, from, rows }: StretchQuestion): Fragment {
  // A constant: with a parameter PostgreSQL expects a tenth of the table, and plans each stretch anew.
  const limit = raw(String(rows));
  const range = (place: Fragment): Fragment => sql`(
    select b.belief_id, b.person_id, ${asLoaded('b')} as first_observed_at, b.observed_at as counts_from,
           b.from_version, b.to_version as until_version from belief b
     where ${all(sql`b.collection = ${collection}`, ofSubject('b', subject), place)}
     order by b.observed_at desc, b.belief_id, b.from_version limit ${limit})`;
  return sql`
    select * from (${range(sql`b.observed_at = ${from.observedAt} and b.belief_id >= ${from.beliefId}`)}
      union all ${range(sql`b.observed_at < ${from.observedAt}`)}) b
     order by b.counts_from desc, b.belief_id, b.from_version limit ${limit}`;
}

function stated(collection: Collection, beliefIds: Fragment): Fragment {
  return sql`
    select asked.belief_id, r.revision, r.counts_from, r.from_version, r.until_version, r.names_person
      from (select distinct unnest(${beliefIds}) as belief_id) asked
     cross join lateral (
       select r.revision, r.observed_at as counts_from, r.from_version, r.to_version as until_version,
              r.person_name is not null as names_person
         from revision r where r.collection = ${collection} and r.belief_id = asked.belief_id
        order by r.observed_at desc, r.revision desc, r.from_version limit ${raw(String(COURSE_ROWS_MAX))}) r
     order by asked.belief_id, r.counts_from desc, r.revision desc`;
}

/** The rows in the order of the list, and of each belief the revisions, newest first; all as of one moment of the store. */
export function readStretch(db: Db, question: StretchQuestion) {
  const { collection } = question;
  return readTogether(db, {
    known: read<{ version: number }>({ version: 'plain' }, sql`select ${knownVersion(collection)} as version`),
    listed: read<ListedVersion>(
      {
        belief_id: 'plain',
        person_id: 'plain',
        first_observed_at: 'instant',
        counts_from: 'instant',
        from_version: 'plain',
        until_version: 'plain',
      },
      listed(question),
    ),
    stated: read<StatedVersion>(
      {
        belief_id: 'plain',
        revision: 'plain',
        counts_from: 'instant',
        names_person: 'plain',
        from_version: 'plain',
        until_version: 'plain',
      },
      stated(collection, everyOne('listed', 'belief_id')),
    ),
  });
}

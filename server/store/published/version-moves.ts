// Moves of beliefs in a range of versions: what a release report, the list of releases and a dry run count.
import type { Collection } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';

export type Moves = {
  opened: number;
  revised: number;
  reversed: number;
  closed: number;
  /** Late: it joined a belief that had newer revisions, and moved nothing. */
  unmoved: number;
  /** Revisions that read otherwise than before: corrected, or derived again. */
  rewritten: number;
  /** Beliefs that readers no longer see. */
  withdrawn: number;
};

/** Both ends belong to it. */
export type VersionRange = { readonly collection: Collection; readonly from: number; readonly to: number };

/**
 * One row for each new or rewritten revision, and for each belief that ended with its version, or lost a revision or a
 * part. Later versions change no row of an earlier one. A release asks while its tables have no statistics: sets are subtracted, because a join would
 * compare each part with each revision.
 */
export const changedBeliefs = ({ collection, from, to }: VersionRange): Fragment => sql`(
  select r.from_version as version, r.entity_id, r.person_id, r.belief_id, r.record_key,
         case when exists (select 1 from revision q where q.collection = r.collection and q.belief_id = r.belief_id
                              and q.revision = r.revision and q.to_version = r.from_version) then 'rewritten'
              when r.late then 'unmoved'
              when r.move = 'initiated' then 'opened' when r.move = 'reversed' then 'reversed' when r.move = 'closed' then 'closed'
              else 'revised' end as did
    from revision r where r.collection = ${collection} and r.from_version between ${from} and ${to}
  union all
  select b.to_version, b.entity_id, b.person_id, b.belief_id, '', 'withdrawn' from belief b
   where b.collection = ${collection} and b.to_version between ${from} and ${to}
     and not exists (select 1 from belief x where x.collection = b.collection and x.belief_id = b.belief_id
                                              and x.from_version <= b.to_version and x.to_version > b.to_version)
  union all
  select p.version, b.entity_id, b.person_id, b.belief_id, '', 'rewritten' from (
           select p.belief_id, p.from_version as version from belief_part p
            where p.collection = ${collection} and p.from_version between ${from} and ${to}
           union select p.belief_id, p.to_version from belief_part p
            where p.collection = ${collection} and p.to_version between ${from} and ${to}
           union select r.belief_id, r.to_version from revision r
            where r.collection = ${collection} and r.to_version between ${from} and ${to}
           except select r.belief_id, r.from_version from revision r
            where r.collection = ${collection} and r.from_version between ${from} and ${to}
           except select w.belief_id, w.to_version from belief w
            where w.collection = ${collection} and w.to_version between ${from} and ${to}) p
    join lateral (select x.entity_id, x.person_id, x.belief_id from belief x
                   where x.collection = ${collection} and x.belief_id = p.belief_id limit 1) b on true)`;

/** Aggregates over rows named c. */
export const moveCounts = raw(
  ['opened', 'revised', 'reversed', 'closed', 'unmoved', 'rewritten', 'withdrawn']
    .map((did) => `count(*) filter (where c.did = '${did}')::integer as ${did}`)
    .join(', '),
);

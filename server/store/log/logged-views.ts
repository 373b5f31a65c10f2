// The newest revision of each view, with the time at which the log had it.
import type { Db, Instant } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { keyOfKind } from './logged-rows.ts';

export type LoggedView = {
  belief_id: string;
  observed_at: Instant;
  /** The time of the first signed checkpoint that covers it; null if there is none. */
  logged_at: Instant | null;
};

/** Of the beliefs that a release shows at a cutoff. */
export function readLoggedViews(
  db: Db,
  { release, asOf }: { release: number; asOf: Instant },
  beliefIds: readonly string[],
): Promise<LoggedView[]> {
  return rowsOf<LoggedView>(
    db,
    sql`select distinct on (t.belief_id) t.belief_id, t.observed_at,
               (select min(c.signed_at) from log_checkpoint c where c.size > l.leaf_index) as logged_at
          from revision t
          left join log_leaf l on l.kind = 'revision' and l.act = 'opened' and l.row_key = ${keyOfKind('revision')}
                              and l.release = t.from_version
         where t.collection = 'live' and t.belief_id = any(${beliefIds}::text[])
           and t.from_version <= ${release} and t.to_version > ${release} and t.observed_at <= ${asOf}
         order by t.belief_id, t.observed_at desc, t.revision desc`,
  );
}

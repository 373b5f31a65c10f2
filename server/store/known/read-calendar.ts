// The operator's part of the session calendar at a cutoff.
import type { CalendarDate, Cutoff, Db, Instant } from '../engine/db.ts';
import { inVersion } from './eligible.ts';

export type OperatorSession = { date: CalendarDate; closeAt: Instant | null; early: boolean };

/** The sessions that the operator added to the built-in calendar, at the cutoff's version. */
export async function operatorSessions(db: Db, cutoff: Cutoff): Promise<OperatorSession[]> {
  const live = inVersion('s', cutoff);
  const result = await db.raw(
    `select s.session_date as date, s.close_at as "closeAt", s.early_close as early
       from session s where ${live.sql} order by s.session_date`,
    [...live.bindings],
  );
  return result.rows as OperatorSession[];
}

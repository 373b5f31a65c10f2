// The share splits that were known for a listing.
import type { CalendarDate, Cutoff } from '../engine/db.ts';
import { inVersion } from './eligible.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { type Query, read } from '../engine/read.ts';

export type SplitRow = { effective_session: CalendarDate; numerator: string; denominator: string };

/** The splits of a listing at the cutoff's version, oldest first. */
export function splitsOf(cutoff: Cutoff, entityId: string | Fragment): Query<SplitRow> {
  return read<SplitRow>(
    { effective_session: 'plain', numerator: 'decimal', denominator: 'decimal' },
    sql`select s.effective_session, s.numerator, s.denominator from split s
         where s.entity_id = ${entityId}::uuid and ${inVersion('s', cutoff)} order by s.effective_session`,
  );
}

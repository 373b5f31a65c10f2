// The whole course of beliefs at a cutoff, and the share splits that were known for a listing.
import type { CalendarDate, Cutoff, Db, Instant } from './db.ts';
import { eligible, inVersion } from './eligible.ts';
import type { BeliefStatus, Direction, ExternalState, MarkerKind, RevisionBody, Validity } from './read-beliefs.ts';

export type RevisionRow = {
  belief_id: string;
  revision: number;
  observed_at: Instant;
  late: boolean;
  direction: Direction;
  status: BeliefStatus;
  move: MarkerKind | 'none';
  summary: string;
  source_citation_id: string;
  validity: Validity;
  external_state: ExternalState;
  body: RevisionBody;
};

/** Every eligible revision of these beliefs, each belief's oldest first. */
export async function beliefRevisions(db: Db, cutoff: Cutoff, beliefIds: readonly string[]): Promise<RevisionRow[]> {
  if (beliefIds.length === 0) return [];
  const seen = eligible('r', cutoff);
  const result = await db.raw(
    `select r.belief_id, r.revision, r.observed_at, r.late, r.direction, r.status, r.move, r.summary,
            r.source_citation_id, r.validity, r.external_state, r.body
       from revision r
      where r.belief_id = any(?::text[]) and ${seen.sql}
      order by r.belief_id, r.observed_at, r.revision`,
    [[...beliefIds], ...seen.bindings],
  );
  return result.rows as RevisionRow[];
}

export type SplitRow = { effective_session: CalendarDate; numerator: string; denominator: string };

/** The splits of a listing at the cutoff's version, oldest first. */
export async function splitsOf(db: Db, cutoff: Cutoff, entityId: string): Promise<SplitRow[]> {
  const live = inVersion('s', cutoff);
  const result = await db.raw(
    `select s.effective_session, s.numerator, s.denominator from split s
      where s.entity_id = ? and ${live.sql} order by s.effective_session`,
    [entityId, ...live.bindings],
  );
  return result.rows as SplitRow[];
}

// The whole course of beliefs at a cutoff.
import type { Cutoff, Instant } from './db.ts';
import { eligible } from './eligible.ts';
import { sql } from './fragment.ts';
import type { BeliefStatus, Direction, ExternalState, MarkerKind, RevisionBody, Validity } from './read-beliefs.ts';
import { type Read, read } from './read.ts';

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
export function beliefRevisions(cutoff: Cutoff, beliefIds: readonly string[]): Read<RevisionRow> {
  return read<RevisionRow>(
    {
      belief_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      late: 'plain',
      direction: 'plain',
      status: 'plain',
      move: 'plain',
      summary: 'plain',
      source_citation_id: 'plain',
      validity: 'plain',
      external_state: 'plain',
      body: 'plain',
    },
    sql`select r.belief_id, r.revision, r.observed_at, r.late, r.direction, r.status, r.move, r.summary,
               r.source_citation_id, r.validity, r.external_state, r.body
          from revision r
         where r.belief_id = any(${[...beliefIds]}::text[]) and ${eligible('r', cutoff)}
         order by r.belief_id, r.observed_at, r.revision`,
  );
}

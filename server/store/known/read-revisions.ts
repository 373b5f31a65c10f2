// The whole course of beliefs at a cutoff, its moves that a chart marks, and its turns since an instant.
import type { Cutoff, Instant } from '../engine/db.ts';
import { eligible } from './eligible.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import type { BeliefStatus, Direction, ExternalState, MarkerKind, RevisionBody, Validity } from './read-beliefs.ts';
import { asLoaded, bodyOf, citationsOfStep, ownCitation } from './read-columns.ts';
import { type Query, read } from '../engine/read.ts';

export type RevisionRow = {
  belief_id: string;
  revision: number;
  observed_at: Instant;
  counts_from: Instant;
  is_day: boolean;
  late: boolean;
  direction: Direction;
  status: BeliefStatus;
  move: MarkerKind | 'none';
  /** The words of this step, which need not be the summary that the belief has with it. */
  summary: string;
  /** True if their source had already cut these words. */
  is_cut: boolean;
  source_citation_id: string;
  /** Every citation of the step, its own first. */
  citation_ids: readonly string[];
  validity: Validity;
  external_state: ExternalState;
  body: RevisionBody;
};

/** True if the source had already cut the words of the step `r`. */
export const wordsAreCut: Fragment = {
  sql: `(case when r.said is null then r.body ->> 'truncated_by_source' else r.body ->> 'said_truncated_by_source' end) is not null`,
  bindings: [],
};

/** Every eligible revision of these beliefs, each belief's oldest first. */
export function beliefRevisions(cutoff: Cutoff, beliefIds: readonly string[]): Query<RevisionRow> {
  return read<RevisionRow>(
    {
      belief_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      counts_from: 'instant',
      is_day: 'plain',
      late: 'plain',
      direction: 'plain',
      status: 'plain',
      move: 'plain',
      summary: 'plain',
      is_cut: 'plain',
      source_citation_id: 'plain',
      citation_ids: 'plain',
      validity: 'plain',
      external_state: 'plain',
      body: 'plain',
    },
    sql`select r.belief_id, r.revision, ${asLoaded('r')} as observed_at, r.observed_at as counts_from,
               r.observed_as is not null as is_day, r.late, r.direction, r.status, r.move,
               coalesce(r.said, r.summary) as summary, ${wordsAreCut} as is_cut, ${ownCitation} as source_citation_id,
               ${citationsOfStep} as citation_ids, r.validity, r.external_state, ${bodyOf('r')} as body
          from revision r
         where r.belief_id = any(${[...beliefIds]}::text[]) and ${eligible('r', cutoff)}
         order by r.belief_id, r.observed_at, r.revision`,
  );
}

export type MoveRow = {
  belief_id: string;
  person_id: string;
  revision: number;
  observed_at: Instant;
  counts_from: Instant;
  is_day: boolean;
  move: MarkerKind;
  direction: Direction;
  source_citation_id: string;
  /** Every citation of the step, its own first. */
  citation_ids: readonly string[];
};

/** The moves of these beliefs that a chart marks, oldest first. */
export function beliefMoves(cutoff: Cutoff, beliefIds: readonly string[]): Query<MoveRow> {
  return read<MoveRow>(
    {
      belief_id: 'plain',
      person_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      counts_from: 'instant',
      is_day: 'plain',
      move: 'plain',
      direction: 'plain',
      source_citation_id: 'plain',
      citation_ids: 'plain',
    },
    sql`select r.belief_id, r.person_id, r.revision, ${asLoaded('r')} as observed_at, r.observed_at as counts_from,
               r.observed_as is not null as is_day, r.move, r.direction, ${ownCitation} as source_citation_id,
               ${citationsOfStep} as citation_ids
          from revision r
         where r.belief_id = any(${[...beliefIds]}::text[]) and r.move <> 'none' and ${eligible('r', cutoff)}
         order by r.observed_at, r.belief_id, r.revision`,
  );
}

export type TurnRow = {
  belief_id: string;
  person_id: string;
  revision: number;
  observed_at: Instant;
  counts_from: Instant;
  move: MarkerKind | 'none';
  direction: Direction;
  status: BeliefStatus;
  /** The direction before, where this revision changed it. */
  turned_from: Direction | null;
};

/** Revisions that opened, turned, reversed or closed these beliefs after `since`, oldest first, without late ones. */
export function turnsSince(cutoff: Cutoff, beliefIds: readonly string[], since: Instant): Query<TurnRow> {
  return read<TurnRow>(
    {
      belief_id: 'plain',
      person_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      counts_from: 'instant',
      move: 'plain',
      direction: 'plain',
      status: 'plain',
      turned_from: 'plain',
    },
    sql`select r.belief_id, r.person_id, r.revision, ${asLoaded('r')} as observed_at, r.observed_at as counts_from,
               r.move, r.direction, r.status, r.body ->> 'turned_from' as turned_from
          from revision r
         where r.belief_id = any(${[...beliefIds]}::text[]) and ${eligible('r', cutoff)} and r.observed_at > ${since}
           and not r.late
           and (r.move in ('initiated', 'reversed', 'closed') or r.body ->> 'turned_from' is not null)
         order by r.observed_at, r.belief_id, r.revision`,
  );
}

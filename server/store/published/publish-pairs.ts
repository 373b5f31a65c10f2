// State of the courses of pairs of person and listing, for the publishing of statements.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, unnest } from './publish-rows.ts';

export type Pair = { personId: string; entityId: string };

export const pairKey = ({ personId, entityId }: Pair): string => `${personId} ${entityId}`;

export type PairBelief = {
  person_id: string;
  entity_id: string;
  belief_id: string;
  opened_at: Instant;
  last_revision: number;
  revision: number;
  observed_at: Instant;
  direction: 'bullish' | 'bearish' | 'mixed' | 'unclear';
  status: string;
  summary: string;
  source_citation_id: string;
  body: { readonly [name: string]: unknown };
};

/** Of the belief `b`: a number is never used twice, even if its revision is gone. */
export const lastRevisionOf = `
  select greatest(
           (select max(v.revision) from revision v where v.collection = b.collection and v.belief_id = b.belief_id),
           (select max(split_part(x.record_id, ' ', 2)::integer) from removal x
             where x.collection = b.collection and x.record_id > b.belief_id || ' ' and x.record_id < b.belief_id || '!'))
         as last_revision`;

/**
 * The beliefs that statements have opened for these pairs, oldest first within a pair, each with its newest statement: a
 * review makes no statement late.
 */
export async function pairBeliefs(db: Db, collection: Collection, pairs: readonly Pair[]): Promise<PairBelief[]> {
  if (pairs.length === 0) return [];
  const asked = unnest(
    'person_id text, entity_id uuid',
    pairs.map((pair) => [pair.personId, pair.entityId]),
  );
  // Two beliefs of a pair can open at one instant; the reversed one came first.
  return rowsOf<PairBelief>(
    db,
    `select b.person_id, b.entity_id, b.belief_id, b.observed_at as opened_at, m.last_revision,
            s.revision, s.observed_at, s.direction, s.status, s.summary, s.source_citation_id, s.body
       from ${asked.sql}
       join belief b on b.collection = ? and b.person_id = r.person_id and b.entity_id = r.entity_id
                    and b.origin = 'statement' and b.to_version = ${OPEN_VERSION}
      cross join lateral (
            select v.* from revision v
             where v.collection = b.collection and v.belief_id = b.belief_id and v.to_version = ${OPEN_VERSION} and not v.late
               and (v.body -> 'review') is null
             order by v.observed_at desc, v.revision desc limit 1) s
      cross join lateral (${lastRevisionOf}) m
      order by b.person_id, b.entity_id, b.observed_at, (s.status = 'reversed') desc, s.observed_at, b.belief_id`,
    [...asked.bindings, collection],
  );
}

/** Those of these pairs that have a review. */
export async function reviewedPairs(db: Db, collection: Collection, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const asked = unnest(
    'person_id text, entity_id uuid',
    pairs.map((pair) => [pair.personId, pair.entityId]),
  );
  return rowsOf<Pair>(
    db,
    `select r.person_id as "personId", r.entity_id as "entityId" from ${asked.sql}
      where exists (select 1 from revision v
                     where v.collection = ? and v.person_id = r.person_id and v.entity_id = r.entity_id
                       and v.to_version = ${OPEN_VERSION} and (v.body -> 'review') is not null)`,
    [...asked.bindings, collection],
  );
}

export type RevisionState = {
  belief_id: string;
  revision: number;
  observed_at: Instant;
  direction: PairBelief['direction'];
  status: string;
  summary: string;
  source_citation_id: string;
  body: PairBelief['body'];
};

/** Every open revision of these beliefs, oldest first. */
export async function revisionStates(
  db: Db,
  collection: Collection,
  beliefIds: readonly string[],
): Promise<RevisionState[]> {
  if (beliefIds.length === 0) return [];
  return rowsOf<RevisionState>(
    db,
    `select belief_id, revision, observed_at, direction, status, summary, source_citation_id, body from revision
      where collection = ? and belief_id = any(?::text[]) and to_version = ${OPEN_VERSION}
      order by belief_id, observed_at, revision`,
    [collection, beliefIds],
  );
}

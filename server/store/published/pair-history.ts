// Published statements of pairs of person and listing, from which their courses are rebuilt.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { fullRevision, type FullRevision } from './publish-corrections.ts';
import { lastRevisionOf, type Pair } from './publish-pairs.ts';
import { rowsOf, unnest } from './publish-rows.ts';

export type ToldRevision = FullRevision & {
  /** The release that first held the record behind it: a late statement is one that arrived after newer ones. */
  arrived: number;
};

const ofPairs = (pairs: readonly Pair[]): { sql: string; bindings: unknown[] } =>
  unnest(
    'person_id text, entity_id uuid',
    pairs.map((pair) => [pair.personId, pair.entityId]),
  );

/** Every open revision of the beliefs that statements have opened for these pairs, in the order in which they arrived. */
export async function toldRevisions(db: Db, collection: Collection, pairs: readonly Pair[]): Promise<ToldRevision[]> {
  if (pairs.length === 0) return [];
  const asked = ofPairs(pairs);
  return rowsOf<ToldRevision>(
    db,
    `select ${fullRevision('v')},
            coalesce((select min(q.from_version) from record q
                       where q.collection = v.collection and q.kind = 'statement' and q.key = v.record_key),
                     v.from_version) as arrived
       from ${asked.sql}
       join belief b on b.collection = ? and b.person_id = r.person_id and b.entity_id = r.entity_id
                    and b.origin = 'statement' and b.to_version = ${OPEN_VERSION}
       join revision v on v.collection = b.collection and v.belief_id = b.belief_id and v.to_version = ${OPEN_VERSION}
      order by v.person_id, v.entity_id, arrived, v.observed_at, v.record_key, v.belief_id, v.revision`,
    [...asked.bindings, collection],
  );
}

/** Closed revisions that rest on one of the citations, each as it stood last; the latest are at the end. */
export async function formerRevisions(
  db: Db,
  collection: Collection,
  citations: readonly string[],
): Promise<FullRevision[]> {
  if (citations.length === 0) return [];
  return rowsOf<FullRevision>(
    db,
    `select ${fullRevision('v')} from (
       select distinct on (v.belief_id, v.revision) v.* from revision v
        where v.collection = ? and v.to_version < ${OPEN_VERSION}
          and (v.source_citation_id = any(?::text[]) or v.also_cites && ?::text[])
        order by v.belief_id, v.revision, v.to_version desc) v
      order by v.to_version, v.belief_id, v.revision`,
    [collection, citations, citations],
  );
}

/** The greatest revision number ever given in each of these beliefs. */
export async function lastNumbers(
  db: Db,
  collection: Collection,
  beliefIds: readonly string[],
): Promise<Map<string, number>> {
  if (beliefIds.length === 0) return new Map();
  const rows = await rowsOf<Pick<ToldBelief, 'belief_id' | 'last_revision'>>(
    db,
    `select b.belief_id, m.last_revision
       from (select ?::text as collection, g.id as belief_id from unnest(?::text[]) as g(id)) b
      cross join lateral (${lastRevisionOf}) m`,
    [collection, beliefIds],
  );
  return new Map(rows.map(({ belief_id: id, last_revision: last }) => [id, last]));
}

export type ToldBelief = {
  belief_id: string;
  person_id: string;
  entity_id: string;
  observed_at: Instant;
  observed_as: Instant | null;
  /** The greatest revision number ever given, also to what has been withdrawn or removed since. */
  last_revision: number;
};

/** The open beliefs that statements have opened for these pairs. */
export async function toldBeliefs(db: Db, collection: Collection, pairs: readonly Pair[]): Promise<ToldBelief[]> {
  if (pairs.length === 0) return [];
  const asked = ofPairs(pairs);
  return rowsOf<ToldBelief>(
    db,
    `select b.belief_id, b.person_id, b.entity_id, b.observed_at, b.observed_as, m.last_revision
       from ${asked.sql}
       join belief b on b.collection = ? and b.person_id = r.person_id and b.entity_id = r.entity_id
                    and b.origin = 'statement' and b.to_version = ${OPEN_VERSION}
      cross join lateral (${lastRevisionOf}) m
      order by b.belief_id`,
    [...asked.bindings, collection],
  );
}

export type ToldPart = {
  belief_id: string;
  kind: string;
  part_id: string;
  revision: number;
  observed_at: Instant;
  observed_as: Instant | null;
  body: object;
};

/** The intents and targets that statements recorded in these beliefs. */
export async function toldParts(db: Db, collection: Collection, beliefIds: readonly string[]): Promise<ToldPart[]> {
  return rowsOf<ToldPart>(
    db,
    `select belief_id, kind, part_id, revision, observed_at, observed_as, body from belief_part
      where collection = ? and belief_id = any(?::text[]) and kind in ('intent', 'target') and to_version = ${OPEN_VERSION}`,
    [collection, beliefIds],
  );
}

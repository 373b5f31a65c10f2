// What an import looks up before it accepts a record: staged and released research that the record refers to.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-research.ts';
import { rowsOf } from '../published/publish-rows.ts';

type Asked = { collection: Collection; kind: string; keys: readonly string[] };

export async function stagedBodies(db: Db, { collection, kind, keys }: Asked): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<{ key: string; body: string }>(
    db,
    'select key, body from staged where collection = ? and kind = ? and key = any(?::text[])',
    [collection, kind, keys],
  );
  return new Map(rows.map((row) => [row.key, row.body]));
}

/** Every staged record of a kind: for the few sessions and entities that are ever staged at once. */
export async function allStagedBodies(db: Db, collection: Collection, kind: string): Promise<string[]> {
  const rows = await rowsOf<{ body: string }>(
    db,
    'select body from staged where collection = ? and kind = ? order by key',
    [collection, kind],
  );
  return rows.map((row) => row.body);
}

/** The staged records of a kind that a release reads in this place of its order. */
export async function stagedInOrder(
  db: Db,
  { collection, kind, orderKey }: { collection: Collection; kind: string; orderKey: string },
): Promise<string[]> {
  const rows = await rowsOf<{ body: string }>(
    db,
    'select body from staged where collection = ? and kind = ? and order_key = ? order by key',
    [collection, kind, orderKey],
  );
  return rows.map((row) => row.body);
}

export type SaidByTicker = { kind: string; key: string; ticker: string };

/** What is staged of the listings that go by these tickers, by the ticker alone. Reads all that is staged: few files rename. */
export async function stagedByTicker(
  db: Db,
  collection: Collection,
  tickers: readonly string[],
): Promise<SaidByTicker[]> {
  return rowsOf<SaidByTicker>(
    db,
    `select kind, key, ticker from ${saidByTicker} said where ticker = any(?::text[]) order by ticker, kind, key`,
    [collection, collection, tickers],
  );
}

/** Every ticker that something staged names its listing by. */
export async function stagedTickers(db: Db, collection: Collection): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select distinct ticker from ${saidByTicker} said where ticker is not null order by ticker`,
    [collection, collection],
  );
  return rows.map(({ ticker }) => ticker);
}

const saidByTicker = `(
  select s.kind, s.key,
         coalesce(b.body ->> 'ticker', b.body #>> '{subject,ticker}', b.body #>> '{security,ticker}') as ticker
    from staged s cross join lateral (select s.body::jsonb as body) b
   where s.collection = ? and (s.kind <> 'entity' or b.body ->> 'entity_id' is null)
   union all
  select distinct 'price', series_id, ticker from import_series where collection = ? and state = 'staged')`;

/** The staged revisions of these beliefs. */
export async function stagedRevisions(db: Db, collection: Collection, beliefIds: readonly string[]): Promise<string[]> {
  if (beliefIds.length === 0) return [];
  const rows = await rowsOf<{ body: string }>(
    db,
    `select body from staged
      where collection = ? and kind = 'revision' and split_part(key, ' ', 1) = any(?::text[]) order by order_key`,
    [collection, beliefIds],
  );
  return rows.map((row) => row.body);
}

/** The last revision number that each of these beliefs (by its source's id) was ever released with. */
export async function givenRevisions(
  db: Db,
  collection: Collection,
  beliefIds: readonly string[],
): Promise<Map<string, number>> {
  if (beliefIds.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; last: number }>(
    db,
    `select g.id, max(split_part(q.key, ' ', 2)::integer) as last
       from unnest(?::text[]) as g(id)
       join record q on q.collection = ? and q.kind = 'revision' and q.key > g.id || ' ' and q.key < g.id || '!'
      group by g.id`,
    [beliefIds, collection],
  );
  return new Map(rows.map(({ id, last }) => [id, last]));
}

export type StagedPart = { kind: string; body: string };

/** The staged conditions and intents of these beliefs. */
export async function stagedParts(db: Db, collection: Collection, beliefIds: readonly string[]): Promise<StagedPart[]> {
  if (beliefIds.length === 0) return [];
  return rowsOf<StagedPart>(
    db,
    `select kind, body from staged
      where collection = ? and kind in ('condition', 'intent') and body::jsonb ->> 'belief_id' = any(?::text[])`,
    [collection, beliefIds],
  );
}

/** The staged targets of these revisions, each named `belief revision`. */
export async function stagedTargets(db: Db, collection: Collection, revisions: readonly string[]): Promise<string[]> {
  if (revisions.length === 0) return [];
  const rows = await rowsOf<{ body: string }>(
    db,
    `select s.body from staged s cross join lateral (select s.body::jsonb as body) b
      where s.collection = ? and s.kind = 'target'
        and (b.body ->> 'belief_id') || ' ' || (b.body ->> 'revision') = any(?::text[]) order by s.key`,
    [collection, revisions],
  );
  return rows.map(({ body }) => body);
}

export type ReleasedPart = { kind: string; part_id: string; revision: number; body: { [name: string]: unknown } };

/** The released conditions and intents of these beliefs, oldest first. */
export async function releasedParts(
  db: Db,
  collection: Collection,
  beliefIds: readonly string[],
): Promise<ReleasedPart[]> {
  if (beliefIds.length === 0) return [];
  return rowsOf<ReleasedPart>(
    db,
    `select kind, part_id, revision, body from belief_part
      where collection = ? and belief_id = any(?::text[]) and kind in ('condition', 'intent') and to_version = ${OPEN_VERSION}
      order by part_id, revision`,
    [collection, beliefIds],
  );
}

export type ReleasedEvidence = { evidence_id: string; capture: string; observed_at: Instant };

export async function releasedEvidence(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<ReleasedEvidence[]> {
  if (ids.length === 0) return [];
  return rowsOf<ReleasedEvidence>(
    db,
    `select evidence_id, capture, observed_at from evidence
      where collection = ? and evidence_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
}

export async function releasedCitationTimes(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, Instant>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ citation_id: string; observed_at: Instant }>(
    db,
    `select citation_id, observed_at from citation
      where collection = ? and citation_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
  return new Map(rows.map((row) => [row.citation_id, row.observed_at]));
}

export type CitationOfEvidence = {
  citation_id: string;
  evidence_id: string;
  locator: { kind: string; exact?: string; prefix?: string; suffix?: string };
};

/** The released citations into this evidence. */
export async function releasedCitationsInto(
  db: Db,
  collection: Collection,
  evidenceIds: readonly string[],
): Promise<CitationOfEvidence[]> {
  if (evidenceIds.length === 0) return [];
  return rowsOf<CitationOfEvidence>(
    db,
    `select citation_id, evidence_id, locator from citation
      where collection = ? and evidence_id = any(?::text[]) and to_version = ${OPEN_VERSION} order by citation_id`,
    [collection, evidenceIds],
  );
}

export type CitingRevision = { belief_id: string; revision: number; source_citation_id: string; observed_at: Instant };

/** The released revisions that tell what one of these citations leads to. */
export async function revisionsCiting(
  db: Db,
  collection: Collection,
  citationIds: readonly string[],
): Promise<CitingRevision[]> {
  if (citationIds.length === 0) return [];
  return rowsOf<CitingRevision>(
    db,
    `select belief_id, revision, source_citation_id, observed_at from revision
      where collection = ? and source_citation_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, citationIds],
  );
}

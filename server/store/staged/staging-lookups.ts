// Lookups of an import before it accepts a record: staged and released research that the record refers to.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf } from '../published/publish-rows.ts';

type KeyRequest = { collection: Collection; kind: string; keys: readonly string[] };

export async function stagedBodies(db: Db, { collection, kind, keys }: KeyRequest): Promise<Map<string, string>> {
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

/** Staged records of the listings with these tickers, by the ticker alone. Reads all staged records: few files rename. */
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

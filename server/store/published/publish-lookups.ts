// Lookups of publishing in the released research: listings by ticker, beliefs, revisions and evidence by id.
import type { CalendarDate, Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import type { FullRevision } from './publish-corrections.ts';
import { groupedBy } from '../engine/grouped.ts';
import { rowsOf } from './publish-rows.ts';
import type { RecordTimes } from '../staged/staging.ts';

export type OpenEntity = {
  entity_id: string;
  kind: string;
  ticker: string | null;
  ticker_folded: string | null;
  name: string | null;
  exchange: string | null;
  cik: string | null;
  figi: string | null;
  isin: string | null;
  name_basis: 'record' | 'statement';
  /** Names by the day from which each holds; null without such names. */
  names: { readonly [from: CalendarDate]: string } | null;
};

const entityColumns = 'entity_id, kind, ticker, ticker_folded, name, exchange, cik, figi, isin, name_basis, names';

export async function listingsByTicker(
  db: Db,
  collection: Collection,
  tickers: readonly string[],
): Promise<OpenEntity[]> {
  if (tickers.length === 0) return [];
  return rowsOf<OpenEntity>(
    db,
    `select ${entityColumns} from entity
      where collection = ? and ticker_folded = any(?::text[]) and to_version = ${OPEN_VERSION} order by entity_id`,
    [collection, tickers],
  );
}

export async function entitiesById(db: Db, collection: Collection, ids: readonly string[]): Promise<OpenEntity[]> {
  if (ids.length === 0) return [];
  return rowsOf<OpenEntity>(
    db,
    `select ${entityColumns} from entity where collection = ? and entity_id = any(?::uuid[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
}

/** The newest dated name of each of these tickers; those without one are absent. */
export async function newestDatedNames(
  db: Db,
  collection: Collection,
  tickers: readonly string[],
): Promise<Map<string, string>> {
  if (tickers.length === 0) return new Map();
  const rows = await rowsOf<{ ticker: string; name: string }>(
    db,
    `select e.ticker_folded as ticker, n.value as name from entity e
      cross join lateral (select x.value from jsonb_each_text(e.names) x order by x.key collate "C" desc limit 1) n
      where e.collection = ? and e.ticker_folded = any(?::text[]) and e.to_version = ${OPEN_VERSION}`,
    [collection, tickers],
  );
  return new Map(rows.map((row) => [row.ticker, row.name]));
}

/** Tickers that two open listings claim at once. */
export async function contestedTickers(db: Db, collection: Collection): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select ticker_folded as ticker from entity
      where collection = ? and ticker_folded is not null and to_version = ${OPEN_VERSION}
      group by ticker_folded having count(*) > 1 order by 1 limit 5`,
    [collection],
  );
  return rows.map(({ ticker }) => ticker);
}

export async function openSources(db: Db, collection: Collection, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await rowsOf<{ source_id: string }>(
    db,
    `select source_id from source where collection = ? and source_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
  return new Set(rows.map((row) => row.source_id));
}

export type BeliefOwner = { belief_id: string; entity_id: string; person_id: string };

/** Whose view of what each belief is. */
export async function beliefOwners(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, BeliefOwner>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<BeliefOwner>(
    db,
    `select belief_id, entity_id, person_id from belief
      where collection = ? and belief_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
  return new Map(rows.map((row) => [row.belief_id, row]));
}

export type RevisionFact = {
  belief_id: string;
  revision: number;
  observed_at: Instant;
  observed_as: Instant | null;
  direction: FullRevision['direction'];
  status: string;
  move: string;
  summary: string;
  validity: string;
  external_state: string;
  body: { readonly [name: string]: unknown };
};

/** Every open revision of these beliefs, oldest first. */
export async function revisionFacts(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, RevisionFact[]>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<RevisionFact>(
    db,
    `select belief_id, revision, observed_at, observed_as, direction, status, move, summary, validity, external_state, body
       from revision
      where collection = ? and belief_id = any(?::text[]) and to_version = ${OPEN_VERSION}
      order by belief_id, revision`,
    [collection, ids],
  );
  return groupedBy(rows, (row) => row.belief_id);
}

export async function evidenceTimes(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, RecordTimes>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ evidence_id: string } & RecordTimes>(
    db,
    `select evidence_id, observed_at, observed_as from evidence
      where collection = ? and evidence_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, ids],
  );
  return new Map(rows.map(({ evidence_id: id, ...counted }) => [id, counted]));
}

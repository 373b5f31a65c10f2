// Staged records: accepted by imports and not yet published. Records enter, are looked up by key, and are read back.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { rowsOf, run, unnest } from '../published/publish-rows.ts';
import { keepReplaced, stagedColumns } from './staged-imports.ts';

export type StagedRecord = {
  kind: string;
  key: string;
  /** Sort key: a release publishes the records of one kind in this order. */
  orderKey: string;
  contentHash: string;
  corrects: string | null;
  /** From when it counts: of a record that is known to the day the end of that day, until its release is known. */
  observedAt: Instant | null;
  /** As loaded, only of a record that is known to the day. */
  observedAs: Instant | null;
  /** The accepted record as canonical JSON. */
  body: string;
  origin: string;
  importId: number;
  line: number;
};

/** Content hashes of the store under a key: released, staged, both or neither. */
export type KnownHashes = {
  released: string | null;
  staged: string | null;
  stagedCorrects: string | null;
  /** The content that is asked about was released before, and has been replaced since. */
  replacedBefore: boolean;
};

export type AskedRecord = { kind: string; key: string; contentHash?: string };

/**
 * The content hashes under these keys, in one query for a chunk; unknown keys are absent. One index lookup for each key:
 * staging grows from nothing within a command. A plan that was made for an empty table would read all of it for every key.
 */
export async function knownRecords(
  db: Db,
  collection: Collection,
  records: readonly AskedRecord[],
): Promise<Map<string, KnownHashes>> {
  if (records.length === 0) return new Map();
  const asked = unnest(
    'kind text, key text, content_hash text',
    records.map(({ kind, key, contentHash }) => [kind, key, contentHash ?? null]),
  );
  const rows = await rowsOf<KnownHashes & { kind: string; key: string }>(
    db,
    `select r.kind, r.key, p.content_hash as released, s.content_hash as staged, s.corrects as "stagedCorrects",
            exists (select 1 from record q
                     where q.collection = p.collection and q.kind = r.kind and q.key = r.key
                       and q.content_hash = r.content_hash and q.to_version < ${OPEN_VERSION}) as "replacedBefore"
       from ${asked.sql}
       left join lateral (select * from record x
                            where x.collection = ? and x.kind = r.kind and x.key = r.key and x.to_version = ${OPEN_VERSION} limit 1) p on true
       left join lateral (select * from staged x
                            where x.collection = ? and x.kind = r.kind and x.key = r.key limit 1) s on true
      where p.key is not null or s.key is not null`,
    [...asked.bindings, collection, collection],
  );
  return new Map(rows.map(({ kind, key, ...known }) => [knownKey(kind, key), known]));
}

/** Neither kinds nor keys begin with a space, so the first space parts them. */
export function knownKey(kind: string, key: string): string {
  return `${kind} ${key}`;
}

/** Stages a chunk; a record that is staged already with other content gives way. */
export async function stageRecords(trx: Trx, collection: Collection, records: readonly StagedRecord[]): Promise<void> {
  if (records.length === 0) return;
  const once = [...new Map(records.map((record) => [knownKey(record.kind, record.key), record])).values()];
  const rows = unnest(
    `kind text, key text, order_key text, content_hash text, corrects text, observed_at timestamptz,
       observed_as timestamptz, body text, origin text, import_id bigint, line integer`,
    once.map((r) => [
      r.kind,
      r.key,
      r.orderKey,
      r.contentHash,
      r.corrects,
      r.observedAt,
      r.observedAs,
      r.body,
      r.origin,
      r.importId,
      r.line,
    ]),
  );
  await keepReplaced(trx, collection, listedRows(once.map(({ kind, key, importId }) => ({ kind, key, importId }))));
  await run(
    trx,
    `insert into staged (${stagedColumns.sql})
     select ?, r.kind, r.key, r.order_key, r.content_hash, r.corrects, r.observed_at, r.observed_as, r.body, r.origin, r.import_id, r.line
       from ${rows.sql}
     on conflict (collection, kind, key) do update
        set order_key = excluded.order_key, content_hash = excluded.content_hash, corrects = excluded.corrects,
            observed_at = excluded.observed_at, observed_as = excluded.observed_as, body = excluded.body, origin = excluded.origin,
            import_id = excluded.import_id, line = excluded.line`,
    [collection, ...rows.bindings],
  );
}

function listedRows(rows: readonly { kind: string; key: string; importId: number }[]): Fragment {
  return sql`select * from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ key }) => key)}::text[],
    ${rows.map(({ importId }) => importId)}::bigint[]) as n(kind, key, by_import)`;
}

/** Takes staged records back: what was loaded since is what is released already. */
export async function unstageRecords(
  trx: Trx,
  collection: Collection,
  records: readonly { kind: string; key: string; importId: number }[],
): Promise<void> {
  if (records.length === 0) return;
  await keepReplaced(trx, collection, listedRows(records));
  const rows = unnest(
    'kind text, key text',
    records.map(({ kind, key }) => [kind, key]),
  );
  await run(
    trx,
    `delete from staged s using ${rows.sql} where s.collection = ? and s.kind = r.kind and s.key = r.key`,
    [...rows.bindings, collection],
  );
}

export type StagedBody = {
  key: string;
  orderKey: string;
  contentHash: string;
  corrects: string | null;
  /** From when it counts; null for records without a time of observation. */
  countsFrom: Instant | null;
  body: string;
};

/** The staged records of a kind, a chunk at a time by keyset: what a chunk costs does not grow with what lies before it. */
export async function* stagedChunks(
  db: Db,
  { collection, kind, corrections }: { collection: Collection; kind: string; corrections: boolean },
): AsyncGenerator<StagedBody[]> {
  let after = { orderKey: '', key: '' };
  for (;;) {
    const rows: StagedBody[] = await rowsOf<StagedBody>(
      db,
      `select key, order_key as "orderKey", content_hash as "contentHash", corrects, observed_at as "countsFrom", body
           from staged
        where collection = ? and kind = ? and corrects is ${corrections ? 'not null' : 'null'} and (order_key, key) > (?, ?)
        order by order_key, key limit ${chunkRows}`,
      [collection, kind, after.orderKey, after.key],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

/**
 * Settles from when staged records of day precision count: the end of their date, or the moment of their release where
 * that lies on the same date. Nothing counts from the future.
 */
export async function settleStagedDays(
  trx: Trx,
  collection: Collection,
  { effectiveAt, now }: { effectiveAt: Instant; now: Instant },
): Promise<void> {
  await run(
    trx,
    `update staged
        set observed_at = least(observed_at, greatest(?::timestamptz, ?::timestamptz), case
              when (observed_at at time zone 'UTC')::date = (?::timestamptz at time zone 'UTC')::date
              then ?::timestamptz end)
      where collection = ? and observed_as is not null`,
    [now, effectiveAt, effectiveAt, effectiveAt, collection],
  );
}

/** An instant from which a row counts, and the instant as loaded where the record is known to the day. */
export type RecordTimes = { observed_at: Instant; observed_as: Instant | null };

/** When these staged records were observed. */
export async function stagedTimes(
  db: Db,
  { collection, kind, keys }: { collection: Collection; kind: string; keys: readonly string[] },
): Promise<Map<string, RecordTimes>> {
  const rows = await rowsOf<{ key: string } & RecordTimes>(
    db,
    'select key, observed_at, observed_as from staged where collection = ? and kind = ? and key = any(?::text[])',
    [collection, kind, keys],
  );
  return new Map(rows.map(({ key, ...counted }) => [key, counted]));
}

/** Rows in one statement: larger chunks gain nothing measurable, and readers of the embedded engine wait for them. */
export const chunkRows = 1_000;

export type StagedSummary = {
  records: { [kind: string]: number };
  priceRows: number;
  /** Series that were given a provider rank, with or without rows. */
  rankedSeries: number;
  newestObservedAt: Instant | null;
};

/** `leftOut`: tickers whose prices do not count. */
export async function stagedSummary(
  db: Db,
  collection: Collection,
  leftOut: readonly string[] = [],
): Promise<StagedSummary> {
  const kinds = await rowsOf<{ kind: string; count: number; newest: Instant | null }>(
    db,
    'select kind, count(*)::integer as count, max(observed_at) as newest from staged where collection = ? group by kind order by kind',
    [collection],
  );
  const prices = await rowsOf<{ count: number; ranked: number; newest: Instant | null }>(
    db,
    `select coalesce(sum(row_count), 0)::integer as count, max(newest_observed_at) as newest,
            count(distinct series_id) filter (where provider_rank is not null)::integer as ranked
       from import_series where collection = ? and state = 'staged' and ticker <> all(?::text[])`,
    [collection, leftOut],
  );
  const newest = [...kinds, ...prices].map((row) => row.newest).filter((instant) => instant !== null);
  return {
    records: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    priceRows: prices[0]?.count ?? 0,
    rankedSeries: prices[0]?.ranked ?? 0,
    newestObservedAt: newest.reduce<Instant | null>((a, b) => (a === null || b > a ? b : a), null),
  };
}

/** After everything staged has been published: the registry of released records takes it over, and staging is empty. */
export async function moveToRegistry(trx: Trx, collection: Collection, version: number): Promise<void> {
  await run(
    trx,
    `update record p set to_version = ? from staged s
      where p.collection = ? and s.collection = p.collection and s.kind = p.kind and s.key = p.key and p.to_version = ${OPEN_VERSION}`,
    [version, collection],
  );
  await run(
    trx,
    `insert into record (collection, kind, key, content_hash, from_version)
     select collection, kind, key, content_hash, ?::integer from staged where collection = ?`,
    [version, collection],
  );
  for (const table of ['staged', 'staged_replaced', 'staged_again'])
    await run(trx, `delete from ${table} where collection = ?`, [collection]);
}

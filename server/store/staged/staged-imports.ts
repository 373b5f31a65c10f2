// Staged records by the import that they are of, and what an import replaced in staging.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { rowsOf, run } from '../published/publish-rows.ts';
import type { Slice } from './import-rows.ts';

export const stagedColumns = raw(
  'collection, kind, key, order_key, content_hash, corrects, observed_at, observed_as, body, origin, import_id, line',
);
export const stagedColumnsOf = raw(stagedColumns.sql.replaceAll(/\w+/g, (name) => `s.${name}`));

/**
 * True if the table has a row of the import `i`: the least import from `i` on is one step of an index. With the statistics
 * of one large import, `exists` reads the whole table for each other one.
 */
export const hasRowsIn = (table: 'import_row' | 'import_name' | 'staged'): Fragment => sql`(
  (select min(x.import_id) from ${raw(table)} x
    where ${raw(table === 'staged' ? 'x.collection = i.collection and' : '')} x.import_id >= i.import_id)
  is not distinct from i.import_id)`;

/** True while something staged is of the import `i`. */
export const hasStaged: Fragment = sql`(
  ${hasRowsIn('staged')}
  or exists (select 1 from staged_again s where s.collection = i.collection and s.import_id = i.import_id)
  or exists (select 1 from staged_replaced s where s.collection = i.collection and i.import_id in (s.import_id, s.by_import)))`;

/** Keeps the staged rows that an import is about to replace or to take back; `rows` has kind, key and by_import. */
export async function keepReplaced(trx: Trx, collection: Collection, rows: Fragment): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into staged_replaced (${stagedColumns}, by_import)
     select ${stagedColumnsOf}, r.by_import from (${rows}) r
       join staged s on s.collection = ${collection} and s.kind = r.kind and s.key = r.key
        and s.import_id is distinct from r.by_import
     on conflict do nothing`,
  );
}

/** Notes the rows of a slice that an earlier import has staged already. */
export async function noteAgain(trx: Trx, { importId, collection, after, upTo }: Slice): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into staged_again (collection, kind, key, import_id, line, content_hash)
     select ${collection}, i.kind, i.key, i.import_id, i.line, i.content_hash from import_row i
      where i.import_id = ${importId} and i.line > ${after} and i.line <= ${upTo} and i.outcome = 'waiting'
        and not exists (select 1 from staged s where s.collection = ${collection} and s.kind = i.kind and s.key = i.key
                                                 and s.import_id = i.import_id)
     on conflict do nothing`,
  );
}

/** Marks an import of records as staged whole. */
export async function acceptRecords(db: Db, importId: number): Promise<void> {
  await run(db, 'update import set accepted_at = statement_timestamp() where import_id = ?', [importId]);
}

export type StagedImport = {
  /** 0 for records that an earlier version of the service staged. */
  importId: number;
  kind: 'records' | 'prices';
  /** The file. */
  origin: string;
  /** Null if it broke off before all of it was staged. */
  stagedAt: Instant | null;
  records: { readonly [kind: string]: number };
  series: number;
  priceRows: number;
};

type ImportRowCount = { importId: number; kind: string; count: number };

/** The imports of which something is staged, in the order in which they were accepted. */
export async function stagedImports(db: Db, collection: Collection): Promise<StagedImport[]> {
  const counts = await rowsOf<ImportRowCount>(
    db,
    `select coalesce(import_id, 0) as "importId", kind, count(*)::integer as count from staged
      where collection = ? group by 1, 2 order by 1, 2`,
    [collection],
  );
  const prices = await rowsOf<{ importId: number; series: number; rows: number }>(
    db,
    `select import_id as "importId", count(*)::integer as series, coalesce(sum(row_count), 0)::integer as rows
       from import_series where collection = ? and state = 'staged' group by 1`,
    [collection],
  );
  const others = await rowsOf<{ importId: number }>(
    db,
    `select distinct import_id as "importId" from staged_again where collection = ?
     union select distinct import_id from staged_replaced where collection = ? and import_id is not null`,
    [collection, collection],
  );
  const ids = [...new Set([...counts, ...prices, ...others].map(({ importId }) => importId))];
  const known = await rowsOf<{
    importId: number;
    kind: StagedImport['kind'];
    origin: string;
    stagedAt: Instant | null;
  }>(
    db,
    `select import_id as "importId", kind, origin, accepted_at as "stagedAt" from import
      where import_id = any(?::bigint[]) order by accepted_at, import_id`,
    [ids],
  );
  const unknown = ids.filter((id) => !known.some(({ importId }) => importId === id)).sort((a, b) => a - b);
  const unnamed = unknown.map((importId) => ({
    importId,
    kind: 'records' as const,
    origin: 'earlier imports',
    stagedAt: null,
  }));
  return [...unnamed, ...known].map((one) => {
    const own = counts.filter(({ importId }) => importId === one.importId);
    const series = prices.find(({ importId }) => importId === one.importId);
    return {
      ...one,
      records: Object.fromEntries(own.map(({ kind, count }) => [kind, count])),
      series: series?.series ?? 0,
      priceRows: series?.rows ?? 0,
    };
  });
}

/** The tickers of staged prices. */
export async function stagedPriceTickers(db: Db, collection: Collection): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select distinct ticker collate "C" as ticker from import_series where collection = ? and state = 'staged' order by 1`,
    [collection],
  );
  return rows.map(({ ticker }) => ticker);
}

// The rows of a running price import: begun, filled chunk by chunk, and dropped or swept away once nothing needs them.
import type { Collection, Db } from '../engine/db.ts';
import { sweepImportRows } from './import-rows.ts';
import { rowsOf, run, unnest } from '../published/publish-rows.ts';

/** An import that adds no row for so long has died; the next import or hourly tidying removes its rows. */
const ALIVE_MINUTES = 15;
/** Rows that one statement deletes: on the embedded engine readers wait for it. */
const SWEPT_ROWS = 10_000;
const SWEPT_SERIES = 500;
/** Rows assumed of a series that was never accepted. */
const UNCOUNTED_ROWS = 1_000;

export type SeriesKey = {
  seriesNo: number;
  seriesId: string;
  ticker: string;
  provider: string;
  currency: string;
  basis: string;
  /** The operator's rank of its provider, smaller first; null leaves the rank as it is. */
  providerRank: number | null;
};

export async function beginImport(
  db: Db,
  collection: Collection,
  origin: string,
  { kind = 'prices', restate }: { kind?: 'prices' | 'records'; restate?: string | undefined } = {},
): Promise<number> {
  const [begun] = await rowsOf<{ import_id: number }>(
    db,
    `insert into import (collection, kind, origin, begun_at, alive_until, restate_reason)
     values (?, ?, ?, now(), statement_timestamp() + interval '${ALIVE_MINUTES} minutes', ?) returning import_id`,
    [collection, kind, origin, restate ?? null],
  );
  return begun?.import_id ?? 0;
}

/** A sign of life; false if the import was taken for dead and removed. */
export async function keepAlive(db: Db, importId: number): Promise<boolean> {
  const alive = await run(
    db,
    `update import set alive_until = statement_timestamp() + interval '${ALIVE_MINUTES} minutes'
      where import_id = ? and alive_until > statement_timestamp()`,
    [importId],
  );
  return alive === 1;
}

export async function addSeries(
  db: Db,
  { importId, collection }: { importId: number; collection: Collection },
  series: readonly SeriesKey[],
): Promise<void> {
  if (series.length === 0) return;
  const rows = unnest(
    'series_no integer, series_id text, ticker text, provider text, currency text, basis text, provider_rank integer',
    series.map((s) => [s.seriesNo, s.seriesId, s.ticker, s.provider, s.currency, s.basis, s.providerRank]),
  );
  await run(
    db,
    `insert into import_series (import_id, collection, series_no, series_id, ticker, provider, currency, basis, provider_rank)
     select ?::bigint, ?, r.* from ${rows.sql}`,
    [importId, collection, ...rows.bindings],
  );
}

/** A chunk of prices, column by column, as texts that need no quotes in an array of the database. */
export type PriceChunk = {
  seriesNo: number[];
  session: string[];
  line: number[];
  adjusted: string[];
  close: string[];
  traded: string[];
  split: string[];
  observedAt: string[];
  observedStated: string[];
  observedInRow: string[];
};

/** The head of an import: what all its prices share, and the ticker of each series by its number. */
export type PriceSource = { provider: string; currency: string; basis: string; tickers: readonly string[] };

const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/**
 * Adds a chunk. The database makes the observation hashes (`measures/observation-hash.ts`) during the reading of the
 * next rows: SHA-256 of canonical JSON, whose members are in alphabetical order.
 */
export async function addPrices(db: Db, importId: number, chunk: PriceChunk, source: PriceSource): Promise<void> {
  const { provider, currency, basis, tickers } = source;
  const common = `","basis":${JSON.stringify(basis)},"currency":${JSON.stringify(currency)},"provider":${JSON.stringify(provider)},"provider_observed_at":"`;
  await run(
    db,
    `insert into import_price (import_id, series_no, session_date, line, adjusted_close, close, traded_close, split,
                               observed_at, observed_stated, observed_in_row, observation_hash)
     select ?::bigint, r.series_no, r.session_date::date, r.line, r.adjusted::numeric, r.close, r.traded, r.split,
            r.observed_at::timestamptz, r.stated, r.in_row,
            sha256(convert_to('{"adjusted_close":"' || r.adjusted || ?::text || r.observed_at || '","session_date":"' || r.session_date
                              || '","ticker":"' || r.ticker || '"}', 'UTF8'))
       from unnest(?::integer[], ?::text[], ?::integer[], ?::text[], ?::numeric[], ?::numeric[], ?::numeric[], ?::text[],
                   ?::boolean[], ?::boolean[], ?::text[])
            as r(series_no, session_date, line, adjusted, close, traded, split, observed_at, stated, in_row, ticker)`,
    [
      importId,
      common,
      arrayOf(chunk.seriesNo),
      arrayOf(chunk.session),
      arrayOf(chunk.line),
      arrayOf(chunk.adjusted),
      arrayOf(chunk.close),
      arrayOf(chunk.traded),
      arrayOf(chunk.split),
      arrayOf(chunk.observedAt),
      arrayOf(chunk.observedStated),
      arrayOf(chunk.observedInRow),
      // NULL is a ticker.
      arrayOf(chunk.seriesNo.map((no) => `"${tickers[no] ?? ''}"`)),
    ],
  );
}

/** Removes an import that was refused, or only tried. */
export async function dropImport(db: Db, importId: number): Promise<void> {
  await run(db, `update import set alive_until = '-infinity' where import_id = ?`, [importId]);
  await sweepImports(db);
}

/** Removes what nothing needs any more: imports that died, and series that were released, replaced or left unchanged. */
export async function sweepImports(db: Db): Promise<number> {
  await run(
    db,
    `update import_series s set state = 'left' from import i
      where i.import_id = s.import_id and i.accepted_at is null and i.alive_until < statement_timestamp() and s.state = 'open'`,
    [],
  );
  await sweepImportRows(db);
  let swept = 0;
  for (;;) {
    const left = await rowsOf<{ import_id: number; series_no: number; row_count: number }>(
      db,
      `select import_id, series_no, row_count from import_series where state = 'left'
        order by import_id, series_no limit ${SWEPT_SERIES}`,
    );
    const [first] = left;
    if (first === undefined) break;
    const own = left.filter(({ import_id: id }) => id === first.import_id);
    for (const nos of inSteps(own)) swept += await sweepSeries(db, first.import_id, nos);
  }
  await run(
    db,
    `delete from import i where i.kind = 'prices' and (i.accepted_at is not null or i.alive_until < statement_timestamp())
        and not exists (select 1 from import_series s where s.import_id = i.import_id)
        and not exists (select 1 from staged s where s.collection = i.collection and s.import_id = i.import_id)`,
    [],
  );
  return swept;
}

/** Whole series: rows that are found by a limit lie behind all those that were deleted before. */
function* inSteps(series: readonly { series_no: number; row_count: number }[]): Generator<number[]> {
  let nos: number[] = [];
  let rows = 0;
  for (const { series_no: no, row_count: count } of series) {
    // Only what was accepted is counted.
    const expected = count === 0 ? UNCOUNTED_ROWS : count;
    if (nos.length > 0 && rows + expected > SWEPT_ROWS) {
      yield nos;
      [nos, rows] = [[], 0];
    }
    nos.push(no);
    rows += expected;
  }
  if (nos.length > 0) yield nos;
}

async function sweepSeries(db: Db, importId: number, nos: readonly number[]): Promise<number> {
  const [swept] = await rowsOf<{ count: number }>(
    db,
    `with prices as (delete from import_price where import_id = ? and series_no = any(?::integer[]) returning 1),
          series as (delete from import_series where import_id = ? and series_no = any(?::integer[]) and state = 'left')
     select count(*)::integer as count from prices`,
    [importId, nos, importId, nos],
  );
  return swept?.count ?? 0;
}

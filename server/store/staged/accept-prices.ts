// Acceptance of a price import: its series become what the next release publishes, in one short transaction.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, run, unnest } from '../published/publish-rows.ts';

export type AcceptedSeries = {
  seriesNo: number;
  seriesId: string;
  /** A release opens a vintage with it; otherwise its rows join the open one, or those that are staged. */
  opens: boolean;
  /** It replaces what is staged of the series. */
  replaces: boolean;
  rows: number;
  closes: number;
  newestObservedAt: Instant | null;
};

type ImportTarget = { importId: number; collection: Collection };

/** The caller holds the lock on staging. Series that are not named are left, and swept later. */
export async function acceptPrices(
  trx: Trx,
  { importId, collection }: ImportTarget,
  series: readonly AcceptedSeries[],
): Promise<void> {
  if (series.length > 0) {
    await stageSeries(trx, { importId, collection }, series);
    const replaced = series.filter(({ replaces }) => replaces).map(({ seriesId }) => seriesId);
    await run(
      trx,
      `update import_series set state = 'left'
        where collection = ? and series_id = any(?::text[]) and state = 'staged' and import_id <> ?`,
      [collection, replaced, importId],
    );
  }
  await run(trx, `update import_series set state = 'left' where import_id = ? and state = 'open'`, [importId]);
  await run(trx, 'update import set accepted_at = statement_timestamp() where import_id = ?', [importId]);
}

/** A series keeps the rank and the place that an earlier import gave it. */
async function stageSeries(
  trx: Trx,
  { importId, collection }: ImportTarget,
  series: readonly AcceptedSeries[],
): Promise<void> {
  const rows = unnest(
    'series_no integer, opens boolean, row_count integer, close_count integer, newest_observed_at timestamptz',
    series.map((s) => [s.seriesNo, s.opens, s.rows, s.closes, s.newestObservedAt]),
  );
  const earlier = (value: string): string =>
    `(select ${value} from import_series x where x.collection = ? and x.series_id = s.series_id and x.state = 'staged')`;
  await run(
    trx,
    `update import_series s
        set state = 'staged', opens = r.opens, row_count = r.row_count, close_count = r.close_count,
            newest_observed_at = r.newest_observed_at,
            provider_rank = coalesce(s.provider_rank, ${earlier(`(array_agg(x.provider_rank order by x.import_id desc) filter (where x.provider_rank is not null))[1]`)}),
            load_order = coalesce(${earlier('min(x.load_order)')}, s.import_id)
       from ${rows.sql} where s.import_id = ? and s.series_no = r.series_no`,
    [collection, collection, ...rows.bindings, importId],
  );
}

/** The rank that each of these series would have after a release; those without one are absent. */
export async function seriesRanks(
  db: Db,
  collection: Collection,
  seriesIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ series_id: string; rank: number }>(
    db,
    `select r.series_id, coalesce(s.provider_rank, p.provider_rank) as rank
       from unnest(?::text[]) as r(series_id)
       left join lateral (select x.provider_rank from import_series x
                           where x.collection = ? and x.series_id = r.series_id and x.state = 'staged'
                           order by x.import_id desc limit 1) s on true
       left join price_series p on p.collection = ? and p.series_id = r.series_id and p.to_version = ${OPEN_VERSION}
      where coalesce(s.provider_rank, p.provider_rank) is not null`,
    [seriesIds, collection, collection],
  );
  return new Map(rows.map((row) => [row.series_id, row.rank]));
}

/** The listings that the open vintages of these series are of. */
export async function vintageOwners(
  db: Db,
  collection: Collection,
  seriesIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ series_id: string; entity_id: string }>(
    db,
    `select series_id, entity_id from price_vintage
      where collection = ? and series_id = any(?::text[]) and to_version = ${OPEN_VERSION}`,
    [collection, seriesIds],
  );
  return new Map(rows.map((row) => [row.series_id, row.entity_id]));
}

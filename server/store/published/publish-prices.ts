// Publishing staged prices: each series opens a vintage, appends to its open one, or is restated as a whole; rows are copied by the database.
import type { Collection, Trx } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { columnsOf, addRows, replaceRows, rowsOf, run, unnest, type Release } from './publish-rows.ts';

export type StagedSeries = {
  series_id: string;
  ticker: string;
  provider: string;
  currency: string;
  basis: string;
  /** The rank that the operator gave with it; null leaves the released one. */
  provider_rank: number | null;
  /** Its place among all series, and its rank, as they are released; null while it is new. */
  load_order: number | null;
  released_rank: number | null;
  /** Rows staged. */
  staged: number;
  /** It was judged to open a vintage; otherwise it joins the open one. */
  opens: boolean;
  vintage_id: string | null;
  /** The listing of the open vintage. */
  entity_id: string | null;
};

/** As their imports were judged, in the order in which they were loaded; without those of these tickers. */
export async function stagedSeries(
  trx: Trx,
  collection: Collection,
  leftOut: readonly string[],
): Promise<StagedSeries[]> {
  return rowsOf<StagedSeries>(
    trx,
    `select s.series_id, s.ticker, s.provider, s.currency, s.basis, s.staged, s.opens, s.provider_rank,
            v.vintage_id, v.entity_id, o.load_order, o.provider_rank as released_rank
       from (select series_id, min(ticker) as ticker, min(provider) as provider, min(currency) as currency, min(basis) as basis,
                    sum(row_count)::integer as staged, bool_or(opens) as opens, min(load_order) as place,
                    (array_agg(provider_rank order by import_id desc))[1] as provider_rank
               from import_series where collection = ? and state = 'staged' and ticker <> all(?::text[]) group by series_id) s
       left join price_series o on o.collection = ? and o.series_id = s.series_id and o.to_version = ${OPEN_VERSION}
       left join price_vintage v on v.collection = ? and v.series_id = s.series_id and v.to_version = ${OPEN_VERSION}
      order by s.place, s.series_id`,
    [collection, leftOut, collection, collection],
  );
}

const seriesTable = {
  name: 'price_series',
  key: ['series_id'],
  columns: columnsOf('series_id text, load_order integer, provider_rank integer'),
};

/** Gives new series the next places in the order in which they were loaded, and others their new rank; how many of those. */
export async function publishSeries(trx: Trx, release: Release, series: readonly StagedSeries[]): Promise<number> {
  const added = series.filter((s) => s.load_order === null && s.staged > 0);
  const ranked = series.filter(
    (s) => s.load_order !== null && s.provider_rank !== null && s.provider_rank !== s.released_rank,
  );
  const [last] = await rowsOf<{ place: number }>(
    trx,
    'select coalesce(max(load_order), 0) as place from price_series where collection = ?',
    [release.collection],
  );
  const next = (last?.place ?? 0) + 1;
  await addRows(
    trx,
    release,
    seriesTable,
    added.map((s, index) => [s.series_id, next + index, s.provider_rank]),
  );
  await replaceRows(
    trx,
    release,
    seriesTable,
    ranked.map((s) => [s.series_id, s.load_order, s.provider_rank]),
  );
  return ranked.length;
}

export type VintageMove = { series: StagedSeries; entityId: string; opens: boolean };

const vintageTable = {
  name: 'price_vintage',
  key: ['vintage_id'],
  columns: columnsOf(
    'vintage_id text, series_id text, entity_id uuid, ticker text, provider text, currency text, basis text',
  ),
};

/** Writes the vintages and their prices. A series that opens a vintage while another is open closes that one. */
export async function publishPrices(trx: Trx, release: Release, moves: readonly VintageMove[]): Promise<number> {
  const newId = (series: StagedSeries): string => `${series.series_id}|${release.version}`;
  const opening = moves.filter((move) => move.opens);
  const closing = opening.map(({ series }) => series.vintage_id).filter((id) => id !== null);
  if (closing.length > 0) {
    await run(trx, 'update price_vintage set to_version = ? where collection = ? and vintage_id = any(?::text[])', [
      release.version,
      release.collection,
      closing,
    ]);
  }
  await addRows(
    trx,
    release,
    vintageTable,
    opening.map(({ series: s, entityId }) => [
      newId(s),
      s.series_id,
      entityId,
      s.ticker,
      s.provider,
      s.currency,
      s.basis,
    ]),
  );
  return copyPrices(
    trx,
    release,
    moves.map(({ series, opens }) => [
      series.series_id,
      opens || series.vintage_id === null ? newId(series) : series.vintage_id,
    ]),
  );
}

/** Series by series, in the order of the key: a join of all rows at once goes by way of the disk, and adds them at random. */
async function copyPrices(
  trx: Trx,
  release: Release,
  targets: readonly (readonly [string, string])[],
): Promise<number> {
  if (targets.length === 0) return 0;
  const map = unnest('series_id text, vintage_id text', targets);
  return run(
    trx,
    `insert into price (collection, vintage_id, session_date, adjusted_close, close, observed_at, observed_stated, observation_hash, from_version)
     select s.collection, s.vintage_id, p.session_date, p.adjusted_close, p.close, p.observed_at, p.observed_stated, p.observation_hash, ?::integer
       from (select i.collection, i.import_id, i.series_no, r.vintage_id
               from ${map.sql}
               join import_series i on i.series_id = r.series_id and i.collection = ? and i.state = 'staged'
              order by r.vintage_id offset 0) s
      cross join lateral (select * from import_price p
                           where p.import_id = s.import_id and p.series_no = s.series_no order by p.session_date) p`,
    [release.version, ...map.bindings, release.collection],
  );
}

/** Nothing of these series waits any more; what they leave behind is swept after the release. */
export async function leaveStagedSeries(trx: Trx, collection: Collection, seriesIds: readonly string[]): Promise<void> {
  await run(
    trx,
    `update import_series set state = 'left' where collection = ? and state = 'staged' and series_id = any(?::text[])`,
    [collection, seriesIds],
  );
}

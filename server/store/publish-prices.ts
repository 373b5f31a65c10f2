// Publishing staged prices: each series opens a vintage, appends to its open one, or is restated as a whole; rows are copied by the database.
import type { Collection, Trx } from './db.ts';
import { OPEN_VERSION } from './migrations/001-research.ts';
import { addRows, replaceRows, rowsOf, run, unnest, type Release } from './publish-rows.ts';

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
  /** Rows staged, of those in the open vintage too, and of those with another value there. */
  staged: number;
  overlapping: number;
  differing: number;
  vintage_id: string | null;
  /** The listing of the open vintage. */
  entity_id: string | null;
  /** Rows of the open vintage. */
  held: number;
};

export async function stagedSeries(trx: Trx, collection: Collection): Promise<StagedSeries[]> {
  return rowsOf<StagedSeries>(
    trx,
    `select s.series_id, s.ticker, s.provider, s.currency, s.basis, v.vintage_id, v.entity_id,
            s.provider_rank, o.load_order, o.provider_rank as released_rank,
            coalesce(c.staged, 0) as staged, coalesce(c.overlapping, 0) as overlapping, coalesce(c.differing, 0) as differing,
            coalesce(h.held, 0)::integer as held
       from staged_series s
       left join price_series o on o.collection = s.collection and o.series_id = s.series_id and o.to_version = ${OPEN_VERSION}
       left join price_vintage v on v.collection = s.collection and v.series_id = s.series_id and v.to_version = ${OPEN_VERSION}
       left join (select sp.series_id, count(*)::integer as staged, count(p.session_date)::integer as overlapping,
                    (count(*) filter (where p.adjusted_close <> sp.adjusted_close
                      or (sp.close is not null and p.session_date is not null and sp.close is distinct from p.close)
                      or (sp.observed_stated and sp.observed_at <> p.observed_at)))::integer as differing
               from staged_price sp
               left join price_vintage w on w.collection = sp.collection and w.series_id = sp.series_id and w.to_version = ${OPEN_VERSION}
               left join price p on p.collection = w.collection and p.vintage_id = w.vintage_id and p.session_date = sp.session_date
              where sp.collection = ? group by sp.series_id) c on c.series_id = s.series_id
       left join (select vintage_id, count(*) as held from price where collection = ? group by vintage_id) h on h.vintage_id = v.vintage_id
      where s.collection = ? order by s.load_order, s.series_id`,
    [collection, collection, collection],
  );
}

const seriesTable = {
  name: 'price_series',
  key: ['series_id'],
  columns: [
    ['series_id', 'text'],
    ['load_order', 'integer'],
    ['provider_rank', 'integer'],
  ],
} as const;

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
  columns: [
    ['vintage_id', 'text'],
    ['series_id', 'text'],
    ['entity_id', 'uuid'],
    ['ticker', 'text'],
    ['provider', 'text'],
    ['currency', 'text'],
    ['basis', 'text'],
  ],
} as const;

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

async function copyPrices(
  trx: Trx,
  release: Release,
  targets: readonly (readonly [string, string])[],
): Promise<number> {
  if (targets.length === 0) return 0;
  const map = unnest(
    [
      ['series_id', 'text'],
      ['vintage_id', 'text'],
    ],
    targets,
  );
  return run(
    trx,
    `insert into price (collection, vintage_id, session_date, adjusted_close, close, observed_at, observed_stated, observation_hash, from_version)
     select sp.collection, r.vintage_id, sp.session_date, sp.adjusted_close, sp.close, sp.observed_at, sp.observed_stated, sp.observation_hash, ?::integer
       from staged_price sp join ${map.sql} on r.series_id = sp.series_id
      where sp.collection = ?
        and not exists (select 1 from price p
                         where p.collection = sp.collection and p.vintage_id = r.vintage_id and p.session_date = sp.session_date)`,
    [release.version, ...map.bindings, release.collection],
  );
}

export async function clearStagedPrices(trx: Trx, collection: Collection): Promise<void> {
  await run(trx, 'delete from staged_price where collection = ?', [collection]);
  await run(trx, 'delete from staged_series where collection = ?', [collection]);
}

// Staged prices: how a file compares with what its series holds, and how its rows are added.
import type { CalendarDate, Collection, Db, Instant, Pool, Trx } from './db.ts';
import { OPEN_VERSION } from './migrations/001-research.ts';
import { rowsOf, run, unnest } from './publish-rows.ts';
import { whileStaging } from './staging.ts';

export type SeriesKey = {
  seriesId: string;
  ticker: string;
  provider: string;
  currency: string;
  basis: string;
  /** The operator's rank of its provider, smaller first; null leaves the rank as it is. */
  providerRank: number | null;
};

export type StagedPrice = {
  seriesId: string;
  session: CalendarDate;
  adjusted: string;
  close: string | null;
  observedAt: Instant;
  observedStated: boolean;
  observationHash: Buffer;
};

/** A series as it would stand after a release: what is staged outranks what is released. */
const standing = `
  left join lateral (select x.session_date, x.adjusted_close, x.close, x.observed_at from staged_price x
                      where x.collection = ? and x.series_id = r.series_id and x.session_date = r.session_date limit 1) sp on true
  left join price_vintage v on v.collection = ? and v.series_id = r.series_id and v.to_version = ${OPEN_VERSION}
  left join lateral (select x.session_date, x.adjusted_close, x.close, x.observed_at from price x
                      where x.collection = v.collection and x.vintage_id = v.vintage_id and x.session_date = r.session_date limit 1) p on true`;

/** What a file says of a session; null = it says nothing of that, and so nothing else than what is held. */
export type PriceSaid = {
  seriesId: string;
  session: CalendarDate;
  adjusted: string;
  close: string | null;
  observedAt: Instant | null;
};

export type Comparison = {
  series_id: string;
  overlapping: number;
  differing: number;
  first_line: number | null;
  first_held: string | null;
  first_named: string | null;
};

/** For each series of a chunk: the sessions that it has already, and those where it has another value. */
export async function comparePrices(
  db: Db,
  collection: Collection,
  rows: readonly (PriceSaid & { line: number })[],
): Promise<Comparison[]> {
  const asked = unnest(
    [
      ['series_id', 'text'],
      ['session_date', 'date'],
      ['adjusted_close', 'numeric'],
      ['close', 'numeric'],
      ['observed_at', 'timestamptz'],
      ['line', 'integer'],
    ],
    rows.map((row) => [row.seriesId, row.session, row.adjusted, row.close, row.observedAt, row.line]),
  );
  return rowsOf<Comparison>(
    db,
    `select c.series_id, count(*)::integer as overlapping, count(c.named)::integer as differing,
            min(c.line) filter (where c.named is not null) as first_line,
            (array_agg(case c.named when 'adjusted close' then c.adjusted_close::text
                                    when 'split-adjusted close' then coalesce(c.close::text, 'none')
                                    else to_char(c.observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
                       order by c.line) filter (where c.named is not null))[1] as first_held,
            (array_agg(c.named order by c.line) filter (where c.named is not null))[1] as first_named
       from (select h.*, case when h.adjusted_close <> h.said_adjusted then 'adjusted close'
                              when h.said_close is not null and h.said_close is distinct from h.close then 'split-adjusted close'
                              when h.said_observed <> h.observed_at then 'time of observation' end as named
               from (select r.series_id, r.line, r.adjusted_close as said_adjusted, r.close as said_close, r.observed_at as said_observed,
                            coalesce(sp.adjusted_close, p.adjusted_close) as adjusted_close,
                            case when sp.session_date is null then p.close else sp.close end as close,
                            coalesce(sp.observed_at, p.observed_at) as observed_at
                       from ${asked.sql} ${standing}
                      where sp.session_date is not null or p.session_date is not null) h) c
      group by c.series_id`,
    [...asked.bindings, collection, collection],
  );
}

/** What a series would hold after a release: its sessions, those with a split-adjusted close, and a digest of all that is said, which tells two states apart. */
export type SeriesHeld = { sessions: number; closes: number; digest: string };

/** Series that hold nothing are absent. */
export async function seriesHeld(
  db: Db,
  collection: Collection,
  seriesIds: readonly string[],
): Promise<Map<string, SeriesHeld>> {
  const rows = await rowsOf<SeriesHeld & { series_id: string }>(
    db,
    `select h.series_id, count(*)::integer as sessions, count(h.close)::integer as closes,
            md5(string_agg(concat_ws('|', h.session_date - date '1970-01-01', h.adjusted_close, coalesce(h.close::text, ''),
                                     extract(epoch from h.observed_at)), ' ' order by h.session_date)) as digest
       from (select distinct on (x.series_id, x.session_date) x.*
               from (select v.series_id, p.session_date, p.adjusted_close, p.close, p.observed_at, false as is_staged
                       from price_vintage v
                       join price p on p.collection = v.collection and p.vintage_id = v.vintage_id
                      where v.collection = ? and v.series_id = any(?::text[]) and v.to_version = ${OPEN_VERSION}
                     union all
                     select series_id, session_date, adjusted_close, close, observed_at, true from staged_price
                      where collection = ? and series_id = any(?::text[])) x
              order by x.series_id, x.session_date, x.is_staged desc) h
      group by h.series_id`,
    [collection, seriesIds, collection, seriesIds],
  );
  return new Map(rows.map(({ series_id, ...held }) => [series_id, held]));
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

async function stageSeries(trx: Trx, collection: Collection, series: readonly SeriesKey[]): Promise<void> {
  if (series.length === 0) return;
  const rows = unnest(
    [
      ['series_id', 'text'],
      ['ticker', 'text'],
      ['provider', 'text'],
      ['currency', 'text'],
      ['basis', 'text'],
      ['provider_rank', 'integer'],
      ['place', 'integer'],
    ],
    series.map((s, index) => [s.seriesId, s.ticker, s.provider, s.currency, s.basis, s.providerRank, index + 1]),
  );
  await run(
    trx,
    `insert into staged_series (collection, series_id, ticker, provider, currency, basis, provider_rank, load_order)
     select ?, r.series_id, r.ticker, r.provider, r.currency, r.basis, r.provider_rank,
            r.place + (select coalesce(max(x.load_order), 0) from staged_series x where x.collection = ?)
       from ${rows.sql}
     on conflict (collection, series_id) do update
        set provider_rank = coalesce(excluded.provider_rank, staged_series.provider_rank)`,
    [collection, collection, ...rows.bindings],
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
       left join staged_series s on s.collection = ? and s.series_id = r.series_id
       left join price_series p on p.collection = ? and p.series_id = r.series_id and p.to_version = ${OPEN_VERSION}
      where coalesce(s.provider_rank, p.provider_rank) is not null`,
    [seriesIds, collection, collection],
  );
  return new Map(rows.map((row) => [row.series_id, row.rank]));
}

/** Stages the ranks of series that hold prices already: a release changes which provider is quoted, and no price. */
export async function stageRanks(db: Pool, collection: Collection, series: readonly SeriesKey[]): Promise<void> {
  if (series.length === 0) return;
  await whileStaging(db, collection, (trx) => stageSeries(trx, collection, series));
}

/** A series by what it held when a file was judged by it. */
export type Judged = { seriesId: string; held: SeriesHeld | null };

type StagedPrices = {
  mode: 'append' | 'whole';
  prices: readonly StagedPrice[];
  /** Those of the prices. */
  series: readonly SeriesKey[];
  /** Those of them that this chunk is the first of. */
  judged: readonly Judged[];
};

/**
 * `append` adds the sessions that the series lacks; `whole` makes the staged series what the file says. Each chunk brings
 * its series: a release between two chunks has taken them along. Gives the series that hold something else by now than
 * what the file was judged by: then nothing of the chunk is staged, for the file may be of another basis than they are.
 */
export async function stagePrices(
  db: Pool,
  collection: Collection,
  { mode, prices, series, judged }: StagedPrices,
): Promise<string[]> {
  if (prices.length === 0) return [];
  return whileStaging(db, collection, async (trx) => {
    const changed = await changedSince(trx, collection, judged);
    if (changed.length > 0) return changed;
    await stageSeries(trx, collection, series);
    await addPrices(trx, collection, { mode, prices });
    return [];
  });
}

async function changedSince(trx: Trx, collection: Collection, judged: readonly Judged[]): Promise<string[]> {
  if (judged.length === 0) return [];
  const ids = judged.map(({ seriesId }) => seriesId);
  const now = await seriesHeld(trx, collection, ids);
  const isOther = ({ seriesId, held }: Judged): boolean => {
    const current = now.get(seriesId);
    return current?.sessions !== held?.sessions || current?.digest !== held?.digest;
  };
  return judged.filter(isOther).map(({ seriesId }) => seriesId);
}

async function addPrices(
  trx: Trx,
  collection: Collection,
  { mode, prices }: Pick<StagedPrices, 'mode' | 'prices'>,
): Promise<void> {
  const rows = unnest(
    [
      ['series_id', 'text'],
      ['session_date', 'date'],
      ['adjusted_close', 'numeric'],
      ['close', 'numeric'],
      ['observed_at', 'timestamptz'],
      ['observed_stated', 'boolean'],
      ['observation_hash', 'bytea'],
    ],
    prices.map((p) => [p.seriesId, p.session, p.adjusted, p.close, p.observedAt, p.observedStated, p.observationHash]),
  );
  const insert = `
    insert into staged_price (collection, series_id, session_date, adjusted_close, close, observed_at, observed_stated, observation_hash)
    select ?, r.series_id, r.session_date, r.adjusted_close, r.close, r.observed_at, r.observed_stated, r.observation_hash
      from ${rows.sql}`;
  if (mode === 'append') {
    const lacking = `${standing} where sp.session_date is null and p.session_date is null on conflict do nothing`;
    await run(trx, `${insert} ${lacking}`, [collection, ...rows.bindings, collection, collection]);
    return;
  }
  const changed = `on conflict (collection, series_id, session_date) do update
        set adjusted_close = excluded.adjusted_close, close = excluded.close, observed_at = excluded.observed_at,
            observed_stated = excluded.observed_stated, observation_hash = excluded.observation_hash
      where (staged_price.observation_hash, staged_price.close, staged_price.observed_stated)
            is distinct from (excluded.observation_hash, excluded.close, excluded.observed_stated)`;
  await run(trx, `${insert} ${changed}`, [collection, ...rows.bindings]);
}

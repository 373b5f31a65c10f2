// Tickers with a listing, released or about to be: prices wait in staging until theirs has one.
import type { Collection, Db } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf } from '../published/publish-rows.ts';

/** Those of these tickers that no released or staged listing carries, and under which no prices are released. */
export async function unlistedTickers(db: Db, collection: Collection, tickers: readonly string[]): Promise<string[]> {
  if (tickers.length === 0) return [];
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select r.ticker from unnest(?::text[]) with ordinality as r(ticker, place)
      where not exists (select 1 from entity e where e.collection = ? and e.ticker_folded = r.ticker and e.to_version = ${OPEN_VERSION})
        and r.ticker <> all(array(select v.ticker from price_vintage v where v.collection = ? and v.to_version = ${OPEN_VERSION}))
        and r.ticker <> all(array(select x.body::jsonb ->> 'ticker' from staged x
                                   where x.collection = ? and x.kind = 'entity' and x.body::jsonb ->> 'ticker' is not null))
      order by r.place`,
    [tickers, collection, collection, collection],
  );
  if (rows.length === 0) return [];
  const unlisted = rows.map(({ ticker }) => ticker);
  // Statements open the listings that they name. There may be many of them, so they are only asked for the rest.
  const stated = await rowsOf<{ ticker: string }>(
    db,
    `select distinct x.body::jsonb #>> '{security,ticker}' as ticker from staged x
      where x.collection = ? and x.kind = 'statement' and x.body::jsonb #>> '{security,ticker}' = any(?::text[])`,
    [collection, unlisted],
  );
  const opened = new Set(stated.map(({ ticker }) => ticker));
  return unlisted.filter((ticker) => !opened.has(ticker));
}

/** The tickers of all listings, released and staged. */
export async function listedTickers(db: Db, collection: Collection): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select ticker_folded as ticker from entity where collection = ? and ticker_folded is not null and to_version = ${OPEN_VERSION}
      union select x.body::jsonb ->> 'ticker' from staged x
             where x.collection = ? and x.kind = 'entity' and x.body::jsonb ->> 'ticker' is not null
      order by 1`,
    [collection, collection],
  );
  return rows.map(({ ticker }) => ticker);
}

/** The tickers of the prices that wait for a release. */
export async function pricedTickers(db: Db, collection: Collection): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select distinct ticker from import_series where collection = ? and state = 'staged' and row_count > 0 order by ticker`,
    [collection],
  );
  return rows.map(({ ticker }) => ticker);
}

/** Of these tickers those that have prices of another provider, staged or released, with the first such provider. */
export async function otherProviders(
  db: Db,
  collection: Collection,
  { tickers, provider }: { tickers: readonly string[]; provider: string },
): Promise<{ ticker: string; provider: string }[]> {
  if (tickers.length === 0) return [];
  return rowsOf<{ ticker: string; provider: string }>(
    db,
    `select ticker, min(provider) as provider
       from (select ticker, provider from price_vintage
              where collection = ? and ticker = any(?::text[]) and to_version = ${OPEN_VERSION}
             union all
             select ticker, provider from import_series where collection = ? and ticker = any(?::text[]) and state = 'staged') p
      where provider <> ? group by ticker order by ticker`,
    [collection, tickers, collection, tickers, provider],
  );
}

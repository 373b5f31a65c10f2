// Splits as they are known of a ticker, staged or released, and how the prices of an import move on their sessions.
import type { CalendarDate, Collection, Db } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, unnest } from '../published/publish-rows.ts';

/** A split and where it is held. */
export type KnownSplit = { ticker: string; session: CalendarDate; ratio: number };

/** Of one session the staged split outranks the released one. `listings`: the entity id of each ticker, where there is one. */
export async function knownSplits(
  db: Db,
  collection: Collection,
  listings: ReadonlyMap<string, string | null>,
): Promise<KnownSplit[]> {
  if (listings.size === 0) return [];
  const asked = unnest('ticker text, entity_id uuid', [...listings]);
  return rowsOf<KnownSplit>(
    db,
    `select distinct on (k.ticker, k.session) k.ticker, k.session, k.ratio
       from (select r.ticker, s.effective_session as session, (s.numerator / s.denominator)::double precision as ratio, 2 as rank
               from ${asked.sql} join split s on s.collection = ? and s.entity_id = r.entity_id and s.to_version = ${OPEN_VERSION}
             union all
             select r.ticker, (b.body ->> 'effective_session')::date,
                    (b.body ->> 'numerator')::double precision / (b.body ->> 'denominator')::double precision, 1
               from ${asked.sql} join staged x on x.collection = ? and x.kind = 'split'
                and x.key > r.ticker collate "C" || ' ' and x.key < r.ticker collate "C" || '!'
              cross join lateral (select x.body::jsonb as body) b) k
      order by k.ticker, k.session, k.rank`,
    [...asked.bindings, collection, ...asked.bindings, collection],
  );
}

export type AskedSplit = { seriesNo: number; session: CalendarDate };

/** The prices on both sides of a split, and by which ratio each column moves there; null if it is not in the file. */
export type SplitMove = {
  series_no: number;
  session: CalendarDate;
  line: number;
  adjusted_before: string;
  adjusted_after: string;
  traded_before: string | null;
  traded_after: string | null;
};

/** Sides that lie further apart than this say nothing of the session itself. */
const DAYS_APART_MAX = 10;

export async function splitMoves(db: Db, importId: number, asked: readonly AskedSplit[]): Promise<SplitMove[]> {
  if (asked.length === 0) return [];
  const rows = unnest(
    'series_no integer, session date',
    asked.map(({ seriesNo, session }) => [seriesNo, session]),
  );
  const side = (is: string, order: string): string => `
    (select x.* from import_price x
      where x.import_id = ? and x.series_no = r.series_no and x.session_date ${is}
      order by x.session_date ${order}, x.line limit 1)`;
  return rowsOf<SplitMove>(
    db,
    `select r.series_no, r.session, a.line, b.adjusted_close as adjusted_before, a.adjusted_close as adjusted_after,
            b.traded_close as traded_before, a.traded_close as traded_after
       from ${rows.sql}
      cross join lateral ${side(`between r.session and r.session + ${DAYS_APART_MAX}`, 'asc')} a
      cross join lateral ${side(`between r.session - ${DAYS_APART_MAX} and r.session - 1`, 'desc')} b`,
    [...rows.bindings, importId, importId],
  );
}

export type LoadedMove = Omit<SplitMove, 'series_no' | 'line'> & { ticker: string };

/**
 * The same of the prices that are staged or released, series by series. A staged series that opens a vintage takes the
 * place of the released one. `listings`: the entity id of each ticker, where there is one.
 */
export async function loadedSplitMoves(
  db: Db,
  collection: Collection,
  asked: readonly { ticker: string; listing: string | null; session: CalendarDate }[],
): Promise<LoadedMove[]> {
  if (asked.length === 0) return [];
  const rows = unnest(
    'ticker text, entity_id uuid, session date',
    asked.map(({ ticker, listing, session }) => [ticker, listing, session]),
  );
  const side = (is: string, order: string): string => `
    (select * from (
       (select x.session_date, x.adjusted_close, x.traded_close from import_series s
          join import_price x on x.import_id = s.import_id and x.series_no = s.series_no
         where s.collection = ? and s.series_id = l.series_id and s.state = 'staged' and x.session_date ${is}
         order by x.session_date ${order} limit 1)
       union all
       (select p.session_date, p.adjusted_close, null from price p
         where p.collection = ? and p.vintage_id = l.vintage_id and p.session_date ${is}
         order by p.session_date ${order} limit 1)) both_sides
      order by session_date ${order} limit 1)`;
  return rowsOf<LoadedMove>(
    db,
    `select r.ticker, r.session, b.adjusted_close as adjusted_before, a.adjusted_close as adjusted_after,
            b.traded_close as traded_before, a.traded_close as traded_after
       from ${rows.sql}
      cross join lateral (
        select series_id, max(vintage_id) filter (where not opens) as vintage_id
          from (select v.series_id, v.vintage_id, exists (
                         select 1 from import_series o where o.collection = v.collection and o.series_id = v.series_id
                                                         and o.state = 'staged' and o.opens) as opens
                  from price_vintage v
                 where v.collection = ? and v.entity_id = r.entity_id and v.to_version = ${OPEN_VERSION}
                union all
                select s.series_id, null, true from import_series s
                 where s.collection = ? and s.state = 'staged' and s.ticker = r.ticker) known
         group by series_id) l
      cross join lateral ${side(`between r.session and r.session + ${DAYS_APART_MAX}`, 'asc')} a
      cross join lateral ${side(`between r.session - ${DAYS_APART_MAX} and r.session - 1`, 'desc')} b
      order by r.ticker, r.session, l.series_id`,
    [...rows.bindings, collection, collection, collection, collection, collection, collection],
  );
}

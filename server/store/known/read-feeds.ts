// Newest price of each provider and newest observation of each collection, for monitoring.
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import type { CalendarDate, Collection, Db, Instant } from '../engine/db.ts';

/** Series of a provider that share the same newest session; null for series without a price. */
export type FeedRow = { collection: Collection; provider: string; session: CalendarDate | null; series: number };

/** One look-up in the primary key of prices for each open series: tens of microseconds each, and no request waits for it. */
export async function feedRows(db: Db): Promise<FeedRow[]> {
  const { rows } = await db.raw(
    `select v.collection, v.provider, p.session_date as session, count(*)::integer as series
       from price_vintage v
       left join lateral (select p.session_date from price p
                           where p.collection = v.collection and p.vintage_id = v.vintage_id
                           order by p.session_date desc limit 1) p on true
      where v.to_version = ?
      group by 1, 2, 3 order by 1, 2, 3`,
    [OPEN_VERSION],
  );
  return rows as FeedRow[];
}

export async function newestObservations(db: Db): Promise<{ collection: Collection; observed_at: Instant | null }[]> {
  const { rows } = await db.raw(
    'select collection, max(newest_observed_at) as observed_at from release group by collection order by collection',
  );
  return rows as { collection: Collection; observed_at: Instant | null }[];
}

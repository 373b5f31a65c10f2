// Price series at a cutoff: one vintage for each provider, with only the sessions that had been observed.
import type { CalendarDate, Cutoff, Db, Instant } from './db.ts';
import { eligiblePart, inVersion } from './eligible.ts';

export type VintageRow = {
  vintage_id: string;
  ticker: string;
  provider: string;
  currency: string;
  basis: string;
  from_version: number;
};

export type PriceRow = {
  vintage_id: string;
  session_date: CalendarDate;
  /** As written by the provider: text, so that no digit is lost. */
  adjusted_close: string;
  close: string | null;
  observed_at: Instant;
  observed_stated: boolean;
};

/** The vintages of an entity at the cutoff, the first loaded first: that one is quoted, the others only check it. */
export async function vintagesOf(db: Db, cutoff: Cutoff, entityId: string): Promise<VintageRow[]> {
  const live = inVersion('s', cutoff);
  const result = await db.raw(
    `select s.vintage_id, s.ticker, s.provider, s.currency, s.basis, s.from_version,
            (select min(o.from_version) from price_vintage o
              where o.collection = s.collection and o.series_id = s.series_id) as opened_version
       from price_vintage s where s.entity_id = ? and ${live.sql}
      order by opened_version, s.series_id, s.vintage_id`,
    [entityId, ...live.bindings],
  );
  return result.rows as VintageRow[];
}

/** The sessions of one vintage that were released and observed by the cutoff, oldest first. */
export async function pricesOf(db: Db, cutoff: Cutoff, vintageId: string): Promise<PriceRow[]> {
  const seen = eligiblePart('p', cutoff);
  const result = await db.raw(
    `select p.vintage_id, p.session_date, p.adjusted_close, p.close, p.observed_at, p.observed_stated
       from price p
      where p.vintage_id = ? and ${seen.sql}
      order by p.session_date`,
    [vintageId, ...seen.bindings],
  );
  return result.rows as PriceRow[];
}

/** The hash kept beside one price when it was loaded, in hexadecimal. */
export async function observationHash(
  db: Db,
  cutoff: Cutoff,
  vintageId: string,
  session: CalendarDate,
): Promise<string | null> {
  const result = await db.raw(
    `select encode(p.observation_hash, 'hex') as hash from price p
      where p.collection = ? and p.vintage_id = ? and p.session_date = ?`,
    [cutoff.collection, vintageId, session],
  );
  return (result.rows as { hash: string }[])[0]?.hash ?? null;
}

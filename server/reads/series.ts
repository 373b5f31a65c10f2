// The prices of one security at a cutoff: the series that is quoted, and whether anything speaks against its latest price.
import { hashObservation } from '../measures/observation-hash.ts';
import type { Calendar } from '../measures/calendar.ts';
import { providersDisagree } from '../measures/price-status.ts';
import { type UsableSeries, noPrices, usable } from '../measures/prices.ts';
import type { Cutoff, Db } from '../store/db.ts';
import { type PriceRow, type VintageRow, observationHash, pricesOf, vintagesOf } from '../store/read-prices.ts';

export type QuotedPrice = { row: PriceRow; vintage: VintageRow; hash: string };

export type SeriesAtCutoff = {
  vintage: VintageRow | null;
  series: UsableSeries;
  latest: QuotedPrice | null;
  /** The kept hash of the latest price is not the one that its values give. */
  hashMismatch: boolean;
  /** Another provider's newest common session is priced apart by more than the tolerance. */
  providersDisagree: boolean;
  /** Some price has no stated observation time. */
  observedAssumed: boolean;
};

const none: SeriesAtCutoff = {
  vintage: null,
  series: noPrices,
  latest: null,
  hashMismatch: false,
  providersDisagree: false,
  observedAssumed: false,
};

async function cutSeries(db: Db, cutoff: Cutoff, calendar: Calendar, vintage: VintageRow) {
  const rows = await pricesOf(db, cutoff, vintage.vintage_id);
  const points = rows.map((row) => ({
    sessionDate: row.session_date,
    adjusted: Number(row.adjusted_close),
    close: row.close === null ? null : Number(row.close),
    observedAt: row.observed_at,
  }));
  return { rows, series: usable(points, calendar, cutoff.asOf).series };
}

/** Recomputes the published hash of a price and compares it with the one kept when it was loaded. */
async function quote(
  db: Db,
  cutoff: Cutoff,
  vintage: VintageRow,
  row: PriceRow,
): Promise<QuotedPrice & { mismatch: boolean }> {
  const kept = await observationHash(db, cutoff, vintage.vintage_id, row.session_date);
  const hash = hashObservation({
    adjusted_close: row.adjusted_close,
    basis: vintage.basis,
    currency: vintage.currency,
    provider: vintage.provider,
    provider_observed_at: row.observed_at,
    session_date: row.session_date,
    ticker: vintage.ticker,
  });
  return { row, vintage, hash: `sha256:${kept ?? hash}`, mismatch: kept !== hash };
}

/** Reads the quoted series and holds the other providers' prices of its latest session against it. */
export async function readSeries(
  db: Db,
  cutoff: Cutoff,
  calendar: Calendar,
  entityId: string,
): Promise<SeriesAtCutoff> {
  const [vintage, ...others] = await vintagesOf(db, cutoff, entityId);
  if (vintage === undefined) return none;
  const { rows, series } = await cutSeries(db, cutoff, calendar, vintage);
  const last = series.at(-1);
  const row = rows.findLast((candidate) => candidate.session_date === last?.sessionDate);
  if (last === undefined || row === undefined) return { ...none, vintage };
  const quoted = await quote(db, cutoff, vintage, row);
  const checks: UsableSeries[] = [];
  for (const other of others) checks.push((await cutSeries(db, cutoff, calendar, other)).series);
  return {
    vintage,
    series,
    latest: { row: quoted.row, vintage, hash: quoted.hash },
    hashMismatch: quoted.mismatch,
    providersDisagree: providersDisagree(series, checks),
    observedAssumed: rows.some((candidate) => !candidate.observed_stated),
  };
}

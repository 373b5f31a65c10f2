// Publication of staged prices: each series opens, continues or restates a vintage, as it was judged when it was accepted.
import {
  leaveStagedSeries,
  publishPrices,
  publishSeries,
  stagedSeries,
  type StagedSeries,
  type VintageMove,
} from '../../store/published/publish-prices.ts';
import { RefusedInput, type Fault } from '../files/faults.ts';
import type { ReleaseContext } from './release-identity.ts';

export type PriceTally = {
  rows: number;
  vintages_opened: number;
  vintages_appended: number;
  vintages_restated: number;
  /** Released series that were given another rank. */
  series_ranked: number;
};

/** `leftOut`: tickers without a listing. */
export async function releasePrices(
  { trx, release, listings }: ReleaseContext,
  leftOut: readonly string[],
): Promise<PriceTally> {
  const staged = await stagedSeries(trx, release.collection, leftOut);
  const seriesRanked = await publishSeries(trx, release, staged);
  const series = staged.filter((s) => s.staged > 0);
  const entityIds = await listings.idsOf(series.map((s) => s.ticker));
  const others = series.filter((s) => s.entity_id !== null && s.entity_id !== entityIds.get(s.ticker));
  if (others.length > 0) throw new RefusedInput(others.map(otherListing), others.length);
  const moves: VintageMove[] = series.map((s) => ({
    series: s,
    entityId: entityIds.get(s.ticker) ?? '',
    opens: s.vintage_id === null || s.opens,
  }));
  const rows = await publishPrices(trx, release, moves);
  await leaveStagedSeries(
    trx,
    release.collection,
    staged.map((s) => s.series_id),
  );
  const opened = series.filter((s) => s.vintage_id === null).length;
  const restated = series.filter((s) => s.vintage_id !== null && s.opens).length;
  return {
    rows,
    vintages_opened: opened,
    vintages_appended: series.length - opened - restated,
    vintages_restated: restated,
    series_ranked: seriesRanked,
  };
}

/** Checked when it was loaded; since then an entity record has given the ticker to another listing. */
function otherListing(series: StagedSeries): Fault {
  return {
    file: 'release',
    line: null,
    field: series.series_id,
    what: `the staged prices continue those of another listing (entity_id ${series.entity_id}) than ${series.ticker} is now`,
    fix: `load the entity record that takes ${series.ticker} with another ticker, release, and load it as it was then`,
  };
}

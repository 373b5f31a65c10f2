// Report about a price file for the operator: its series, their counts, and notes.
import type { Calendar } from '../../measures/calendar.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { SeriesPlan } from './price-judge.ts';
import type { PriceLayout } from '../layouts/price-layout.ts';
import { priceNotes } from './price-notes.ts';
import type { RowsLeftOut } from '../layouts/price-rows.ts';
import type { WaitingTicker } from './waiting-prices.ts';

export type PriceReport = {
  file: string;
  collection: string;
  dry_run: boolean;
  layout: string;
  mapping: string[];
  /** The first 100; the totals are over all. */
  series: { ticker: string; provider: string; rows: number; new: number; same: number; outcome: string }[];
  rows: number;
  new: number;
  same: number;
  splits: number;
  /** Tickers without a listing: a release leaves their prices out until there is one. The first 20, and how many there are. */
  waiting: { named: WaitingTicker[]; count: number };
  notes: string[];
};

const seriesShownMax = 100;

type Outcome = {
  file: string;
  loading: ImportOptions;
  observedAt: Instant | null;
  layout: PriceLayout;
  nameMapping: string | null;
  provider: string;
  plans: readonly SeriesPlan[];
  splits: number;
  leftOut: RowsLeftOut | undefined;
  calendar: Calendar;
  precision: number;
  waiting: PriceReport['waiting'];
};

export function priceReport({
  file,
  loading,
  layout,
  nameMapping,
  provider,
  plans,
  splits,
  waiting,
  ...noted
}: Outcome): PriceReport {
  const series = plans.map(({ ticker, rows, added, outcome }) => ({
    ticker,
    provider,
    rows,
    new: added,
    same: rows - added,
    outcome,
  }));
  const sum = (field: 'rows' | 'new' | 'same'): number => series.reduce((total, each) => total + each[field], 0);
  return {
    file,
    collection: loading.collection,
    dry_run: loading.dryRun,
    layout: layout.name,
    mapping: [...layout.mapping, ...(nameMapping === null ? [] : [nameMapping])],
    series: series.slice(0, seriesShownMax),
    rows: sum('rows'),
    new: sum('new'),
    same: sum('same'),
    splits,
    waiting,
    notes: priceNotes({ ...noted, plans }),
  };
}

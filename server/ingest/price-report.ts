// What an operator is told of a price file that was read: its series, their counts, and what there is to note.
import type { Instant } from '../store/db.ts';
import type { Loading } from './loading.ts';
import type { SeriesPlan, SparseSeries } from './price-check.ts';
import type { PriceLayout } from './price-layout.ts';
import { priceNotes } from './price-notes.ts';
import type { RowsLeftOut } from './price-rows.ts';

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
  notes: string[];
};

const seriesShownMax = 100;

type Outcome = {
  file: string;
  loading: Loading;
  observedAt: Instant | null;
  layout: PriceLayout;
  provider: string;
  plans: ReadonlyMap<string, SeriesPlan>;
  splits: number;
  leftOut: RowsLeftOut | undefined;
  sparse: readonly SparseSeries[];
};

export function priceReport({ file, loading, layout, provider, plans, splits, ...noted }: Outcome): PriceReport {
  const series = [...plans.values()].map(({ ticker, rows, added, outcome }) => ({
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
    mapping: layout.mapping,
    series: series.slice(0, seriesShownMax),
    rows: sum('rows'),
    new: sum('new'),
    same: sum('same'),
    splits,
    notes: priceNotes({ ...noted, kept: keptIn(plans), closesLost: closesLostIn(plans) }),
  };
}

/** Rows of which the series keeps what it has; a restated one takes even equal ones from the file. */
function keptIn(plans: ReadonlyMap<string, SeriesPlan>): number {
  return [...plans.values()]
    .filter(({ outcome }) => outcome !== 'restates')
    .reduce((total, { rows, added }) => total + rows - added, 0);
}

function closesLostIn(plans: ReadonlyMap<string, SeriesPlan>): number {
  return [...plans.values()].reduce((total, { closesLost }) => total + closesLost, 0);
}

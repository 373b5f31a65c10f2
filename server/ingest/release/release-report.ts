// Report of a release: counts, what each import became, whom it touched, and its warnings.
import type { Collection, Instant } from '../../store/engine/db.ts';
import type { ImportEffect, Moves } from '../../store/published/release-effects.ts';
import type { Restatement } from '../../store/staged/import-restated.ts';
import type { StagedImport } from '../../store/staged/staged-imports.ts';
import { waitingWarnings } from '../prices/waiting-prices.ts';
import type { PriceTally } from './release-prices.ts';
import { noStatements, type StatementTally } from './release-statements.ts';
import type { TouchedNames } from './touched.ts';

export type ReleaseReport = {
  collection: Collection;
  /** Null when nothing was staged: then nothing was written. */
  version: number | null;
  effective_at: Instant | null;
  records: { [kind: string]: number };
  statements: {
    beliefs_opened: number;
    beliefs_revised: number;
    beliefs_reversed: number;
    beliefs_closed: number;
    /** Revisions that rest on several statements of one instant, or of one date. */
    grouped: number;
    /** Reviews of views' conditions. */
    reviews: number;
    late: number;
    late_record_ids: string[];
  };
  prices: PriceTally;
  warnings: string[];
  /** Published counts by the import that staged them. */
  imports: ReleasedImport[];
  /** Imports that state again what was withdrawn by mistake, with their reasons. */
  restated: Restatement[];
  /** Null when nothing was written. */
  touched: TouchedNames | null;
  /** One sentence for the reader of a log. */
  summary: string;
};

export type ReleasedImport = Pick<StagedImport, 'origin' | 'records'> & {
  import_id: number;
  price_rows: number;
  moves: Moves | null;
};

export function importReport(
  { importId, origin, records, priceRows }: StagedImport,
  effects: ImportEffect[],
): ReleasedImport {
  const found = effects.find((one) => one.import_id === importId);
  const { import_id: _, ...moves } = found ?? { import_id: importId };
  return {
    import_id: importId,
    origin,
    records,
    price_rows: priceRows,
    moves: found === undefined ? null : (moves as Moves),
  };
}

export function statementsReport(tally: StatementTally): ReleaseReport['statements'] {
  return {
    beliefs_opened: tally.opened,
    beliefs_revised: tally.revised,
    beliefs_reversed: tally.reversed,
    beliefs_closed: tally.closed,
    grouped: tally.grouped,
    reviews: tally.reviews,
    late: tally.lateCount,
    late_record_ids: tally.late,
  };
}

export function warningsOf(tally: StatementTally): string[] {
  if (tally.lateCount === 0) return [];
  return [
    `${tally.lateCount} late statements joined beliefs that had newer ones; they move neither direction, status nor summary`,
  ];
}

export function nothing(collection: Collection, waiting: readonly string[]): ReleaseReport {
  return {
    collection,
    version: null,
    effective_at: null,
    records: {},
    statements: statementsReport(noStatements()),
    prices: { rows: 0, vintages_opened: 0, vintages_appended: 0, vintages_restated: 0, series_ranked: 0 },
    imports: [],
    restated: [],
    touched: null,
    summary: `Nothing was released to ${collection}.`,
    warnings:
      waiting.length === 0
        ? ['nothing is staged, so nothing was released']
        : ['nothing was released', ...waitingWarnings(waiting)],
  };
}

// The known share splits of a listing, and the range of days in which all are known.
import type { SplitHistory } from '../measures/prices/splits.ts';
import type { SplitRow } from '../store/known/read-splits.ts';
import type { PricesAtCutoff } from './prices.ts';

/**
 * Recording a listing's splits vouches for all of them within the released prices, also past the cutoff: an older price
 * is adjusted for later splits. A record of 1 for 1 states that there was none. Without any record the history is
 * unknown.
 */
export function splitHistoryOf(rows: readonly SplitRow[], { security }: PricesAtCutoff): SplitHistory | null {
  if (rows.length === 0) return null;
  return {
    knownFrom: '0001-01-01',
    knownThrough: security.adjustedThrough,
    splits: rows.map((row) => ({
      effectiveSession: row.effective_session,
      numerator: Number(row.numerator),
      denominator: Number(row.denominator),
    })),
  };
}

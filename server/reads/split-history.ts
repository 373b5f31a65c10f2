// What is known of a listing's share splits: the splits themselves, and the days between which none is missing.
import type { SplitHistory } from '../measures/prices/splits.ts';
import type { SplitRow } from '../store/known/read-splits.ts';
import type { PricesAtCutoff } from './prices.ts';

/**
 * Who records the splits of a listing vouches for all of them, as far as the prices reach that are released beside them:
 * past the cutoff too, since a price of before it is adjusted for a split of after it. A record of 1 for 1 says that there
 * was none. Without any record nobody has said so, and the history is unknown.
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

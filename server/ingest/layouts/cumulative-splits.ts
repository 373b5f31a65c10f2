// Finds a column of cumulative split factors: read as splits, each of its rows would split the shares once more.
import type { CalendarDate } from '../../store/engine/db.ts';
import type { Faults } from '../files/faults.ts';

export type StatedSplit = {
  line: number;
  ticker: string;
  session: CalendarDate;
  ratio: number;
};

/** No listing splits by the same ratio again within a month; this also finds the rows of weekly and monthly files. */
const sameAgainDays = 31;
/** A reverse split with a forward one the day after buys small holders out; a third within a week follows on nothing. */
const anyThreeDays = 7;

/** Whether there are any: one fault for each ticker of which the column cannot be read as splits, at the first row that shows it. */
export function refuseCumulative(splits: readonly StatedSplit[], column: string, faults: Faults): boolean {
  let isAny = false;
  for (const [ticker, own] of byTicker(splits)) {
    const inOrder = own.toSorted((a, b) => (a.session < b.session ? -1 : 1));
    const at = inOrder.findIndex((_, index) => isNoSplit(inOrder, index));
    const [earlier, later] = [inOrder[at - 1], inOrder[at]];
    if (earlier === undefined || later === undefined) continue;
    isAny = true;
    const what = `${ticker} has a factor of ${earlier.ratio} on ${earlier.session} and ${later.ratio} on ${later.session}, and ${own.length} other than 1 in all: no listing splits that often, so they are cumulative factors and not splits`;
    faults.add(
      { line: later.line, field: column },
      what,
      'write the factor of a split on its first session alone and 1 elsewhere, or remove the column and load splits in a bundle',
    );
  }
  return isAny;
}

function isNoSplit(inOrder: readonly StatedSplit[], index: number): boolean {
  const [before, earlier, later] = [inOrder[index - 2], inOrder[index - 1], inOrder[index]];
  if (earlier === undefined || later === undefined) return false;
  if (earlier.ratio === later.ratio && daysBetween(earlier, later) <= sameAgainDays) return true;
  return before !== undefined && daysBetween(before, later) <= anyThreeDays;
}

function daysBetween(earlier: StatedSplit, later: StatedSplit): number {
  return (Date.parse(later.session) - Date.parse(earlier.session)) / 86_400_000;
}

function byTicker(splits: readonly StatedSplit[]): Map<string, StatedSplit[]> {
  const tickers = new Map<string, StatedSplit[]>();
  for (const split of splits) {
    const own = tickers.get(split.ticker) ?? [];
    own.push(split);
    tickers.set(split.ticker, own);
  }
  return tickers;
}

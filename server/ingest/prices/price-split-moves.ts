// Splits compared with the prices of an import: those of the file and the loaded ones must show in the prices.
import { knownSplits, splitMoves, type KnownSplit } from '../../store/staged/price-splits.ts';
import { listingsMeant } from '../judging/check-tickers.ts';
import type { StatedSplit } from '../layouts/cumulative-splits.ts';
import type { Faults } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { Series } from './price-intake.ts';
import { splitContradiction } from './split-rules.ts';

/** Tickers whose splits are looked up at once, and splits that are compared with prices in one step. */
const stepMax = 500;

export async function splitsKnownOf(loading: ImportOptions, tickers: readonly string[]): Promise<KnownSplit[]> {
  const all = [...new Set(tickers)];
  const known: KnownSplit[] = [];
  for (let start = 0; start < all.length; start += stepMax) {
    const some = all.slice(start, start + stepMax);
    const meant = await listingsMeant(loading, some);
    const listings = new Map(some.map((ticker) => [ticker, meant.get(ticker) ?? null]));
    known.push(...(await knownSplits(loading.db, loading.collection, listings)));
  }
  return known;
}

export type SplitCheck = {
  loading: ImportOptions;
  importId: number;
  faults: Faults;
  series: readonly Series[];
};

/** `column`: what the file calls its splits. */
export async function checkSplitMoves(
  { loading, importId, faults, series }: SplitCheck,
  stated: readonly StatedSplit[],
  column: string,
): Promise<void> {
  const numbers = new Map(series.map(({ ticker, seriesNo }) => [ticker, seriesNo]));
  const keyOf = ({ ticker, session }: KnownSplit): string => `${ticker} ${session}`;
  const loaded = await splitsKnownOf(loading, [...numbers.keys()]);
  const lines = new Map(stated.map((split) => [keyOf(split), split.line]));
  const splits = [...new Map([...loaded, ...stated].map((split) => [keyOf(split), split])).values()];
  for (let start = 0; start < splits.length; start += stepMax) {
    const some = splits.slice(start, start + stepMax);
    const asked = some.flatMap(({ ticker, session }) => {
      const seriesNo = numbers.get(ticker);
      return seriesNo === undefined ? [] : [{ seriesNo, session }];
    });
    const moves = new Map(
      (await splitMoves(loading.db, importId, asked)).map((m) => [`${m.series_no} ${m.session}`, m]),
    );
    for (const split of some) {
      const move = moves.get(`${numbers.get(split.ticker)} ${split.session}`);
      const contradiction = move === undefined ? null : splitContradiction(split, move);
      if (move === undefined || contradiction === null) continue;
      const line = lines.get(keyOf(split));
      const place = line === undefined ? { line: move.line, field: split.ticker } : { line, field: column };
      faults.add(place, contradiction.what, contradiction.fix);
    }
  }
}

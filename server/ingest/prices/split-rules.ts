// Agreement of splits and prices: one split counts once, and the prices of its session show it as they are adjusted.
import type { CalendarDate } from '../../store/engine/db.ts';
import type { KnownSplit, SplitMove } from '../../store/staged/price-splits.ts';

/** No listing splits by the same ratio again within a month. */
const sameAgainDays = 31;
/** Smaller splits cannot be distinguished from a session's own move. */
const clearRatioMin = 1.5;
/** The largest distance of a move from a ratio, as a logarithm: the session also has its own move. */
const nearLog = 0.2;

/** Another session's split of the same ratio that is near enough to be the same one. */
export function sameSplit<Known extends KnownSplit>(
  { ticker, session, ratio }: KnownSplit,
  known: readonly Known[],
): Known | undefined {
  return known.find(
    (one) =>
      one.ticker === ticker &&
      one.session !== session &&
      Math.abs(one.ratio / ratio - 1) < 1e-9 &&
      daysBetween(one.session, session) <= sameAgainDays,
  );
}

function daysBetween(one: CalendarDate, another: CalendarDate): number {
  return Math.abs(Date.parse(one) - Date.parse(another)) / 86_400_000;
}

/** The contradiction between a split and the prices of its session, or null. */
export function splitContradiction(
  split: KnownSplit,
  move: Omit<SplitMove, 'series_no' | 'line'>,
): { what: string; fix: string } | null {
  const { ticker, session, ratio } = split;
  if (Math.max(ratio, 1 / ratio) < clearRatioMin) return null;
  const named = `${ticker} has a split of ${shortRatio(ratio)} on ${session}`;
  const [traded, adjusted] = [
    moveOf(move.traded_before, move.traded_after),
    moveOf(move.adjusted_before, move.adjusted_after),
  ];
  if (traded !== null && isNear(traded, ratio)) {
    return {
      what: `${named}, and its close goes from ${move.traded_before} to ${move.traded_after} there: the ratio is the wrong way round`,
      fix: `write new shares per old one: ${shortRatio(1 / ratio)}`,
    };
  }
  if (adjusted === null) return null;
  const moves = `${named}, and its adjusted close goes from ${move.adjusted_before} to ${move.adjusted_after} there`;
  if (isNear(adjusted, 1 / ratio)) {
    return {
      what: `${moves}: the prices before it are not adjusted for it`,
      fix: 'load a history that is adjusted for the split, or correct the split',
    };
  }
  if (isNear(adjusted, ratio)) {
    return {
      what: `${moves}: the prices before it are adjusted for it twice, or the ratio is the wrong way round`,
      fix: 'load a history that is adjusted for the split once, or correct the split',
    };
  }
  return null;
}

function moveOf(before: string | null, after: string | null): number | null {
  return before === null || after === null ? null : Number(after) / Number(before);
}

function isNear(move: number, ratio: number): boolean {
  return Math.abs(Math.log(move / ratio)) < nearLog;
}

/** 0.3333333333333333 as 0.333333. */
export function shortRatio(ratio: number): string {
  return String(Number(ratio.toPrecision(6)));
}

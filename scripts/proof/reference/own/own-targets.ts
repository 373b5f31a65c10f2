// Distance of the price to each target that an author named, or the first reason for which it is unknown.
import { dateOf, endOfDay, wholeDays } from '../instants.ts';
import type { Belief } from './own-beliefs.ts';
import type { Through } from './own-prices.ts';
import { SILENT_DAYS } from './own-views.ts';
import type { PriceFile } from '../raw-files.ts';
import type { Target } from '../raw-statements.ts';

const NEAR_PERCENT = 5;

export type Distance = {
  statedOn: string;
  reason: string | null;
  proximity: string;
  low: number | null;
  high: number | null;
};
type Input = { file: PriceFile | undefined; price: Through; cutoff: string; releases: readonly string[] };

const isOver = (untilOn: string, cutoff: string): boolean => cutoff > endOfDay(untilOn).replace('.000Z', '.999Z');

/** A release brings the prices of before the next one. */
const knownBefore = ({ releases, cutoff }: Input): string =>
  (releases.find((release) => release > cutoff) ?? '9999').slice(0, 10);

/**
 * New shares per old one since a date: a close is adjusted for all splits loaded with it, past its own session too. Null
 * if the file states no split, since its silence does not prove that there was none.
 */
function splitFactor(input: Input, statedOn: string): number | null {
  const splits = (input.file?.prices ?? []).flatMap(({ date, split }) =>
    split === null || split === 1 || date >= knownBefore(input) ? [] : [{ date, split }],
  );
  if (splits.length === 0) return null;
  return splits.reduce((factor, { date, split }) => (date > statedOn ? factor * split : factor), 1);
}

function reasonOf(target: Target, statedOn: string, input: Input): string | null {
  const { price, cutoff, file } = input;
  const close = file?.prices.find(({ date }) => date === price.through)?.close ?? null;
  const faults: [string, boolean][] = [
    ['horizon_ended', target.untilOn !== null && isOver(target.untilOn, cutoff)],
    ['target_not_restated', target.untilOn === null && wholeDays(`${statedOn}T00:00:00.000Z`, cutoff) > SILENT_DAYS],
    ['price_unavailable', price.status === 'unavailable'],
    ['price_stale', price.status === 'stale'],
    ['price_unverified', price.status === 'unverified'],
    ['currency_mismatch', target.currency !== 'USD'],
    ['adjusted_price_not_comparable', close === null],
    ['split_history_unknown', splitFactor(input, statedOn) === null],
  ];
  return faults.find(([, stands]) => stands)?.[0] ?? null;
}

function proximityOf(direction: string, changes: readonly number[]): string {
  const remaining = direction === 'bearish' ? changes.map((change) => -change) : changes;
  if (remaining.some((change) => change <= 0)) return 'reached_or_beyond';
  return remaining.some((change) => change <= NEAR_PERCENT) ? 'near' : 'not_reached';
}

function distanceOf(target: Target, statedOn: string, direction: string, input: Input): Distance {
  const reason = reasonOf(target, statedOn, input);
  if (reason !== null) return { statedOn, reason, proximity: 'unknown', low: null, high: null };
  const close = input.file?.prices.find(({ date }) => date === input.price.through)?.close ?? Number.NaN;
  const factor = splitFactor(input, statedOn) ?? Number.NaN;
  const remaining = (end: number | null): number | null => (end === null ? null : (end / factor / close - 1) * 100);
  const [low, high] = [remaining(target.low), remaining(target.high)];
  const isDirectional = direction === 'bullish' || direction === 'bearish';
  if (!isDirectional) return { statedOn, reason: 'no_clear_direction', proximity: 'unknown', low, high };
  const changes = [low, high].filter((change) => change !== null);
  return { statedOn, reason: null, proximity: proximityOf(direction, changes), low, high };
}

/** Null for a view that has ended. The targets of a step are those of its words. */
export function distancesOf({ isFinal, course, direction }: Belief, input: Input): Distance[] | null {
  if (isFinal) return null;
  return course
    .flatMap(({ words }) => (words.target ? [{ target: words.target, statedOn: dateOf(words.observedAt) }] : []))
    .map(({ target, statedOn }) => distanceOf(target, statedOn, direction, input))
    .toSorted((a, b) => a.statedOn.localeCompare(b.statedOn));
}

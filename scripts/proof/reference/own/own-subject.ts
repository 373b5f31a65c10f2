// One ticker at one cutoff by the raw files: its beliefs, its related research, its prices, its marks and its trade state.
import { beliefsAt } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { knownAt, marksOf } from './own-marks.ts';
import type { Marks, Series, World } from './own-marks.ts';
import { throughOf } from './own-prices.ts';
import type { Through } from './own-prices.ts';
import { relatedTo } from './own-relations.ts';
import type { RelatedContext } from './own-relations.ts';
import { tradeOf } from './own-trade.ts';
import type { Trade } from './own-trade.ts';
import { counts } from './own-views.ts';
import { priceFileOf } from '../raw-files.ts';
import type { PriceFile, RawData } from '../raw-files.ts';

export type Subject = {
  ticker: string;
  own: Belief[];
  related: RelatedContext;
  file: PriceFile | undefined;
  world: World;
  price: Through;
  marks: Map<string, Marks>;
  trade: Trade;
};
/** Data of one cutoff that all tickers share. */
export type Moment = { raw: RawData; cutoff: string; beliefs: Belief[]; benchmark: Series };

export function momentOf(raw: RawData, cutoff: string): Moment {
  const benchmark = knownAt(priceFileOf(raw.priceFiles, 'SPY'), raw.sessions, cutoff);
  return { raw, cutoff, beliefs: beliefsAt(raw, cutoff), benchmark };
}

export function subjectOf(ticker: string, moment: Moment): Subject {
  const { raw, cutoff, beliefs, benchmark } = moment;
  const { sessions } = raw;
  const own = beliefs.filter((belief) => belief.ticker === ticker);
  const file = priceFileOf(raw.priceFiles, ticker);
  const world = { sessions, security: knownAt(file, sessions, cutoff), benchmark, cutoff };
  const price = throughOf(world.security, sessions, cutoff);
  const marks = new Map(own.map((belief) => [belief.id, marksOf(belief, world)]));
  const trade = tradeOf({ own, marks, price, cutoff });
  return { ticker, own, related: relatedTo(ticker, raw.securities, beliefs, cutoff), file, world, price, marks, trade };
}

/** Whether the brief answers at all. */
export const isKnown = ({ own, related }: Subject): boolean => own.length > 0 || related.total > 0;

/** True for a listing with research, which lists and `explain` contain. */
export const isCovered = ({ own }: Subject): boolean => own.length > 0;

/** Coverage of a brief that returns so many views. */
export function coverageOf({ own, related, price, trade, world }: Subject, returned: number): string {
  if (trade.counting.length === 0 || price.through === null) return 'insufficient';
  const allCount = own.every((belief) => belief.isFinal || counts(belief, world.cutoff));
  const isPriced = price.status === 'current' && world.benchmark.size > 0;
  return own.length === returned && allCount && isPriced && related.sic !== null ? 'complete' : 'partial';
}

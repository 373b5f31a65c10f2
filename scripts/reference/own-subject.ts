// What the raw files say of one ticker at one cutoff: its beliefs, its related research, its prices and its marks.
import { beliefsAt } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { knownAt, markOf } from './own-marks.ts';
import type { Mark, Series } from './own-marks.ts';
import { relatedTo } from './own-relations.ts';
import type { RelatedContext } from './own-relations.ts';
import { priceFileOf } from './raw-files.ts';
import type { RawData } from './raw-files.ts';

export type Subject = {
  ticker: string;
  own: Belief[];
  related: RelatedContext;
  security: Series;
  marks: Map<string, Mark>;
};
/** What is the same for every ticker at one cutoff. */
export type Moment = { raw: RawData; cutoff: string; beliefs: Belief[]; benchmark: Series };

export function momentOf(raw: RawData, cutoff: string): Moment {
  const benchmark = knownAt(priceFileOf(raw.priceFiles, 'SPY'), raw.sessions, cutoff);
  return { raw, cutoff, beliefs: beliefsAt(raw.statements, cutoff), benchmark };
}

export function subjectOf(ticker: string, moment: Moment): Subject {
  const { raw, cutoff, beliefs, benchmark } = moment;
  const { sessions } = raw;
  const own = beliefs.filter((belief) => belief.ticker === ticker);
  const security = knownAt(priceFileOf(raw.priceFiles, ticker), sessions, cutoff);
  const marks = new Map(own.map((belief) => [belief.id, markOf(belief, { sessions, security, benchmark, cutoff })]));
  return { ticker, own, related: relatedTo(ticker, raw.securities, beliefs, cutoff), security, marks };
}

/** Whether the brief answers at all. */
export const isKnown = ({ own, related }: Subject): boolean => own.length > 0 || related.total > 0;

/** Whether there is research of its own, which lists and `explain` tell of. */
export const isCovered = ({ own }: Subject): boolean => own.length > 0;

// Prices at a cutoff and the marks over them: entry, latest or last price, excess over the benchmark, and the median that confirms a setup.
import { dateOf, endOfDay } from '../instants.ts';
import type { Belief } from './own-beliefs.ts';
import type { Revision } from './own-courses.ts';
import type { PriceFile, Session } from '../raw-files.ts';

/** Sessions an entry may wait for a price: the entry session and the four after it. */
const ENTRY_SESSIONS = 5;

/** Adjusted closes known at a cutoff, by session date. */
export type Series = Map<string, number>;
/** Knowledge at a cutoff: the calendar with all of its future, and the closes of both series up to the cutoff. */
export type World = { sessions: readonly Session[]; security: Series; benchmark: Series; cutoff: string };
export type PriceAt = { session: string; price: number; benchmark: number | null };
type Percents = { securityPercent: number | null; benchmarkPercent: number | null; excessPercent: number | null };
export type Mark = Percents & {
  status: 'measured' | 'unmeasured' | 'pending' | 'unmeasurable';
  reason: string | null;
  entry: PriceAt | null;
  latest: PriceAt | null;
  ended: boolean;
};
/** `index` is the nominal entry session in the calendar, or -1 beyond it; `session` the one with the price. */
export type Entry = { index: number; session: string | null; isOpen: boolean };

const closesOf = new WeakMap<readonly Session[], Map<string, string>>();

export function knownAt(file: PriceFile | undefined, sessions: readonly Session[], cutoff: string): Series {
  const closes = closesOf.get(sessions) ?? new Map(sessions.map(({ date, close }) => [date, close]));
  closesOf.set(sessions, closes);
  const known: [string, number][] = [];
  for (const { date, adjusted, observedAt } of file?.prices ?? []) {
    const close = closes.get(date);
    if (close !== undefined && close <= cutoff && (observedAt ?? close) <= cutoff) known.push([date, adjusted]);
  }
  return new Map(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function lastDate(series: Series): string | null {
  return [...series.keys()].at(-1) ?? null;
}

/** The first session whose close is at or after an instant, by bisection; -1 beyond the calendar. */
export function entrySessionIndex(sessions: readonly Session[], instant: string): number {
  let [low, high] = [0, sessions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sessions[middle]?.close ?? '') >= instant) high = middle;
    else low = middle + 1;
  }
  return low < sessions.length ? low : -1;
}

/** A revision known to the day enters at the first session after its date, regardless of its release. */
export const entersAt = ({ isDay, at, counts }: Revision): string => (isDay ? endOfDay(dateOf(at)) : counts);

export function entryOf(revision: Revision, { sessions, security, cutoff }: World): Entry {
  const index = entrySessionIndex(sessions, entersAt(revision));
  const window = index < 0 ? [] : sessions.slice(index, index + ENTRY_SESSIONS);
  const session = window.find(({ date }) => security.has(date))?.date ?? null;
  const closed = window.filter(({ close }) => close <= cutoff).length;
  return { index, session, isOpen: session === null && closed < ENTRY_SESSIONS };
}

const change = (from: number, to: number): number => (to / from - 1) * 100;
const noPercent: Percents = { securityPercent: null, benchmarkPercent: null, excessPercent: null };

function percentsOf(entry: PriceAt, latest: PriceAt): Percents {
  const securityPercent = change(entry.price, latest.price);
  const isBoth = entry.benchmark !== null && latest.benchmark !== null;
  const benchmarkPercent = isBoth ? change(entry.benchmark ?? Number.NaN, latest.benchmark ?? Number.NaN) : null;
  const excessPercent = benchmarkPercent === null ? null : securityPercent - benchmarkPercent;
  return { securityPercent, benchmarkPercent, excessPercent };
}

/** A mark from one revision to the latest price, or to the entry price of the revision that ended the belief. */
export function markFrom(from: Revision, end: Revision | null, world: World): Mark {
  const { security, benchmark } = world;
  const price = (session: string): PriceAt => ({
    session,
    price: security.get(session) ?? Number.NaN,
    benchmark: benchmark.get(session) ?? null,
  });
  const ended = end !== null;
  const found = entryOf(from, world);
  const none = { entry: null, latest: null, ended, ...noPercent };
  if (found.session === null)
    return found.isOpen
      ? { status: 'pending', reason: null, ...none }
      : { status: 'unmeasurable', reason: 'no_entry_price', ...none };
  const entry = price(found.session);
  const last = end && entryOf(end, world);
  if (last && last.session === null)
    return last.isOpen
      ? { ...none, status: 'pending', reason: null }
      : { ...none, status: 'unmeasurable', reason: 'no_end_price' };
  const latest = price(last?.session ?? lastDate(security) ?? found.session);
  const prices = { entry, latest, ended };
  if (latest.session === entry.session)
    return { status: 'unmeasured', reason: ended ? 'ended_at_entry' : 'entry_is_latest', ...prices, ...noPercent };
  return { status: 'measured', reason: null, ...prices, ...percentsOf(entry, latest) };
}

export type Marks = { inception: Mark; direction: Mark; entriesDiffer: boolean };

export function marksOf(belief: Belief, world: World): Marks {
  const { opener, since, course, isFinal } = belief;
  const end = isFinal ? (course.at(-1) ?? null) : null;
  return {
    inception: markFrom(opener, null, world),
    direction: markFrom(since, end, world),
    entriesDiffer: entryOf(opener, world).index !== entryOf(since, world).index,
  };
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/**
 * Above +2 points working, below -2 against; a bearish excess counts with the other sign. From 100 to 102 is 2.0000000000000018
 * in double precision, and exactly 2 in decimals.
 */
export function confirmation(direction: 'bullish' | 'bearish', excesses: readonly (number | null)[]): string {
  const measured = excesses
    .filter((value) => value !== null)
    .map((value) => (direction === 'bearish' ? -value : value));
  const middle = median(measured);
  if (middle === null) return 'unmeasured';
  const points = Number(middle.toFixed(10));
  return points > 2 ? 'working' : points < -2 ? 'against' : 'mixed';
}

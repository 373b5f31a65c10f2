// Prices at a cutoff: entry, latest, since-inception mark, excess over the benchmark, the median that confirms a setup, and the chart.
import type { Belief } from './own-beliefs.ts';
import type { PriceFile, Session } from './raw-files.ts';

/** Sessions an entry may wait for a price: the entry session and the four after it. */
const ENTRY_SESSIONS = 5;
const WINDOW_SESSIONS = 252;
const CHART_POINTS = 60;
const PUBLICATION_DELAY_MS = 60 * 60 * 1000;

/** Adjusted closes known at a cutoff, by session date. */
export type Series = Map<string, number>;
export type Mark = {
  state: 'measured' | 'unmeasured' | 'pending' | 'no_entry_price';
  entrySession: string | null;
  entryPrice: number | null;
  latestSession: string | null;
  latestPrice: number | null;
  securityPercent: number | null;
  benchmarkPercent: number | null;
  excessPercent: number | null;
};
export type ChartPoint = { session: string; security: number; benchmark: number; excess: number };
export type Chart = { from: string; to: string; sampledFrom: number; points: ChartPoint[] };

export function knownAt(file: PriceFile | undefined, sessions: readonly Session[], cutoff: string): Series {
  const closes = new Map(sessions.map(({ date, close }) => [date, close]));
  const series: Series = new Map();
  for (const { date, adjusted, observedAt } of file?.prices ?? []) {
    const close = closes.get(date);
    if (close !== undefined && close <= cutoff && (observedAt ?? close) <= cutoff) series.set(date, adjusted);
  }
  return new Map([...series].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function lastDate(series: Series): string | null {
  return [...series.keys()].at(-1) ?? null;
}

export function expectedSession(sessions: readonly Session[], cutoff: string): string | null {
  const due = sessions.filter(({ close }) => Date.parse(close) + PUBLICATION_DELAY_MS <= Date.parse(cutoff));
  return due.at(-1)?.date ?? null;
}

export function entrySessionIndex(sessions: readonly Session[], observedAt: string): number {
  return sessions.findIndex(({ close }) => close >= observedAt);
}

const change = (from: number, to: number): number => (to / from - 1) * 100;

export function markOf(
  belief: Belief,
  world: { sessions: readonly Session[]; security: Series; benchmark: Series; cutoff: string },
): Mark {
  const { sessions, security, benchmark, cutoff } = world;
  const first = entrySessionIndex(sessions, belief.firstAt);
  const window = first < 0 ? [] : sessions.slice(first, first + ENTRY_SESSIONS);
  const entrySession = window.find(({ date }) => security.has(date))?.date ?? null;
  const empty = { entrySession: null, entryPrice: null, latestSession: null, latestPrice: null };
  const noPercent = { securityPercent: null, benchmarkPercent: null, excessPercent: null };
  if (entrySession === null) {
    const closed = window.filter(({ close }) => close <= cutoff).length;
    return { state: closed < ENTRY_SESSIONS ? 'pending' : 'no_entry_price', ...empty, ...noPercent };
  }
  const latestSession = lastDate(security) ?? entrySession;
  const entryPrice = security.get(entrySession) ?? Number.NaN;
  const latestPrice = security.get(latestSession) ?? Number.NaN;
  const prices = { entrySession, entryPrice, latestSession, latestPrice };
  if (latestSession === entrySession) return { state: 'unmeasured', ...prices, ...noPercent };
  const securityPercent = change(entryPrice, latestPrice);
  const [from, to] = [benchmark.get(entrySession), benchmark.get(latestSession)];
  const benchmarkPercent = from === undefined || to === undefined ? null : change(from, to);
  const excessPercent = benchmarkPercent === null ? null : securityPercent - benchmarkPercent;
  return { state: 'measured', ...prices, securityPercent, benchmarkPercent, excessPercent };
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

/** Which points of n are shown: all, else both ends and the extremes of either series, filled from an even grid until there are sixty. */
export function sample(security: readonly number[], benchmark: readonly number[]): number[] {
  const n = security.length;
  if (n <= CHART_POINTS) return security.map((_, i) => i);
  const extremes = [security, benchmark].flatMap((s) => [s.indexOf(Math.min(...s)), s.indexOf(Math.max(...s))]);
  const kept = new Set([0, n - 1, ...extremes]);
  for (let i = 0; i < CHART_POINTS && kept.size < CHART_POINTS; i += 1) {
    kept.add(Math.floor((i * (n - 1)) / (CHART_POINTS - 1)));
  }
  return [...kept].sort((a, b) => a - b);
}

export function chartOf(security: Series, benchmark: Series, earliestEntry: string | null): Chart | null {
  const common = [...security.keys()].filter(
    (date) => benchmark.has(date) && (earliestEntry === null || date >= earliestEntry),
  );
  const window = common.slice(-WINDOW_SESSIONS);
  const [from, to] = [window[0], window.at(-1)];
  if (from === undefined || to === undefined || window.length < 2) return null;
  const prices = (series: Series): number[] => window.map((date) => series.get(date) ?? Number.NaN);
  const [own, spy] = [prices(security), prices(benchmark)];
  const points = sample(own, spy).map((i) => {
    const securityIndex = ((own[i] ?? Number.NaN) / (own[0] ?? Number.NaN)) * 100;
    const benchmarkIndex = ((spy[i] ?? Number.NaN) / (spy[0] ?? Number.NaN)) * 100;
    return {
      session: window[i] ?? '',
      security: securityIndex,
      benchmark: benchmarkIndex,
      excess: securityIndex - benchmarkIndex,
    };
  });
  return { from, to, sampledFrom: window.length, points };
}

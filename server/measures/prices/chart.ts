// The chart: security and benchmark as indices of 100 at the first common session, sampled to at most 60 points.
import { pointAt, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from '../time.ts';

const chartSessionsMax = 252;
export const chartPointsMax = 60;
/** Positions at a regular step; the four extremes fill up to the maximum. */
const regularPointsMax = 56;
export const chartMarkersMax = 20;

export type ChartPoint = {
  readonly sessionDate: CalendarDate;
  readonly securityIndex: number;
  readonly benchmarkIndex: number;
  readonly excessReturnPercent: number;
};

export type Chart = {
  readonly fromSession: CalendarDate;
  readonly toSession: CalendarDate;
  readonly marketDataThrough: CalendarDate;
  readonly sampledFromPoints: number;
  readonly series: readonly ChartPoint[];
};

export type ChartInput = { readonly security: UsableSeries; readonly benchmark: UsableSeries };

/** The last 252 sessions priced in both series; null with fewer than two. */
export function buildChart(input: ChartInput): Chart | null {
  const common = indexed(commonSessions(input));
  const first = common[0];
  const last = common.at(-1);
  if (first === undefined || last === undefined || common.length < 2) return null;
  return {
    fromSession: first.sessionDate,
    toSession: last.sessionDate,
    marketDataThrough: last.sessionDate,
    sampledFromPoints: common.length,
    series: sample(common).map(published),
  };
}

type Common = { readonly sessionDate: CalendarDate; readonly security: number; readonly benchmark: number };

/** Collected backwards from the last common session, so that the cost does not grow with the history. */
function commonSessions({ security, benchmark }: ChartInput): readonly Common[] {
  const newestFirst: Common[] = [];
  for (let position = security.length - 1; position >= 0; position -= 1) {
    const point = security[position];
    if (point === undefined || newestFirst.length === chartSessionsMax) break;
    const other = pointAt(benchmark, point.sessionDate);
    if (other === null) continue;
    newestFirst.push({ sessionDate: point.sessionDate, security: point.adjusted, benchmark: other.adjusted });
  }
  return newestFirst.reverse();
}

/** Both prices as indices, unrounded. */
function indexed(common: readonly Common[]): readonly Common[] {
  const base = common[0];
  if (base === undefined) return [];
  return common.map(({ sessionDate, security, benchmark }) => ({
    sessionDate,
    security: (security / base.security) * 100,
    benchmark: (benchmark / base.benchmark) * 100,
  }));
}

/** Positions at a regular step from the first to the last, and the extremes of both indices. */
function sample(points: readonly Common[]): readonly Common[] {
  const last = points.length - 1;
  if (last < chartPointsMax) return points;
  const kept = new Set([...extremes(points, 'security'), ...extremes(points, 'benchmark')]);
  for (let step = 0; step < regularPointsMax; step += 1) kept.add(Math.round((step * last) / (regularPointsMax - 1)));
  return points.filter((_, position) => kept.has(position));
}

/** Positions of the minimum and the maximum; among equals the earliest. */
function extremes(points: readonly Common[], measure: 'security' | 'benchmark'): readonly number[] {
  const values = points.map((point) => point[measure]);
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  return [values.indexOf(lowest), values.indexOf(highest)];
}

const MILLIONTHS = 1_000_000;

/** The excess is the difference of the two published numbers, taken in millionths so that no binary digit is lost. */
function published({ sessionDate, security, benchmark }: Common): ChartPoint {
  const [own, other] = [millionths(security), millionths(benchmark)];
  return {
    sessionDate,
    securityIndex: own / MILLIONTHS,
    benchmarkIndex: other / MILLIONTHS,
    excessReturnPercent: (own - other) / MILLIONTHS,
  };
}

/** Rounded half to even on the exact value of the double. A tie needs a multiple of 1/128: no other double is exact there. */
function millionths(value: number): number {
  const nearest = Number(value.toFixed(6).replace('.', ''));
  const isTie = Math.abs((value * 128) % 2) === 1 && value * MILLIONTHS !== nearest;
  return isTie && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

/** A move with the entry session of its observation. */
export type ChartMove = {
  readonly occurredAt: Instant;
  readonly sessionDate: CalendarDate | null;
  readonly thesisId: string;
};

export type ChartWindow = { readonly fromSession: CalendarDate; readonly toSession: CalendarDate };

export type SelectedMarkers<M> = {
  /** In order of time. */
  readonly markers: readonly M[];
  /** Inside the window, but older than those selected. */
  readonly omitted: number;
};

/** The newest markers inside the window; equal instants are ordered by thesis, then by their input order. */
export function selectMarkers<M extends ChartMove>(
  markers: readonly M[],
  window: ChartWindow,
  max: number = chartMarkersMax,
): SelectedMarkers<M> {
  const inside = markers.filter(
    ({ sessionDate }) => sessionDate !== null && sessionDate >= window.fromSession && sessionDate <= window.toSession,
  );
  const inOrder = inside.toSorted((a, b) => compare(a.occurredAt, b.occurredAt) || compare(a.thesisId, b.thesisId));
  return {
    markers: max > 0 ? inOrder.slice(-max) : [],
    omitted: Math.max(0, inside.length - max),
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

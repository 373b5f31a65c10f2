// The chart: security and benchmark as indices of 100 at the first common session, sampled to at most 60 points.
import { pointAt, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from './time.ts';

const chartSessionsMax = 252;
const chartPointsMax = 60;
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
  readonly sampled: boolean;
};

export type ChartInput = {
  readonly security: UsableSeries;
  readonly benchmark: UsableSeries;
  /** The earliest entry session among the returned views; null for none. */
  readonly earliestEntrySession: CalendarDate | null;
};

/** Null with fewer than two sessions priced in both series. */
export function buildChart(input: ChartInput): Chart | null {
  const points = index(commonSessions(input));
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  return {
    fromSession: first.sessionDate,
    toSession: last.sessionDate,
    marketDataThrough: last.sessionDate,
    sampledFromPoints: points.length,
    series: sample(points),
    sampled: points.length > chartPointsMax,
  };
}

type Common = { readonly sessionDate: CalendarDate; readonly security: number; readonly benchmark: number };

/** Collected backwards from the last common session, so that the cost does not grow with the history. */
function commonSessions({ security, benchmark, earliestEntrySession }: ChartInput): readonly Common[] {
  const newestFirst: Common[] = [];
  for (let position = security.length - 1; position >= 0; position -= 1) {
    const point = security[position];
    if (point === undefined || newestFirst.length === chartSessionsMax) break;
    if (earliestEntrySession !== null && point.sessionDate < earliestEntrySession) break;
    const other = pointAt(benchmark, point.sessionDate);
    if (other === null) continue;
    newestFirst.push({ sessionDate: point.sessionDate, security: point.adjusted, benchmark: other.adjusted });
  }
  return newestFirst.reverse();
}

function index(common: readonly Common[]): readonly ChartPoint[] {
  const base = common[0];
  if (base === undefined) return [];
  return common.map(({ sessionDate, security, benchmark }) => {
    const securityIndex = (security / base.security) * 100;
    const benchmarkIndex = (benchmark / base.benchmark) * 100;
    return { sessionDate, securityIndex, benchmarkIndex, excessReturnPercent: securityIndex - benchmarkIndex };
  });
}

/** The ends and the extremes of both indices always stay; evenly spaced points fill up, the earliest first. */
function sample(points: readonly ChartPoint[]): readonly ChartPoint[] {
  const count = points.length;
  if (count <= chartPointsMax) return points;
  const kept = new Set([0, count - 1, ...extremes(points, 'securityIndex'), ...extremes(points, 'benchmarkIndex')]);
  for (let step = 0; step < chartPointsMax && kept.size < chartPointsMax; step += 1) {
    kept.add(Math.floor((step * (count - 1)) / (chartPointsMax - 1)));
  }
  return points.filter((_, position) => kept.has(position));
}

/** Positions of the minimum and the maximum, the earliest where several are equal. */
function extremes(points: readonly ChartPoint[], measure: 'securityIndex' | 'benchmarkIndex'): readonly number[] {
  const values = points.map((point) => point[measure]);
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  return [values.indexOf(lowest), values.indexOf(highest)];
}

/** What a marker must tell to be placed: `sessionDate` is the session of `occurredAt` (`entrySessionOf`). */
export type Placed = {
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

/** The newest markers inside the window; equal instants are told apart by thesis, then by their given order. */
export function selectMarkers<M extends Placed>(
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

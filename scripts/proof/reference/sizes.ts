// Bytes of the overviews of a run by their parts, and of the charts with all their points.
import { list, object } from './answered.ts';

const CHART_POINTS = 60;
const CHART_MARKERS = 6;
/** A kilobyte is 1,000 bytes here. */
export const CHART_BYTES_MAX = 9_500;

export type Sizes = { overviews: number; bytes: Map<string, number>; charts: number; largestChart: number };

export const newSizes = (): Sizes => ({ overviews: 0, bytes: new Map(), charts: 0, largestChart: 0 });
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A chart counts with its newest six markers, once it has sixty points and as many markers. */
export function measureOverview(body: unknown, sizes: Sizes): void {
  const overview = object(body);
  sizes.overviews += 1;
  for (const [name, value] of [['(all)', overview], ...Object.entries(overview)] as const)
    sizes.bytes.set(name, (sizes.bytes.get(name) ?? 0) + sizeOf(value));
  const chart = object(overview['chart']);
  const [points, markers] = [list(chart['series']), list(chart['markers'])];
  if (points.length < CHART_POINTS || markers.length < CHART_MARKERS) return;
  sizes.charts += 1;
  const bytes = sizeOf({ ...chart, markers: markers.slice(-CHART_MARKERS) });
  sizes.largestChart = Math.max(sizes.largestChart, bytes);
}

export function sizeLines({ overviews, bytes, charts, largestChart }: Sizes): string[] {
  const average = (sum: number): string => Math.round(sum / Math.max(1, overviews)).toLocaleString('en');
  const parts = [...bytes].sort(([, a], [, b]) => b - a).map(([name, sum]) => `${name} ${average(sum)}`);
  return [
    `average bytes of ${overviews} overviews: ${parts.join(', ')}`,
    `${charts} charts with ${CHART_POINTS} points and at least ${CHART_MARKERS} markers: at most ${largestChart} bytes with ${CHART_MARKERS} markers (allowed ${CHART_BYTES_MAX})`,
  ];
}

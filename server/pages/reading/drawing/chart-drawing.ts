/** Lines of the chart: both price indices on one scale, and the markers on a rail below. */
import type { Chart } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { placed } from './icons.ts';
import { directionIcon } from './labels.ts';
import { dayText } from '../../shell/times.ts';

/** A drawing has a fixed size, so that its words are readable on every screen. */
export type Size = {
  width: number;
  height: number;
  text: number;
  /** Rows of the rail: a marker that would touch another one moves to the next row. */
  rows: number;
};

const MARKER = 14;

type Scale = { x: (day: string) => number; y: (index: number) => number };
type MarkerPosition = { marker: Chart['markers'][number]; number: number; x: number; row: number };

/** Needs at least two points. */
export function drawing(
  { series, markers }: Chart,
  { width, height, text, rows: rowsMax }: Size,
  labelled: string,
): Html {
  const left = text * 3.2;
  const right = width - text * 0.5;
  const values = series.flatMap((point) => [point.security_index, point.benchmark_index]);
  const ticks = roundTicks(Math.min(...values), Math.max(...values));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [from, to] = [epochDay(series[0]?.session_date), epochDay(series.at(-1)?.session_date)];
  const x = (day: string): number => round(left + ((epochDay(day) - from) / Math.max(1, to - from)) * (right - left));
  const rail = onRail(markers, x, rowsMax);
  const rows = Math.max(0, ...rail.map(({ row }) => row + 1));
  const bottom = height - text * 2 - rows * (MARKER + 4);
  const y = (index: number): number => round(bottom - ((index - low) / (high - low)) * (bottom - text));
  const scale: Scale = { x, y };
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${labelled}" font-size="${text}">
    ${ticks.map((tick) => html`<line class="grid" x1="${left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}" /><text x="${left - text * 0.5}" y="${round(y(tick) + text * 0.35)}" text-anchor="end">${tick}</text>`)}
    <line class="base" x1="${left}" x2="${right}" y1="${y(100)}" y2="${y(100)}" />
    ${rail.map((one) => hairline(one, { top: text, bottom }))}
    <path class="line benchmark" d="${path(series, scale, 'benchmark_index')}" />
    <path class="line security" d="${path(series, scale, 'security_index')}" />
    ${rail.map((one) => markerAt(one, bottom + text * 0.6))}
    <text x="${left}" y="${height - text * 0.4}">${dayText(series[0]?.session_date ?? '')}</text>
    <text x="${right}" y="${height - text * 0.4}" text-anchor="end">${dayText(series.at(-1)?.session_date ?? '')}</text>
  </svg>`;
}

function path(series: Chart['series'], { x, y }: Scale, index: 'security_index' | 'benchmark_index'): string {
  return series.map((point, place) => `${place === 0 ? 'M' : 'L'}${x(point.session_date)} ${y(point[index])}`).join('');
}

function onRail(markers: Chart['markers'], x: Scale['x'], rowsMax: number): MarkerPosition[] {
  const ends: number[] = [];
  return markers.flatMap((marker, index) => {
    if (marker.session_date === null) return [];
    const at = x(marker.session_date);
    const free = ends.findIndex((end) => end <= at - MARKER / 2);
    const row = free >= 0 ? free : Math.min(ends.length, rowsMax - 1);
    ends[row] = at + MARKER * 1.9;
    return [{ marker, number: index + 1, x: at, row }];
  });
}

function hairline({ x }: MarkerPosition, { top, bottom }: { top: number; bottom: number }): Html {
  return html`<line class="hair" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" />`;
}

/** The number refers to a row of the table below. */
function markerAt({ marker, number, x, row }: MarkerPosition, top: number): Html {
  const y = round(top + MARKER / 2 + row * (MARKER + 4));
  return html`<g class="marker">${placed(directionIcon(marker.direction), { x, y, size: MARKER })}<text x="${round(x + MARKER * 0.62)}" y="${round(y + MARKER * 0.32)}" font-size="${MARKER * 0.8}">${number}</text></g>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const epochDay = (day: string | undefined): number => Date.parse(`${day ?? '1970-01-01'}T00:00:00Z`) / 86_400_000;

/** Four to eight round numbers around all values, always including 100. */
function roundTicks(least: number, most: number): number[] {
  const [low, high] = [Math.min(least, 100), Math.max(most, 100)];
  const rough = Math.max(high - low, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor((low - 100) / step);
  const last = Math.max(Math.ceil((high - 100) / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => Number((100 + (first + index) * step).toPrecision(12)));
}

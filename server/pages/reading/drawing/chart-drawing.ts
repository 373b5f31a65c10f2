/** Drawing of the chart: both price indices, their last values, the horizons, and the moves on the line. */
import { line } from 'd3-shape';
import type { Chart } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { dayText } from '../../shell/times.ts';
import { moves } from './chart-moves.ts';
import {
  BOTTOM,
  type ChartScale,
  type HorizonSpan,
  LANE,
  type Point,
  type Size,
  TOP,
  chartScale,
  dateOf,
  tenth,
  timeTicks,
  windowOf,
} from './chart-scale.ts';

export type ChartWindow = {
  ticker: string;
  /** Months before the last session; null for all of them. */
  months: number | null;
  horizons: readonly HorizonSpan[];
  nameOf: (beliefId: string) => string;
};

/** Needs at least two points. A script reads the points from the attribute. */
export function drawing(
  { series, markers }: Pick<Chart, 'series' | 'markers'>,
  { ticker, months, horizons, nameOf }: ChartWindow,
  plain: Size,
  labelled: string,
): Html {
  const points = windowOf(series, months);
  const size = { ...plain, right: Math.max(plain.right, endsWidth(ticker, points, plain)) };
  const scale = chartScale(points, horizons, size);
  const { width, height, text } = size;
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${labelled}" font-size="${text}" data-points="${pointsOf(scale)}">
    ${valueAxis(scale, size)} ${timeAxis(scale, size)} ${lanes(horizons, scale, size)}
    <path class="line benchmark" d="${path(scale, 'benchmark_index')}" />
    <path class="line security" d="${path(scale, 'security_index')}" />
    ${ends(ticker, scale, size)} ${moves(markers, nameOf, scale, size)}
  </svg>`;
}

function path({ points, x, y }: ChartScale, index: 'security_index' | 'benchmark_index'): string {
  const draw = line<Point>(
    (point) => x(dateOf(point.session_date)),
    (point) => y(point[index]),
  ).digits(1);
  return draw(points as Point[]) ?? '';
}

/** Place and values of each session: x, both heights, the day, both indices. */
function pointsOf({ points, x, y }: ChartScale): string {
  return points
    .map((one) => {
      const places = [x(dateOf(one.session_date)), y(one.security_index), y(one.benchmark_index)].map(tenth);
      return [...places, one.session_date, one.security_index, one.benchmark_index].join(' ');
    })
    .join(';');
}

function valueAxis({ y }: ChartScale, { left, right, width, text }: Size): Html {
  const [low = 0, high = 0] = y.domain();
  const end = width - right;
  const name = y.tickFormat(5);
  return html`${y.ticks(5).map((tick) => {
    const at = tenth(y(tick));
    return html`<line class="grid" x1="${left}" x2="${end}" y1="${at}" y2="${at}" /><text x="${left - 8}" y="${tenth(at + text * 0.35)}" text-anchor="end">${name(tick)}</text>`;
  })} ${low < 100 && high > 100 && html`<line class="base" x1="${left}" x2="${end}" y1="${tenth(y(100))}" y2="${tenth(y(100))}" />`}`;
}

function timeAxis(scale: ChartScale, { left, right, width, height, months, text }: Size): Html {
  const base = height - BOTTOM;
  return html`<line class="base" x1="${left}" x2="${width - right}" y1="${base}" y2="${base}" />
    ${timeTicks(scale, months).map(
      ({ at, words }) =>
        html`<line class="tick" x1="${tenth(at)}" x2="${tenth(at)}" y1="${base}" y2="${base + 5}" /><text x="${tenth(at)}" y="${base + 7 + text}" text-anchor="middle">${words}</text>`,
    )}`;
}

/** The range of each horizon, below the lines: dashed after the last session, with an end where it is in the window. */
function lanes(
  horizons: readonly HorizonSpan[],
  { x, first, last, end }: ChartScale,
  { height, width, text }: Size,
): Html {
  const top = height - BOTTOM - horizons.length * LANE;
  return html`${horizons.length > 0 && html`<line class="today" x1="${tenth(x(last))}" x2="${tenth(x(last))}" y1="${TOP}" y2="${height - BOTTOM}" />`}
  ${horizons.map((one, index) => {
    const y = top + index * LANE + LANE - 5;
    const [from, until] = [dateOf(one.from), dateOf(one.until)].map((date) => tenth(x(within(date, first, end))));
    const words = `${one.name}: horizon to ${dayText(one.until)}`;
    const start = Math.max(from ?? 0, Math.min(x(last), (until ?? 0) - words.length * text * 0.5));
    return html`<g class="horizon"><line x1="${from}" x2="${until}" y1="${y}" y2="${y}" />${dateOf(one.until) <= end && html`<line x1="${until}" x2="${until}" y1="${y - 4}" y2="${y + 4}" />`}
      <text x="${tenth(Math.min(start, width - words.length * text * 0.54))}" y="${y - 5}">${words}</text></g>`;
  })}`;
}

function within(date: Date, first: Date, end: Date): Date {
  return new Date(Math.min(Math.max(date.getTime(), first.getTime()), end.getTime()));
}

const TICKER_MAX = 9;
/** Between the end of a line and its value. */
const END_GAP = 9;

const shortTicker = (ticker: string): string =>
  ticker.length > TICKER_MAX ? `${ticker.slice(0, TICKER_MAX - 1)}…` : ticker;

/** Room for the last value next to the plot, with the width of a capital letter for each sign. */
function endsWidth(ticker: string, points: readonly Point[], { text }: Size): number {
  const final = points.at(-1);
  const words = [
    `${shortTicker(ticker)} ${final?.security_index.toFixed(1) ?? ''}`,
    `SPY ${final?.benchmark_index.toFixed(1) ?? ''}`,
  ];
  return END_GAP + Math.max(...words.map(({ length }) => length)) * text * 0.6;
}

/** The last values stand at the ends of their lines, and apart from one another. */
function ends(ticker: string, { points, x, y, last }: ChartScale, { text }: Size): Html {
  const final = points.at(-1);
  if (final === undefined) return html``;
  const lines = [
    { css: 'security', name: shortTicker(ticker), value: final.security_index },
    { css: 'benchmark', name: 'SPY', value: final.benchmark_index },
  ].map((one) => ({ ...one, at: y(one.value) }));
  const [security, benchmark] = lines.map(({ at }) => at);
  const gap = text * 1.25;
  const middle = ((security ?? 0) + (benchmark ?? 0)) / 2;
  const isTight = Math.abs((security ?? 0) - (benchmark ?? 0)) < gap;
  const up = (security ?? 0) <= (benchmark ?? 0) ? 'security' : 'benchmark';
  return html`${lines.map(({ css, name, value, at }) => {
    const place = isTight ? middle + (css === up ? -gap / 2 : gap / 2) : at;
    return html`<circle class="end ${css}" cx="${tenth(x(last))}" cy="${tenth(at)}" r="3.5" /><text class="value ${css}" x="${tenth(x(last) + END_GAP)}" y="${tenth(place + text * 0.35)}">${name} <tspan class="number">${value.toFixed(1)}</tspan></text>`;
  })}`;
}

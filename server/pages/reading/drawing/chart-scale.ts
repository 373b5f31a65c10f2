/** Scales of the chart: the window of a zoom, its ticks, and the prices between two sampled sessions. */
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import { utcFormat } from 'd3-time-format';
import type { Chart } from '../../../../generated/api.ts';

/** A drawing has the size that it is shown in, so that its words have the size of the page's words. */
export type Size = {
  width: number;
  height: number;
  left: number;
  right: number;
  text: number;
  /** The most names of months below the plot. */
  months: number;
  /** Width of the mark of a move. */
  move: number;
};

export type Point = Chart['series'][number];

/** Span of a recorded horizon, with the person whose view has it. */
export type HorizonSpan = { name: string; from: string; until: string };

export type ChartScale = {
  points: readonly Point[];
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  first: Date;
  last: Date;
  end: Date;
  /** Number of horizons below the lines. */
  lanes: number;
};

/** Room above the plot; below it stand the names of the months. */
export const TOP = 18;
export const BOTTOM = 26;
/** So much of the time after the last session is drawn for horizons, as a share of the window. */
const FUTURE = 0.22;

export const dateOf = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`);

/** The sessions of the last months, and at least two. */
export function windowOf(series: readonly Point[], months: number | null): readonly Point[] {
  const last = series.at(-1);
  if (months === null || last === undefined) return series;
  const from = utcMonth.offset(dateOf(last.session_date), -months);
  const shown = series.filter(({ session_date: session }) => dateOf(session) >= from);
  return shown.length < 2 ? series.slice(-2) : shown;
}

export function chartScale(
  points: readonly Point[],
  horizons: readonly HorizonSpan[],
  { width, height, left, right }: Size,
): ChartScale {
  const [first, last] = [dateOf(points[0]?.session_date ?? ''), dateOf(points.at(-1)?.session_date ?? '')];
  const room = (last.getTime() - first.getTime()) * FUTURE;
  const until = Math.max(last.getTime(), ...horizons.map((one) => dateOf(one.until).getTime()));
  const end = new Date(Math.min(until, last.getTime() + room));
  const values = points.flatMap((point) => [point.security_index, point.benchmark_index]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // A flat line stands in the middle.
  const margin = high - low === 0 ? 1 : 0;
  const x = scaleUtc([first, end], [left, width - right]);
  const lanes = horizons.length;
  const y = scaleLinear([low - margin, high + margin], [height - BOTTOM - lanes * LANE, TOP]).nice(5);
  return { points, x, y, first, last, end, lanes };
}

/** Height of one horizon below the lines. */
export const LANE = 22;

const monthName = utcFormat('%b');
const yearName = utcFormat('%Y');
const dayName = utcFormat('%-d %b');

/** Names below the plot: months, or days of a short window; the year where it begins. */
export function timeTicks({ x, first, end }: ChartScale, most: number): { at: number; words: string }[] {
  const days = utcDay.count(first, end);
  if (days <= 62) {
    const weeks = Math.max(1, Math.ceil(days / 7 / most));
    return spread(utcMonday.range(first, end), weeks).map((date) => ({ at: x(date), words: dayName(date) }));
  }
  const months = utcMonth.range(utcMonth.ceil(first), end);
  const step = [1, 2, 3, 6, 12].find((one) => months.length / one <= most) ?? 12;
  return months
    .filter((date) => date.getUTCMonth() % step === 0)
    .map((date) => ({ at: x(date), words: date.getUTCMonth() === 0 ? yearName(date) : monthName(date) }));
}

function spread(dates: readonly Date[], step: number): Date[] {
  return dates.filter((_, index) => index % step === 0);
}

/** Height of the security's line on a day: on the straight line between the sampled sessions around it. */
export function heightAt({ points, y }: ChartScale, session: string): number {
  const next = points.findIndex((point) => point.session_date >= session);
  const [after, before] = [points[next], points[Math.max(0, next - 1)]];
  if (after === undefined || before === undefined) return y(points.at(-1)?.security_index ?? 100);
  const span = dateOf(after.session_date).getTime() - dateOf(before.session_date).getTime();
  const share = span === 0 ? 1 : (dateOf(session).getTime() - dateOf(before.session_date).getTime()) / span;
  return y(before.security_index + (after.security_index - before.security_index) * share);
}

export const tenth = (value: number): number => Math.round(value * 10) / 10;

// Chart of a brief: the security solid and the benchmark dashed, both indexed to 100, with the moves of the views
// below.
import type { Chart } from '../../../generated/api.ts';
import { dayText } from '../say.ts';
import { Braille, type Dot, dotsThrough } from './braille.ts';
import type { Ink } from './ink.ts';
import { padded } from './text-width.ts';

export interface ChartContext {
  readonly ticker: string;
  /** Letter of a view for its moves; null for a view that is not shown. */
  readonly letterOf: (thesisId: string) => string | null;
}

const ROWS = 10;
const PLOT_COLUMNS_MAX = 96;
const RAIL_ROWS_MAX = 3;

/** A character of the plot and the series it belongs to. */
type Mark = { readonly sign: string; readonly of: 'security' | 'benchmark' | 'nothing' };

type Frame = {
  readonly columns: number;
  readonly low: number;
  readonly high: number;
  /** Position in the window, from 0 to 1. */
  readonly across: (day: string) => number;
};

/** Needs at least two points. */
export function chartLines(chart: Chart, { ticker, letterOf }: ChartContext, ink: Ink): string[] {
  const { series } = chart;
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined || series.length < 2) return [];
  const values = [100, ...series.flatMap((point) => [point.security_index, point.benchmark_index])];
  const ends = [`${ticker} ${last.security_index.toFixed(1)}`, `SPY ${last.benchmark_index.toFixed(1)}`] as const;
  const side = Math.max(...ends.map(({ length }) => length));
  const axis = Math.max(...values.map((value) => value.toFixed(0).length)) + 2;
  const [from, to] = [epochDay(first.session_date), epochDay(last.session_date)];
  const frame: Frame = {
    columns: Math.max(16, Math.min(PLOT_COLUMNS_MAX, ink.width - axis - side - 1)),
    low: Math.min(...values),
    high: Math.max(...values, Math.min(...values) + 1),
    across: (day) => (epochDay(day) - from) / Math.max(1, to - from),
  };
  const plot = ink.isAscii ? asciiPlot(series, frame) : braillePlot(series, frame);
  const labels = axisLabels(frame);
  const sides = endLabels(ends, [rowOf(last.security_index, frame), rowOf(last.benchmark_index, frame)]);
  const base = rowOf(100, frame);
  const lines = plot.map((cells, row) => {
    const label = labels.get(row) ?? '';
    const rule = `${padded(label, axis - 2, 'left')} ${ink.isAscii ? '|' : label === '' ? '│' : '┤'}`;
    const drawn = runs(cells, row === base ? (ink.isAscii ? '-' : '┈') : ' ')
      .map((run) => painted(run, ink))
      .join('');
    const end = sides.get(row);
    return `${ink.paint('dim', rule)}${drawn}${end === undefined ? '' : ` ${painted(end, ink)}`}`.trimEnd();
  });
  const under = ' '.repeat(axis);
  const dates = `${dayText(first.session_date)}${dayText(last.session_date).padStart(frame.columns - dayText(first.session_date).length)}`;
  return [
    ...lines,
    ...rail(chart, frame, letterOf).map((row) => `${under}${row}`),
    `${under}${ink.paint('dim', dates)}`,
  ];
}

function painted({ sign, of }: Mark, { paint }: Ink): string {
  if (of === 'nothing') return sign.trim() === '' ? sign : paint('dim', sign);
  return of === 'security' ? paint('bold', paint('accent', sign)) : paint('warn', sign);
}

/** Joins neighbours of one kind, so that each colour code is written once. */
function runs(cells: readonly (Mark | null)[], filler: string): Mark[] {
  const found: Mark[] = [];
  for (const cell of cells) {
    const mark: Mark = cell ?? { sign: filler, of: 'nothing' };
    const last = found.at(-1);
    if (last?.of === mark.of) found[found.length - 1] = { sign: `${last.sign}${mark.sign}`, of: mark.of };
    else found.push(mark);
  }
  return found;
}

function rowOf(value: number, { low, high }: Frame): number {
  return Math.round(((high - value) / (high - low)) * (ROWS - 1));
}

type Series = Chart['series'];
type Plot = (Mark | null)[][];

function braillePlot(series: Series, { columns, low, high, across }: Frame): Plot {
  const line = (name: 'security_index' | 'benchmark_index'): Dot[] =>
    dotsThrough(
      series.map((point) => [
        Math.round(across(point.session_date) * (columns * 2 - 1)),
        Math.round(((high - point[name]) / (high - low)) * (ROWS * 4 - 1)),
      ]),
    );
  const [security, benchmark] = [new Braille(columns, ROWS), new Braille(columns, ROWS)];
  for (const dot of line('security_index')) security.set(dot);
  // Dashed, so that the lines differ without colours.
  for (const dot of line('benchmark_index')) if (dot[0] % 4 < 2) benchmark.set(dot);
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: columns }, (_unused, column): Mark | null => {
      if (security.at(column, row) !== '') return { sign: security.at(column, row), of: 'security' };
      return benchmark.at(column, row) === '' ? null : { sign: benchmark.at(column, row), of: 'benchmark' };
    }),
  );
}

function asciiPlot(series: Series, frame: Frame): Plot {
  const plot: Plot = Array.from({ length: ROWS }, () => Array.from({ length: frame.columns }, () => null));
  const draw = (name: 'security_index' | 'benchmark_index', mark: Mark): void => {
    const points = series.map((point): Dot => [
      Math.round(frame.across(point.session_date) * (frame.columns - 1)),
      rowOf(point[name], frame),
    ]);
    for (const [x, y] of dotsThrough(points)) {
      const row = plot[y];
      if (row !== undefined) row[x] = mark;
    }
  };
  draw('benchmark_index', { sign: '.', of: 'benchmark' });
  draw('security_index', { sign: '#', of: 'security' });
  return plot;
}

/** Labels of the highest value, the lowest, and 100 if it is far enough from both. */
function axisLabels(frame: Frame): Map<number, string> {
  const base = rowOf(100, frame);
  const labels = new Map([
    [0, frame.high.toFixed(0)],
    [ROWS - 1, frame.low.toFixed(0)],
  ]);
  if (base > 1 && base < ROWS - 2) labels.set(base, '100');
  return labels;
}

/** Names at the right ends; if both need one row, the lower series moves down. */
function endLabels(words: readonly [string, string], [security, benchmark]: [number, number]): Map<number, Mark> {
  const labels = new Map<number, Mark>([[security, { sign: words[0], of: 'security' }]]);
  const free = benchmark === security ? (security === ROWS - 1 ? security - 1 : security + 1) : benchmark;
  return labels.set(free, { sign: words[1], of: 'benchmark' });
}

/** Letters of the views below the sessions of their moves; overlapping ones go to the next row. */
function rail({ markers }: Chart, { columns, across }: Frame, letterOf: ChartContext['letterOf']): string[] {
  const rows: string[][] = [];
  for (const { session_date: day, thesis_id: id } of markers) {
    const letter = letterOf(id);
    if (day === null || letter === null) continue;
    const at = Math.min(columns - 1, Math.max(0, Math.round(across(day) * (columns - 1))));
    const free = rows.findIndex((row) => row[at] === undefined);
    if (free < 0 && rows.length >= RAIL_ROWS_MAX) continue;
    const row = free < 0 ? [] : (rows[free] ?? []);
    if (free < 0) rows.push(row);
    row[at] = letter;
  }
  return rows.map((row) => Array.from(row, (letter) => letter ?? ' ').join(''));
}

const epochDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

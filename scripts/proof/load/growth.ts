// Memory of a server over a long run, minute by minute, and the test for a slope.
import type { Memory } from '../fuzz/measured-server.ts';
import type { EventLoopDelay } from './event-loop.ts';
import { quantile } from './rates.ts';

export type Row = {
  minute: number;
  /** Answered so far. */
  requests: number;
  memory: Memory;
  delay: EventLoopDelay;
  /** Of the requests of this minute, in milliseconds. */
  p50: number;
  p99: number;
};

type MinuteSample = Omit<Row, 'p50' | 'p99'> & { times: readonly number[] };

export function rowOf({ times, ...sampled }: MinuteSample): Row {
  return { ...sampled, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

const headings = [
  'minute',
  'requests',
  'heap MB',
  'code MB',
  'buffers MB',
  'RSS MB',
  'p50 ms',
  'p99 ms',
  'loop p99 ms',
];

/** The heading where there are no rows. */
export function tableOf(rows: readonly Row[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  if (rows.length === 0) return `${line(headings)}\n${line(headings.map(() => '---:'))}`;
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  return rows
    .map(({ minute, requests, memory: { heapUsed, code, external, rss }, p50, p99, delay }) =>
      line([
        minute,
        requests,
        megabytes(heapUsed),
        megabytes(code),
        megabytes(external),
        megabytes(rss),
        p50,
        p99,
        delay.p99,
      ]),
    )
    .join('\n');
}

/** Bytes with each 100,000 requests, by least squares over the second half; NaN of fewer than three samples. */
export function growth(rows: readonly Pick<Row, 'requests' | 'memory'>[]): {
  bytesEach100000: number;
  heapEach100000: number;
} {
  const half = rows.slice(Math.floor(rows.length / 2));
  const of = (bytes: (memory: Memory) => number): number =>
    half.length < 3 ? Number.NaN : slope(half.map(({ requests, memory }) => [requests, bytes(memory)])) * 100_000;
  return {
    bytesEach100000: of(({ heapUsed, external }) => heapUsed + external),
    heapEach100000: of(({ heapUsed }) => heapUsed),
  };
}

function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([one]) => one), mean(([, one]) => one)];
  const across = points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0);
  return across / points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
}

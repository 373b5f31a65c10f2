// Chart of a security next to the benchmark: the last 252 common sessions, published in six decimals, at most sixty points.
import type { Series } from './own-marks.ts';

const WINDOW_SESSIONS = 252;
const ALL_UP_TO = 60;
/** Last step of the even grid of 56 positions. */
const STEPS = 55;
const MILLION = 1_000_000n;

export type ChartPoint = { position: number; session: string; security: number; benchmark: number; excess: number };
export type Chart = { from: string; to: string; sampledFrom: number; points: ChartPoint[] };

/** The exact value of a double in millionths, rounded half to even: its binary fraction is taken apart, not printed. */
export function millionths(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const power = (exponent === 0 ? 1 : exponent) - 1075;
  const scaled = mantissa * MILLION;
  if (power >= 0) return scaled << BigInt(power);
  const shift = BigInt(-power);
  const [whole, rest, half] = [scaled >> shift, scaled & ((1n << shift) - 1n), 1n << (shift - 1n)];
  return rest > half || (rest === half && (whole & 1n) === 1n) ? whole + 1n : whole;
}

const published = (units: bigint): number => {
  const [sign, size] = units < 0n ? ['-', -units] : ['', units];
  return Number(`${sign}${size / MILLION}.${(size % MILLION).toString().padStart(6, '0')}`);
};

/** Positions that are shown: all of at most sixty, else the even grid and the extremes of either series. */
export function sample(security: readonly number[], benchmark: readonly number[]): number[] {
  const n = security.length;
  if (n <= ALL_UP_TO) return security.map((_, i) => i);
  const grid = Array.from({ length: STEPS + 1 }, (_, i) => Math.round((i * (n - 1)) / STEPS));
  const extremes = [security, benchmark].flatMap((s) => [s.indexOf(Math.min(...s)), s.indexOf(Math.max(...s))]);
  return [...new Set([...grid, ...extremes])].sort((a, b) => a - b);
}

export function chartOf(security: Series, benchmark: Series): Chart | null {
  const window = [...security.keys()].filter((date) => benchmark.has(date)).slice(-WINDOW_SESSIONS);
  const [from, to] = [window[0], window.at(-1)];
  if (from === undefined || to === undefined || window.length < 2) return null;
  const indexOf = (series: Series): number[] =>
    window.map((date) => ((series.get(date) ?? Number.NaN) / (series.get(from) ?? Number.NaN)) * 100);
  const [own, spy] = [indexOf(security), indexOf(benchmark)];
  const points = sample(own, spy).map((position) => {
    const units = [own, spy].map((series) => millionths(series[position] ?? Number.NaN));
    const [ownUnits = 0n, spyUnits = 0n] = units;
    return {
      position,
      session: window[position] ?? '',
      security: published(ownUnits),
      benchmark: published(spyUnits),
      excess: published(ownUnits - spyUnits),
    };
  });
  return { from, to, sampledFrom: window.length, points };
}

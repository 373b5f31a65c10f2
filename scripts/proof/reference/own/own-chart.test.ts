// The chart of the independent computation: exact rounding, the positions that are shown, the window.
import { describe, expect, it } from 'vitest';
import { chartOf, millionths, sample } from './own-chart.ts';

const series = (prices: readonly number[], from = 0): Map<string, number> =>
  new Map(
    prices.map((price, i) => [
      `${2000 + Math.floor((from + i) / 300)}-${String((from + i) % 300).padStart(3, '0')}`,
      price,
    ]),
  );
const flat = (n: number): number[] => Array.from({ length: n }, () => 100);

describe('a published index', () => {
  it('is rounded to six decimals from the exact value of the double, halves to even', () => {
    expect(millionths(100)).toBe(100_000_000n);
    expect(millionths(1 / 3)).toBe(333_333n);
    // 2^-7 is 0.0078125, a half of the seventh decimal exactly; 3 * 2^-7 is 0.0234375.
    expect([millionths(2 ** -7), millionths(3 * 2 ** -7)]).toEqual([7812n, 23_438n]);
    // In binary 1.0000005 lies above its decimal, 1.0000015 below.
    expect([millionths(1.0000005), millionths(1.0000015)]).toEqual([1_000_001n, 1_000_001n]);
  });
  it('has the exact difference of the two published numbers as its excess', () => {
    const chart = chartOf(series([3, 1]), series([3, 2]));
    expect(chart?.points[1]).toMatchObject({ security: 33.333333, benchmark: 66.666667, excess: -33.333334 });
  });
});

describe('the positions of a chart', () => {
  it('are all of at most sixty sessions, and of sixty-one the even grid of fifty-six with the extremes', () => {
    expect(sample(flat(60), flat(60))).toHaveLength(60);
    expect(sample(flat(61), flat(61))).toHaveLength(56);
    const own = flat(61);
    [own[6], own[17]] = [90, 110];
    const kept = sample(own, flat(61));
    expect(Math.round((5 * 60) / 55)).toBe(5);
    expect(kept.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([kept.includes(17), kept.at(-1)]).toEqual([true, 60]);
  });
  it('take the earliest of equal extremes, and leave no gap above twice the step', () => {
    const own = flat(252);
    [own[70], own[71], own[72], own[73]] = [120, 120, 80, 80];
    const kept = sample(own, flat(252));
    expect([70, 71, 72, 73].map((i) => kept.includes(i))).toEqual([
      true,
      false,
      true,
      Math.round((16 * 251) / 55) === 73,
    ]);
    const gaps = kept.slice(1).map((position, i) => position - (kept[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * 251) / 55);
  });
});

describe('the window of a chart', () => {
  it('is the last 252 common sessions, and null below two', () => {
    const chart = chartOf(series(flat(300)), series(flat(280), 10));
    expect(chart).toMatchObject({ from: '2000-038', to: '2000-289', sampledFrom: 252 });
    expect(chart?.points.at(-1)).toMatchObject({ position: 251, session: '2000-289' });
    expect(chartOf(series([1]), series([1, 2]))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { type Row, growth, rowOf, tableOf } from './growth.ts';
import { quantile } from './rates.ts';

const MEGABYTE = 1_048_576;

/** Minutes with 10,000 requests each, and the given memory. */
function rowsOf(heap: readonly number[]): Row[] {
  return heap.map((megabytes, index) =>
    rowOf({
      minute: index + 1,
      requests: (index + 1) * 10_000,
      memory: { heapUsed: megabytes * MEGABYTE, code: 7 * MEGABYTE, external: 5 * MEGABYTE, rss: 200 * MEGABYTE },
      delay: { p50: 11, p99: 20, max: 40 },
      times: [1, 2, 3, 100],
    }),
  );
}

describe('the growth of memory', () => {
  it('is the slope of the second half: what a warm-up takes is no leak', () => {
    const { bytesEach100000, heapEach100000 } = growth(rowsOf([10, 20, 30, 40, 50, 50, 50, 50, 50]));
    expect([bytesEach100000, heapEach100000]).toEqual([0, 0]);
  });

  it('is what leaks with 100,000 requests, and what comes and goes is no part of it', () => {
    const leaking = rowsOf(Array.from({ length: 20 }, (_, index) => 50 + index * 0.5 + (index % 2) * 0.1));
    expect(Math.round(growth(leaking).heapEach100000 / MEGABYTE)).toBe(5);
    const steady = rowsOf(Array.from({ length: 41 }, (_, index) => 50 + (index % 2 === 0 ? 1 : -1)));
    expect(Math.abs(growth(steady).heapEach100000)).toBeLessThan(0.1 * MEGABYTE);
  });

  it('of a run of a minute or two is not known', () => {
    expect(growth(rowsOf([50, 60])).bytesEach100000).toBeNaN();
  });
});

it('a minute is a line of the table', () => {
  const [heading = '', rule = ''] = tableOf([]).split('\n');
  const line = tableOf(rowsOf([50]));
  expect(line).toBe('| 1 | 10000 | 50.0 | 7.0 | 5.0 | 200.0 | 3 | 100 | 20 |');
  expect(new Set([heading, rule, line].map((text) => text.split('|').length)).size).toBe(1);
});

it('a quantile is one of the values, and nothing is 0', () => {
  const values = [5, 1, 3, 2, 4];
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 3, 5, 5]);
  expect(quantile([], 0.5)).toBe(0);
});

// The chart's window, its indices, its sample and its markers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildChart, chartMarkersMax, selectMarkers } from './chart.ts';
import { noPrices } from './prices.ts';
import { builtIn, pricedAt, pricedFrom } from '../testing/series.ts';

const start = builtIn.indexOf('2023-01-03');

function dateAt(offset: number): string {
  return builtIn.sessions[start + offset]?.date ?? '';
}

function chartOf(security: readonly number[], benchmark: readonly number[] = security.map(() => 50)) {
  return buildChart({
    security: pricedFrom('2023-01-03', security),
    benchmark: pricedFrom('2023-01-03', benchmark),
  });
}

function offsetsOf(chart: ReturnType<typeof chartOf>): number[] {
  return (chart?.series ?? []).map(({ sessionDate }) => builtIn.indexOf(sessionDate) - start);
}

describe('the window', () => {
  test('both indices are 100 at the first common session and their difference is the excess [SPEC-F11]', () => {
    const chart = chartOf([200, 210, 190], [400, 404, 420]);
    expect(chart).toEqual({
      fromSession: '2023-01-03',
      toSession: '2023-01-05',
      marketDataThrough: '2023-01-05',
      sampledFromPoints: 3,
      // 210 / 200 = 105 and 404 / 400 = 101; 190 / 200 = 95 and 420 / 400 = 105.
      series: [
        { sessionDate: '2023-01-03', securityIndex: 100, benchmarkIndex: 100, excessReturnPercent: 0 },
        { sessionDate: '2023-01-04', securityIndex: 105, benchmarkIndex: 101, excessReturnPercent: 4 },
        { sessionDate: '2023-01-05', securityIndex: 95, benchmarkIndex: 105, excessReturnPercent: -10 },
      ],
    });
  });

  test('only sessions priced in both series are common', () => {
    const chart = buildChart({
      security: pricedAt([
        ['2023-01-03', 10],
        ['2023-01-04', 11],
        ['2023-01-06', 12],
        ['2023-01-09', 13],
      ]),
      benchmark: pricedAt([
        ['2023-01-03', 10],
        ['2023-01-05', 11],
        ['2023-01-06', 12],
      ]),
    });
    expect(chart?.series.map(({ sessionDate }) => sessionDate)).toEqual(['2023-01-03', '2023-01-06']);
    expect(chart?.marketDataThrough).toBe('2023-01-06');
  });

  test('it reaches back 252 sessions and no further', () => {
    const chart = chartOf(Array.from({ length: 300 }, (_, offset) => 100 + offset));
    expect(chart).toMatchObject({ sampledFromPoints: 252, fromSession: dateAt(48), toSession: dateAt(299) });
    expect(chart?.series[0]?.securityIndex).toBe(100);
  });

  test('under two common sessions there is no chart', () => {
    expect(chartOf([200])).toBeNull();
    expect(chartOf([])).toBeNull();
    expect(chartOf([200, 210])).toMatchObject({ sampledFromPoints: 2 });
    expect(buildChart({ security: pricedAt([['2023-01-03', 1]]), benchmark: noPrices })).toBeNull();
  });
});

describe('rounding', () => {
  test.each([
    ['to 6 decimals', [3, 1], 33.333333],
    ['up from above the middle', [3, 2], 66.666667],
    // 100 / 12800 = 0.0078125 exactly: the middle between ...812 and ...813, of which 812 is even.
    ['the middle to the even side below', [12_800, 1], 0.007812],
    // 300 / 12800 = 0.0234375 exactly, between ...437 and ...438.
    ['the middle to the even side above', [12_800, 3], 0.023438],
  ])('%s', (_, prices, index) => {
    expect(chartOf(prices)?.series[1]?.securityIndex).toBe(index);
  });

  test('the excess is the exact difference of the published numbers', () => {
    const chart = chartOf([3, 1, 7], [7, 6, 5]);
    // 33.333333 - 85.714286 and 233.333333 - 71.428571, digit by digit.
    expect(chart?.series.map((point) => point.excessReturnPercent)).toEqual([0, -52.380953, 161.904762]);
  });
});

describe('the sample', () => {
  test('60 points are all shown', () => {
    expect(chartOf(Array.from({ length: 60 }, (_, offset) => 100 + offset))?.series).toHaveLength(60);
  });

  test('of 61 rising points the 56 at a regular step are shown: both extremes are ends', () => {
    const chart = chartOf(Array.from({ length: 61 }, (_, offset) => 100 + offset));
    const regular = Array.from({ length: 56 }, (_, step) => Math.round((step * 60) / 55));
    expect(offsetsOf(chart)).toEqual(regular);
    expect(chart).toMatchObject({ sampledFromPoints: 61 });
  });

  test('extremes between the regular positions are shown as well, and push nothing out', () => {
    const security = Array.from({ length: 120 }, (_, offset) => ({ 5: 1, 7: 900 })[offset] ?? 100);
    const benchmark = Array.from({ length: 120 }, (_, offset) => ({ 10: 1, 12: 900 })[offset] ?? 100);
    const regular = Array.from({ length: 56 }, (_, step) => Math.round((step * 119) / 55));
    const offsets = offsetsOf(chartOf(security, benchmark));
    expect(offsets).toEqual([...new Set([...regular, 5, 7, 10, 12])].toSorted((a, b) => a - b));
    expect(offsets).toHaveLength(60);
  });

  test('the earliest of several equal extremes is the one kept', () => {
    const security = Array.from({ length: 120 }, (_, offset) => ([5, 116].includes(offset) ? 900 : 100));
    expect(offsetsOf(chartOf(security))).toContain(5);
    expect(offsetsOf(chartOf(security))).not.toContain(116);
  });

  test('whatever the prices: at most 60 points in order, no gap above twice the step, ends and extremes shown [SPEC-L3]', () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 260 });
    fc.assert(
      fc.property(prices, (security) => {
        const shown = offsetsOf(chartOf(security, security.toReversed()));
        const window = security.slice(-252);
        const first = security.length - window.length;
        expect(shown.length).toBeLessThanOrEqual(60);
        if (window.length <= 60) expect(shown).toHaveLength(window.length);
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
        expect(shown[0]).toBe(first);
        expect(shown.at(-1)).toBe(security.length - 1);
        const step = (window.length - 1) / 55;
        const gaps = shown.slice(1).map((offset, place) => offset - (shown[place] ?? 0));
        expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * Math.max(1, step));
        const base = window[0] ?? 1;
        const indices = window.map((price) => (price / base) * 100);
        expect(shown).toContain(first + indices.indexOf(Math.max(...indices)));
        expect(shown).toContain(first + indices.indexOf(Math.min(...indices)));
      }),
    );
  });
});

describe('markers', () => {
  const window = { fromSession: '2024-01-03', toSession: '2024-01-31' };
  function marker(day: number, thesisId = 'a') {
    const date = `2024-01-${String(day).padStart(2, '0')}`;
    return { occurredAt: `${date}T15:00:00.000Z`, sessionDate: date, thesisId };
  }

  test('only those inside the window, its ends included, in order of time', () => {
    const placed = [marker(31), marker(2), marker(3), { ...marker(9), sessionDate: null }];
    const { markers, omitted } = selectMarkers(placed, window);
    expect(markers.map(({ sessionDate }) => sessionDate)).toEqual(['2024-01-03', '2024-01-31']);
    expect(omitted).toBe(0);
  });

  test('the newest 20, and the older ones counted', () => {
    const placed = Array.from({ length: 25 }, (_, offset) => marker(4 + offset));
    const { markers, omitted } = selectMarkers(placed, window);
    expect(markers).toEqual(placed.slice(5));
    expect(omitted).toBe(5);
    expect(markers).toHaveLength(chartMarkersMax);
  });

  test('equal instants are ordered by thesis', () => {
    const { markers } = selectMarkers([marker(5, 'b'), marker(5, 'c'), marker(5, 'a')], window, 2);
    expect(markers.map(({ thesisId }) => thesisId)).toEqual(['b', 'c']);
  });
});

// The chart's window, its indices, its sample and its markers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildChart, chartMarkersMax, selectMarkers } from './chart.ts';
import { noPrices } from './prices.ts';
import { builtIn, pricedAt, pricedFrom } from './test-series.ts';

const start = builtIn.indexOf('2023-01-03');

function dateAt(offset: number): string {
  return builtIn.sessions[start + offset]?.date ?? '';
}

function chartOf(
  security: readonly number[],
  benchmark: readonly number[] = security.map(() => 50),
  entry: string | null = null,
) {
  return buildChart({
    security: pricedFrom('2023-01-03', security),
    benchmark: pricedFrom('2023-01-03', benchmark),
    earliestEntrySession: entry,
  });
}

describe('the window', () => {
  test('both indices are 100 at the first common session and their difference is the excess [SPEC-F11]', () => {
    const chart = chartOf([200, 210, 190], [400, 404, 420]);
    expect(chart).toMatchObject({
      fromSession: '2023-01-03',
      toSession: '2023-01-05',
      marketDataThrough: '2023-01-05',
      sampledFromPoints: 3,
      sampled: false,
    });
    expect(chart?.series[0]).toEqual({
      sessionDate: '2023-01-03',
      securityIndex: 100,
      benchmarkIndex: 100,
      excessReturnPercent: 0,
    });
    // 210 / 200 = 105 and 404 / 400 = 101; 190 / 200 = 95 and 420 / 400 = 105.
    expect(chart?.series[1]?.securityIndex).toBeCloseTo(105, 12);
    expect(chart?.series[1]?.excessReturnPercent).toBeCloseTo(4, 12);
    expect(chart?.series[2]?.excessReturnPercent).toBeCloseTo(-10, 12);
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
      earliestEntrySession: null,
    });
    expect(chart?.series.map(({ sessionDate }) => sessionDate)).toEqual(['2023-01-03', '2023-01-06']);
    expect(chart?.marketDataThrough).toBe('2023-01-06');
  });

  test('it reaches back 252 sessions and no further', () => {
    const chart = chartOf(Array.from({ length: 300 }, (_, offset) => 100 + offset));
    expect(chart).toMatchObject({ sampledFromPoints: 252, fromSession: dateAt(48), toSession: dateAt(299) });
    expect(chart?.series[0]?.securityIndex).toBe(100);
  });

  test('it begins at the earliest entry, or after it where that is too long ago', () => {
    const prices = Array.from({ length: 300 }, (_, offset) => 100 + offset);
    expect(chartOf(prices, undefined, dateAt(290))).toMatchObject({ fromSession: dateAt(290), sampledFromPoints: 10 });
    expect(chartOf(prices, undefined, dateAt(3))).toMatchObject({ fromSession: dateAt(48) });
    expect(chartOf(prices, undefined, '2023-01-01')).toMatchObject({ fromSession: dateAt(48) });
  });

  test('under two common sessions there is no chart', () => {
    expect(chartOf([200])).toBeNull();
    expect(chartOf([])).toBeNull();
    expect(chartOf([200, 210, 220], undefined, dateAt(2))).toBeNull();
    expect(chartOf([200, 210, 220], undefined, dateAt(1))).toMatchObject({ sampledFromPoints: 2 });
    expect(
      buildChart({ security: pricedAt([['2023-01-03', 1]]), benchmark: noPrices, earliestEntrySession: null }),
    ).toBeNull();
  });
});

describe('the sample', () => {
  test('60 points are all shown', () => {
    const chart = chartOf(Array.from({ length: 60 }, (_, offset) => 100 + offset));
    expect(chart?.series).toHaveLength(60);
    expect(chart?.sampled).toBe(false);
  });

  test('61 rising points lose the last but one: the grid is 0 to 58 and 60', () => {
    const chart = chartOf(Array.from({ length: 61 }, (_, offset) => 100 + offset));
    // floor(i * 60 / 59) is i for i = 0..58, and 60 for 59; both extremes of a rising and a flat series are ends.
    const dates = [...Array.from({ length: 59 }, (_, offset) => dateAt(offset)), dateAt(60)];
    expect(chart?.series.map(({ sessionDate }) => sessionDate)).toEqual(dates);
    expect(chart).toMatchObject({ sampled: true, sampledFromPoints: 61 });
  });

  test('extremes between the grid points stay, and the latest grid points give way', () => {
    // 120 points: the grid is floor(i * 119 / 59), that is 2i for i = 0..29 and 2i for most of the rest, 119 at the end.
    const security = Array.from({ length: 120 }, (_, offset) => ({ 5: 1, 7: 900 })[offset] ?? 100);
    const benchmark = Array.from({ length: 120 }, (_, offset) => ({ 9: 1, 11: 900 })[offset] ?? 100);
    const offsets = (chartOf(security, benchmark)?.series ?? []).map(
      ({ sessionDate }) => builtIn.indexOf(sessionDate) - start,
    );
    const grid = Array.from({ length: 60 }, (_, step) => Math.floor((step * 119) / 59));
    // 6 kept (0, 119, 5, 7, 9, 11), of which 0 and 119 are on the grid: its first 55 points complete the 60.
    expect(offsets).toEqual([...new Set([5, 7, 9, 11, 119, ...grid.slice(0, 55)])].toSorted((a, b) => a - b));
    expect(offsets).toHaveLength(60);
  });

  test('the earliest of several equal extremes is the one kept', () => {
    const security = Array.from({ length: 120 }, (_, offset) => ([5, 117].includes(offset) ? 900 : 100));
    const offsets = (chartOf(security)?.series ?? []).map(({ sessionDate }) => builtIn.indexOf(sessionDate) - start);
    expect(offsets).toContain(5);
    expect(offsets).not.toContain(117);
  });

  test('whatever the prices, at most 60 points in order that hold the ends and the extremes [SPEC-L3]', () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 260 });
    fc.assert(
      fc.property(prices, (security) => {
        const chart = chartOf(security, security.toReversed());
        const shown = chart?.series.map(({ sessionDate }) => builtIn.indexOf(sessionDate) - start) ?? [];
        const window = security.slice(-252);
        const first = security.length - window.length;
        expect(shown).toHaveLength(Math.min(60, window.length));
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
        expect(shown[0]).toBe(first);
        expect(shown.at(-1)).toBe(security.length - 1);
        const values = chart?.series.map(({ securityIndex }) => securityIndex) ?? [];
        const base = window[0] ?? 1;
        expect(Math.max(...values)).toBe(Math.max(...window.map((price) => (price / base) * 100)));
        expect(Math.min(...values)).toBe(Math.min(...window.map((price) => (price / base) * 100)));
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

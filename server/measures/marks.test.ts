// The since-inception mark, on sessions of January 2024: 2, 3, 4, 5, 8, 9, 10, 11, 12, 16 (15 is a holiday).
import { describe, expect, test } from 'vitest';
import { entrySessionOf, measureMark } from './marks.ts';
import { noPrices, type UsableSeries } from './prices.ts';
import { builtIn, closeOf, farFuture, pricedAt } from './test-series.ts';

type Table = readonly (readonly [string, number])[];

const spy: Table = [
  ['2024-01-02', 400],
  ['2024-01-03', 404],
  ['2024-01-09', 410],
];

function mark(observedAt: string, security: Table, asOf: string = farFuture, benchmark: Table | UsableSeries = spy) {
  return measureMark({
    observedAt,
    asOf,
    calendar: builtIn,
    security: pricedAt(security, asOf),
    benchmark: pricedAt(benchmark as Table, asOf),
  });
}

describe('measured', () => {
  test('from the entry session to the latest one, the benchmark over the same two', () => {
    const measured = mark('2024-01-02T15:00:00.000Z', [
      ['2024-01-02', 200],
      ['2024-01-03', 210],
      ['2024-01-09', 250],
    ]);
    expect(measured).toMatchObject({
      state: 'measured',
      entrySession: '2024-01-02',
      entryPrice: 200,
      latestSession: '2024-01-09',
      latestPrice: 250,
      securityPercent: 25,
      benchmarkEntry: 400,
      benchmarkLatest: 410,
    });
    // 410 / 400 - 1 = 2.5 percent; 25 - 2.5 = 22.5 points.
    expect(measured).toHaveProperty('benchmarkPercent', expect.closeTo(2.5, 12));
    expect(measured).toHaveProperty('excessPercent', expect.closeTo(22.5, 12));
  });

  test('a statement after the close enters at the next session', () => {
    expect(
      mark('2024-01-02T21:00:00.001Z', [
        ['2024-01-02', 200],
        ['2024-01-03', 210],
        ['2024-01-09', 231],
      ]),
    ).toMatchObject({
      entrySession: '2024-01-03',
      securityPercent: expect.closeTo(10, 12),
    });
  });

  test('a session without a price is passed over, up to the fifth session', () => {
    const security: Table = [
      ['2024-01-08', 100],
      ['2024-01-09', 90],
    ];
    expect(mark('2024-01-02T15:00:00.000Z', security)).toMatchObject({
      entrySession: '2024-01-08',
      securityPercent: expect.closeTo(-10, 12),
    });
  });

  test('the benchmark is null where it lacks either session, and never taken from a neighbour', () => {
    const security: Table = [
      ['2024-01-02', 200],
      ['2024-01-10', 250],
    ];
    expect(mark('2024-01-02T15:00:00.000Z', security)).toMatchObject({
      securityPercent: 25,
      benchmarkEntry: 400,
      benchmarkLatest: null,
      benchmarkPercent: null,
      excessPercent: null,
    });
    expect(mark('2024-01-02T15:00:00.000Z', security, farFuture, noPrices)).toMatchObject({
      benchmarkEntry: null,
      excessPercent: null,
    });
  });

  test('prices after the cutoff do not exist', () => {
    const security: Table = [
      ['2024-01-02', 200],
      ['2024-01-03', 210],
      ['2024-01-09', 250],
    ];
    expect(mark('2024-01-02T15:00:00.000Z', security, closeOf('2024-01-03'))).toMatchObject({
      latestSession: '2024-01-03',
      securityPercent: expect.closeTo(5, 12),
    });
  });
});

describe('not measured', () => {
  test('the entry as the latest session is unmeasured, never 0', () => {
    expect(mark('2024-01-02T15:00:00.000Z', [['2024-01-02', 200]])).toEqual({
      state: 'unmeasured',
      reason: 'entry_is_latest',
      entrySession: '2024-01-02',
      entryPrice: 200,
      benchmarkEntry: 400,
    });
  });

  test('a price on the sixth session is too late', () => {
    expect(
      mark('2024-01-02T15:00:00.000Z', [
        ['2024-01-09', 90],
        ['2024-01-10', 91],
      ]),
    ).toEqual({
      state: 'unmeasurable',
      reason: 'no_entry_price',
    });
  });

  test.each([
    ['no session has closed', '2024-01-02T15:00:00.000Z', 'pending'],
    ['four sessions have closed', closeOf('2024-01-05'), 'pending'],
    ['the fifth is about to close', '2024-01-08T20:59:59.999Z', 'pending'],
    ['the fifth has closed', closeOf('2024-01-08'), 'unmeasurable'],
  ])('without a price it stays pending until five sessions have closed: %s', (_, asOf, state) => {
    expect(mark('2024-01-02T15:00:00.000Z', [], asOf).state).toBe(state);
  });

  test('beyond the calendar it is pending, before it unmeasurable', () => {
    expect(mark('2028-02-01T00:00:00.000Z', [], '2028-03-01T00:00:00.000Z').state).toBe('pending');
    expect(mark('2012-06-01T00:00:00.000Z', [['2024-01-02', 200]]).state).toBe('unmeasurable');
  });
});

test('the entry session of a weekend or a holiday is the next session', () => {
  expect(entrySessionOf(builtIn, '2024-01-13T00:00:00.000Z')).toBe('2024-01-16');
  expect(entrySessionOf(builtIn, '2012-01-13T00:00:00.000Z')).toBeNull();
});

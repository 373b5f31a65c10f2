// The since-inception mark, on sessions of January 2024: 2, 3, 4, 5, 8, 9, 10, 11, 12, 16 (15 is a holiday).
import { describe, expect, test } from 'vitest';
import { entrySessionOf, measureMark } from './marks.ts';
import { noPrices, type UsableSeries } from './prices.ts';
import { builtIn, closeOf, farFuture, pricedAt } from '../testing/series.ts';

type Table = readonly (readonly [string, number])[];

const spy: Table = [
  ['2024-01-02', 400],
  ['2024-01-03', 404],
  ['2024-01-09', 410],
];

function mark(observedAt: string, security: Table, asOf: string = farFuture, benchmark: Table | UsableSeries = spy) {
  return measureMark({
    from: { at: observedAt, isDay: false },
    until: null,
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
      ended: false,
      sessions: 5,
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
      ended: false,
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
      ended: false,
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

describe('the mark of an ended view', () => {
  const from = { at: '2024-01-02T15:00:00.000Z', isDay: false };
  function ended(until: string, security: Table, asOf: string = farFuture) {
    const prices = { security: pricedAt(security, asOf), benchmark: pricedAt(spy, asOf) };
    return measureMark({ from, until: { at: until, isDay: false }, asOf, calendar: builtIn, ...prices });
  }
  const table: Table = [
    ['2024-01-02', 200],
    ['2024-01-03', 210],
    ['2024-01-09', 250],
  ];

  test('runs to the entry session of the revision that ended it', () => {
    expect(ended('2024-01-02T21:30:00.000Z', table)).toMatchObject({
      state: 'measured',
      ended: true,
      latestSession: '2024-01-03',
      securityPercent: expect.closeTo(5, 12),
      benchmarkPercent: expect.closeTo(1, 12),
    });
  });

  test('is unmeasured where both are one session, pending and unmeasurable like an entry', () => {
    expect(ended('2024-01-02T16:00:00.000Z', table)).toMatchObject({ state: 'unmeasured', reason: 'ended_at_entry' });
    const asOf = closeOf('2024-01-11');
    expect(ended('2024-01-09T22:00:00.000Z', table, asOf)).toEqual({ ended: true, state: 'pending' });
    expect(ended('2024-01-09T22:00:00.000Z', table)).toEqual({
      ended: true,
      state: 'unmeasurable',
      reason: 'no_end_price',
    });
  });
});

test('the entry session of a weekend or a holiday is the next session', () => {
  expect(entrySessionOf(builtIn, { at: '2024-01-13T00:00:00.000Z', isDay: false })).toBe('2024-01-16');
  expect(entrySessionOf(builtIn, { at: '2012-01-13T00:00:00.000Z', isDay: false })).toBeNull();
});

test.each([
  ['a Monday', '2015-02-02', '2015-02-03', '2015-02-02'],
  ['a Friday', '2015-02-06', '2015-02-09', '2015-02-06'],
  ['a Saturday', '2015-02-07', '2015-02-09', '2015-02-09'],
  ['the day before a long weekend', '2015-07-02', '2015-07-06', '2015-07-02'],
  ['the day before a day of mourning', '2025-01-08', '2025-01-10', '2025-01-08'],
])('with the hour unknown the entry is the first session after that day: %s', (_, date, byDay, byHour) => {
  const at = `${date}T12:00:00.000Z`;
  expect(entrySessionOf(builtIn, { at, isDay: true })).toBe(byDay);
  expect(entrySessionOf(builtIn, { at, isDay: false })).toBe(byHour);
});

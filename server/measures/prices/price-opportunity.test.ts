// Author targets against a close of 100 on 2024-01-05, unless a row gives another.
import { describe, expect, test } from 'vitest';
import { measureOpportunity, type OpportunityGap, type OpportunityInput, type Proximity } from './price-opportunity.ts';
import { point } from '../testing/series.ts';
import type { Direction } from '../verdict/views.ts';

const splitHistory = {
  knownFrom: '2020-01-02',
  knownThrough: '2024-01-05',
  splits: [{ effectiveSession: '2022-06-06', numerator: 20, denominator: 1 }],
};

/** A horizon keeps an old target in force. */
const dated = { horizonEndsOn: '2024-12-31' };

function opportunity(
  target: Partial<OpportunityInput['target']>,
  changes: {
    direction?: Direction;
    price?: Partial<OpportunityInput['price']>;
    splitHistory?: OpportunityInput['splitHistory'];
  } = {},
) {
  return measureOpportunity({
    asOf: '2024-01-05T22:00:00.000Z',
    direction: changes.direction ?? 'bullish',
    target: { low: null, high: null, currency: 'USD', statedOn: '2023-03-01', horizonEndsOn: null, ...target },
    price: {
      status: 'current',
      point: point('2024-01-05', 97, 100),
      currency: 'USD',
      adjustedThrough: '2024-01-05',
      ...changes.price,
    },
    splitHistory: changes.splitHistory === undefined ? splitHistory : changes.splitHistory,
  });
}

describe('proximity and remaining change', () => {
  test.each<[string, Direction, number | null, number | null, number | null, Proximity]>([
    ['far below a target', 'bullish', 120, null, 20, 'not_reached'],
    ['just outside five percent', 'bullish', 105.01, null, 5.01, 'not_reached'],
    ['exactly five percent away', 'bullish', 105, null, 5, 'near'],
    ['near', 'bullish', 101, null, 1, 'near'],
    ['reached', 'bullish', 100, null, 0, 'reached_or_beyond'],
    ['beyond', 'bullish', 80, null, -20, 'reached_or_beyond'],
    ['a range counts from its low edge', 'bullish', 104, 150, 4, 'near'],
    ['only a high edge', 'bullish', null, 150, 50, 'not_reached'],
    ['bearish, far above a target', 'bearish', 80, null, -20, 'not_reached'],
    ['bearish, exactly five percent away', 'bearish', 95, null, -5, 'near'],
    ['bearish, reached', 'bearish', 100, null, 0, 'reached_or_beyond'],
    ['bearish, price below', 'bearish', 110, null, 10, 'reached_or_beyond'],
    ['bearish, a range counts from its high edge', 'bearish', 50, 96, -4, 'near'],
    ['bearish, a target of nothing', 'bearish', 0, null, -100, 'not_reached'],
    ['without a clear direction, one target', 'mixed', 120, 120, 20, 'unknown'],
    ['without a clear direction, a range', 'unclear', 90, 120, null, 'unknown'],
  ])('%s', (...[, direction, low, high, remaining, proximity]) => {
    const measured = opportunity({ low, high }, { direction });
    expect(measured.gap).toBe(direction === 'bullish' || direction === 'bearish' ? null : 'no_clear_direction');
    expect(measured.proximity).toBe(proximity);
    expect(measured.remainingChangePercent?.toFixed(9)).toBe(remaining?.toFixed(9));
  });

  test.each<[Direction, number, number]>([
    ['bullish', 0.6, 0.63],
    ['bullish', 11.11, 11.6655],
    ['bearish', 0.7, 0.665],
    ['bearish', 33.3, 31.635],
  ])('%s at %d, a target of %d is exactly five percent away, whatever double precision makes of it', (...given) => {
    const [direction, close, target] = given;
    expect(opportunity({ low: target }, { direction, price: { point: point('2024-01-05', 1, close) } }).proximity).toBe(
      'near',
    );
  });

  test('both edges of a range have their own distance [SPEC-O2]', () => {
    const measured = opportunity({ low: 110, high: 150 });
    expect(measured.remainingToLowPercent).toBeCloseTo(10, 10);
    expect(measured.remainingToHighPercent).toBeCloseTo(50, 10);
  });

  test('the comparison is with the close, never with the dividend-adjusted close', () => {
    expect(opportunity({ low: 97 }).proximity).toBe('reached_or_beyond');
    expect(opportunity({ low: 98 }, { direction: 'bearish' }).proximity).toBe('near');
  });
});

describe('splits', () => {
  test('a target before a split is compared in the shares of after it', () => {
    const measured = opportunity({ low: 2400, high: 3000, statedOn: '2022-06-03', ...dated });
    expect(measured).toMatchObject({ splitFactor: 20, comparableLow: 120, comparableHigh: 150 });
    expect(measured.remainingChangePercent).toBeCloseTo(20, 10);
  });

  test('a close that a later split has already adjusted counts that split too', () => {
    const price = { point: point('2022-06-03', 97, 100), adjustedThrough: '2024-01-05' };
    expect(opportunity({ low: 2400, statedOn: '2021-01-04', ...dated }, { price })).toMatchObject({
      splitFactor: 20,
      comparableLow: 120,
    });
  });

  test.each<[Direction, number, number, number, number]>([
    ['bullish', 2.6775, 21, 20, 2.55],
    ['bearish', 3.3, 11, 10, 3],
  ])('%s, a target of %d before a split of %d for %d is reached at %d', (...given) => {
    const [direction, target, numerator, denominator, close] = given;
    const splits = [{ effectiveSession: '2022-06-06', numerator, denominator }];
    const history = { knownFrom: '2020-01-02', knownThrough: '2024-01-05', splits };
    const price = { point: point('2024-01-05', 1, close) };
    const measured = opportunity(
      { low: target, statedOn: '2022-06-03', ...dated },
      { direction, price, splitHistory: history },
    );
    expect(measured.proximity).toBe('reached_or_beyond');
  });
});

describe('gaps', () => {
  test.each<[OpportunityGap, Parameters<typeof opportunity>]>([
    ['no_target_price', [{}]],
    ['price_unavailable', [{ low: 120 }, { price: { status: 'unavailable', point: null } }]],
    ['price_stale', [{ low: 120 }, { price: { status: 'stale' } }]],
    ['price_unverified', [{ low: 120 }, { price: { status: 'unverified' } }]],
    ['currency_mismatch', [{ low: 120, currency: 'EUR' }]],
    ['adjusted_price_not_comparable', [{ low: 120 }, { price: { point: point('2024-01-05', 97) } }]],
    ['split_history_unknown', [{ low: 120, statedOn: '2019-12-31', ...dated }]],
    ['horizon_ended', [{ low: 120, horizonEndsOn: '2024-01-04' }]],
    ['target_not_restated', [{ low: 120, statedOn: '2023-01-04' }]],
    ['target_not_restated', [{ low: 120, statedOn: '2023-01-04' }, { price: { status: 'stale' } }]],
    ['split_history_unknown', [{ low: 120 }, { splitHistory: null }]],
  ])('%s gives no number and an unknown proximity', (gap, input) => {
    expect(opportunity(...input)).toMatchObject({
      gap,
      proximity: 'unknown',
      remainingChangePercent: null,
      remainingToLowPercent: null,
      remainingToHighPercent: null,
    });
  });

  test('a target lapses with its own horizon, which includes its last day', () => {
    expect(opportunity({ low: 120, horizonEndsOn: '2024-01-05' })).toMatchObject({ gap: null });
    expect(opportunity({ low: 120, horizonEndsOn: '2024-01-05', statedOn: '2019-12-31' }).gap).toBe(
      'split_history_unknown',
    );
  });

  test('without one it lapses 365 days after it was stated', () => {
    // 2023-01-05T00:00Z is 365 whole days before 2024-01-05T22:00Z, the day before 366.
    expect(opportunity({ low: 120, statedOn: '2023-01-05' }).gap).toBeNull();
    expect(opportunity({ low: 120, statedOn: '2023-01-04' }).gap).toBe('target_not_restated');
  });
});

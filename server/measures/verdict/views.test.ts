// Views that count at a cutoff, and the reasons why others do not: a worked table for each rule.
import { describe, expect, test } from 'vitest';
import { type Standing, type StandingInput, standingOf } from './views.ts';

const asOf = '2016-03-31T23:00:00.000Z';

function standing(changes: Partial<StandingInput> = {}): Standing {
  const directionLastStatedAt = '2016-01-04T15:00:00.000Z';
  const usual = { direction: 'bullish', status: 'active', validity: 'unknown', horizonEndsOn: null } as const;
  return standingOf({ ...usual, directionLastStatedAt, ...changes }, asOf);
}

test.each<[StandingInput['status'], Standing, Standing]>([
  ['forming', 'status', 'status'],
  ['active', 'counting', 'counting'],
  ['strengthened', 'counting', 'counting'],
  ['weakened', 'status', 'counting'],
  ['unknown', 'status', 'status'],
  ['reversed', 'final', 'final'],
  ['resolved', 'final', 'final'],
  ['abandoned', 'final', 'final'],
])('status %s: %s with a direction, %s for a mixed view', (status, directional, mixed) => {
  expect(standing({ status })).toBe(directional);
  expect(standing({ status, direction: 'bearish' })).toBe(directional);
  expect(standing({ status, direction: 'mixed' })).toBe(mixed);
  expect(standing({ status, direction: 'unclear' })).toBe(mixed);
});

describe('age', () => {
  test.each([
    ['365 days ago, to the millisecond', '2015-04-01T23:00:00.000Z', 'counting'],
    ['almost 366 days ago is still 365 whole days', '2015-03-31T23:00:00.001Z', 'counting'],
    ['366 days ago', '2015-03-31T23:00:00.000Z', 'silent'],
    ['an old post', '2014-01-09T12:00:00.000Z', 'silent'],
  ] as const)('%s', (_, directionLastStatedAt, expected) => {
    expect(standing({ directionLastStatedAt })).toBe(expected);
    expect(standing({ directionLastStatedAt, direction: 'mixed', status: 'weakened' })).toBe(expected);
  });

  test('a dated horizon takes the place of the age limit, and includes its last day', () => {
    const directionLastStatedAt = '2013-01-04T15:00:00.000Z';
    expect(standing({ directionLastStatedAt, horizonEndsOn: '2016-03-31' })).toBe('counting');
    expect(standing({ directionLastStatedAt, horizonEndsOn: '2016-03-30' })).toBe('horizon');
    expect(standing({ horizonEndsOn: '2016-03-30' })).toBe('horizon');
  });
});

test('the first reason that applies is given', () => {
  const old = { directionLastStatedAt: '2010-01-04T15:00:00.000Z', horizonEndsOn: '2011-01-01' };
  expect(standing({ ...old, status: 'forming', validity: 'invalidated' })).toBe('invalidated');
  expect(standing({ ...old, status: 'forming' })).toBe('status');
  expect(standing(old)).toBe('horizon');
  expect(standing({ ...old, horizonEndsOn: null })).toBe('silent');
  expect(standing({ ...old, status: 'reversed', validity: 'invalidated' })).toBe('final');
});

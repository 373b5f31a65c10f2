// Industry relations by SIC code, and the order of related research.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IndustryRelation, orderRelated, relation } from './industry.ts';

describe('relation', () => {
  test.each<[string, string | null, string | null, IndustryRelation | null]>([
    ['same four digits', '3571', '3571', 'same_industry'],
    ['same three digits', '3571', '3572', 'same_industry_group'],
    ['same two digits only', '3571', '3561', null],
    ['leading zeros are digits', '0100', '0100', 'same_industry'],
    ['a code that lost its leading zero is no code', '100', '0100', null],
    ['blank checks', '6770', '6770', null],
    ['foreign governments', '8880', '8880', null],
    ['8888', '8888', '8880', null],
    ['nonclassifiable', '9995', '9995', null],
    ['an excluded code and its neighbour', '6770', '6771', null],
    ['no code on one side', null, '3571', null],
    ['no code on either side', null, null, null],
  ])('%s', (_, a, b, expected) => {
    expect(relation({ sic: a, cik: '1' }, { sic: b, cik: '2' })).toBe(expected);
  });

  test('two listings of one company are never related, however its number is padded', () => {
    expect(relation({ sic: '7370', cik: '0001652044' }, { sic: '7370', cik: '1652044' })).toBeNull();
  });

  test('an unknown company number is not the same company', () => {
    expect(relation({ sic: '7370', cik: null }, { sic: '7370', cik: null })).toBe('same_industry');
  });

  test('is the same in both directions', () => {
    const identity = fc.record({
      sic: fc.option(fc.stringMatching(/^[0-9]{3,4}$/)),
      cik: fc.option(fc.stringMatching(/^[0-9]{1,3}$/)),
    });
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        expect(relation(a, b)).toBe(relation(b, a));
      }),
    );
  });
});

test('same industry first, then the newest, then the id; the rest is counted', () => {
  const rows = [
    { relationship: 'same_industry_group', latestObservedAt: '2024-03-01T00:00:00.000Z', beliefId: 'a' },
    { relationship: 'same_industry', latestObservedAt: '2024-01-01T00:00:00.000Z', beliefId: 'd' },
    { relationship: 'same_industry', latestObservedAt: '2024-02-01T00:00:00.000Z', beliefId: 'c' },
    { relationship: 'same_industry', latestObservedAt: '2024-02-01T00:00:00.000Z', beliefId: 'b' },
  ] as const;
  const { related, omitted } = orderRelated(rows, 3);
  expect(related.map(({ beliefId }) => beliefId)).toEqual(['b', 'c', 'd']);
  expect(omitted).toBe(1);
  expect(orderRelated(rows)).toMatchObject({ omitted: 0, related: { length: 4 } });
});

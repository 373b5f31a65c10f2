// Industry relations by SIC code, and the order of related research.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IndustryRelation, type RelatedBelief, orderRelated, relation } from './industry.ts';

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

function related(
  beliefId: string,
  standing: RelatedBelief['standing'],
  relationship: IndustryRelation,
  month = 1,
): RelatedBelief {
  return { beliefId, standing, relationship, latestObservedAt: `2024-0${month}-01T00:00:00.000Z` };
}

test('counting first, then same industry, then the newest, then the id; the rest is counted', () => {
  const rows = [
    related('a', 'counting', 'same_industry_group', 3),
    related('e', 'silent', 'same_industry', 9),
    related('d', 'counting', 'same_industry', 1),
    related('c', 'counting', 'same_industry', 2),
    related('b', 'counting', 'same_industry', 2),
  ];
  const { related: shown, omitted } = orderRelated(rows, 4);
  expect(shown.map(({ beliefId }) => beliefId)).toEqual(['b', 'c', 'd', 'a']);
  expect(omitted).toBe(1);
  expect(orderRelated(rows)).toMatchObject({ omitted: 0, related: { length: 5 } });
});

test('ended views are shown only if there is no other in either relation', () => {
  const ended = [related('a', 'final', 'same_industry', 9), related('b', 'final', 'same_industry_group', 8)];
  expect(orderRelated(ended).related.map(({ beliefId }) => beliefId)).toEqual(['a', 'b']);
  const { related: shown, omitted } = orderRelated([...ended, related('c', 'status', 'same_industry_group')]);
  expect(shown.map(({ beliefId }) => beliefId)).toEqual(['c']);
  expect(omitted).toBe(2);
});

// Split factors on a 7 for 1, a later 4 for 1, and a reverse split.
import { expect, test } from 'vitest';
import { knownSplitFactor, type Split, splitFactor } from './splits.ts';

const splits: readonly Split[] = [
  { effectiveSession: '2014-06-09', numerator: 7, denominator: 1 },
  { effectiveSession: '2020-08-31', numerator: 4, denominator: 1 },
  { effectiveSession: '2022-01-03', numerator: 1, denominator: 3 },
  { effectiveSession: '2023-01-03', numerator: 3, denominator: 1 },
];

test.each([
  ['before the first to just before it', '2014-01-02', '2014-06-06', 1],
  ['on the effective session itself', '2014-06-06', '2014-06-09', 7],
  ['said on the effective session, in new shares', '2014-06-09', '2020-01-02', 1],
  ['over two splits', '2014-01-02', '2021-01-04', 28],
  ['a reverse split', '2021-01-04', '2022-12-30', 1 / 3],
  ['a reverse split undone is exactly 1', '2021-01-04', '2024-01-02', 1],
])('the factor counts splits after the one day up to the other: %s', (_, from, through, factor) => {
  expect(splitFactor(splits, from, through)).toBe(factor);
});

test('a history that does not span both days is no history', () => {
  const history = { knownFrom: '2014-01-02', knownThrough: '2021-01-04', splits };
  expect(knownSplitFactor(history, '2014-01-02', '2021-01-04')).toBe(28);
  expect(knownSplitFactor(history, '2014-01-01', '2021-01-04')).toBeNull();
  expect(knownSplitFactor(history, '2014-01-02', '2021-01-05')).toBeNull();
  expect(knownSplitFactor(null, '2014-01-02', '2014-01-03')).toBeNull();
});

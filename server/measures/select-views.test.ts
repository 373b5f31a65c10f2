// Which views an overview shows: counting first, then the newest, with a place kept for the other side.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, selectViews } from './select-views.ts';
import { type Direction, isCounting, isFinal, type ViewStatus } from './views.ts';

function view(
  beliefId: string,
  day: number,
  direction: Direction = 'bullish',
  status: ViewStatus = 'active',
): Candidate {
  const latestObservedAt = `2024-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  return { beliefId, direction, status, validity: 'unknown', latestObservedAt };
}

function ids(candidates: readonly Candidate[], limit: number): string {
  return selectViews(candidates, limit)
    .map(({ beliefId }) => beliefId)
    .join('');
}

describe('order', () => {
  test('counting views first, then the latest observation, then the id', () => {
    const candidates = [view('d', 9, 'bullish', 'forming'), view('c', 1), view('b', 5), view('a', 5)];
    expect(ids(candidates, 5)).toBe('abcd');
  });

  test('an invalidated view does not count', () => {
    const invalidated = { ...view('a', 9), validity: 'invalidated' } as const;
    expect(ids([invalidated, view('b', 1)], 5)).toBe('ba');
    expect(isCounting(invalidated)).toBe(false);
  });

  test('final views are shown only where there is nothing else', () => {
    const finals = [
      view('a', 9, 'bullish', 'reversed'),
      view('b', 8, 'bearish', 'resolved'),
      view('c', 7, 'bullish', 'abandoned'),
    ];
    expect(ids([...finals, view('d', 1, 'mixed', 'unknown')], 5)).toBe('d');
    expect(ids(finals, 5)).toBe('abc');
    expect(ids([], 5)).toBe('');
  });
});

describe('the other side', () => {
  test('its newest takes the last place of a one-sided cut', () => {
    const candidates = [view('a', 9), view('b', 8), view('c', 7), view('y', 2, 'bearish'), view('z', 3, 'bearish')];
    expect(ids(candidates, 3)).toBe('abz');
  });

  test('the newest of the other side comes in even when it does not count', () => {
    const candidates = [view('a', 9), view('b', 8), view('y', 2, 'bearish'), view('z', 5, 'bearish', 'weakened')];
    expect(ids(candidates, 2)).toBe('az');
  });

  test('a single place is not shared', () => {
    expect(ids([view('a', 9), view('z', 1, 'bearish')], 1)).toBe('a');
  });

  test('mixed and unclear views are no side, and do not push out the only clear one', () => {
    const candidates = [view('a', 9, 'mixed'), view('b', 8), view('z', 1, 'bearish')];
    expect(ids(candidates, 2)).toBe('bz');
    expect(ids([view('a', 9, 'mixed'), view('b', 8, 'unclear'), view('c', 7, 'bearish')], 2)).toBe('ab');
  });

  test('a cut that holds both sides stays as it is', () => {
    expect(ids([view('a', 9), view('b', 8, 'bearish'), view('c', 7)], 2)).toBe('ab');
  });
});

test('any choice is as long as it can be, without repeats, and independent of the given order', () => {
  const candidate = fc.record({
    beliefId: fc.stringMatching(/^[a-z]{3}$/),
    direction: fc.constantFrom<Direction>('bullish', 'bearish', 'mixed', 'unclear'),
    status: fc.constantFrom<ViewStatus>('forming', 'active', 'strengthened', 'weakened', 'reversed', 'unknown'),
    validity: fc.constantFrom('unknown', 'invalidated', 'needs_review'),
    latestObservedAt: fc.constantFrom('2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'),
  });
  const candidates = fc.uniqueArray(candidate, { selector: ({ beliefId }) => beliefId, maxLength: 12 });
  fc.assert(
    fc.property(candidates, fc.nat(6), (all, limit) => {
      const chosen = selectViews(all, limit);
      const open = all.filter((one) => !isFinal(one));
      expect(chosen).toHaveLength(Math.min(limit, (open.length > 0 ? open : all).length));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(selectViews(all.toReversed(), limit)).toEqual(chosen);
    }),
  );
});

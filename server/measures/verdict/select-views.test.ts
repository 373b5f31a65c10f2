// The views of an overview: counting first, then the newest, one a person and sentence, always both sides.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, selectViews } from './select-views.ts';
import type { Direction, Standing } from './views.ts';

function view(beliefId: string, day: number, changes: Partial<Candidate> = {}): Candidate {
  const countsFrom = `2024-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const own = { personId: `p:${beliefId}`, summary: `Says ${beliefId}.` };
  return { beliefId, ...own, direction: 'bullish', standing: 'counting', countsFrom, ...changes };
}
const bearish = { direction: 'bearish' } as const;
const mixed = { direction: 'mixed' } as const;

function ids(candidates: readonly Candidate[], limit: number): string {
  return selectViews(candidates, limit)
    .map(({ beliefId }) => beliefId)
    .join('');
}

describe('order', () => {
  test('counting views first, then the latest observation, then the id', () => {
    const candidates = [view('d', 9, { standing: 'silent' }), view('c', 1), view('b', 5), view('a', 5)];
    expect(ids(candidates, 5)).toBe('abcd');
  });

  test('final views are shown only where there is nothing else', () => {
    const finals = [view('a', 9, { standing: 'final' }), view('b', 8, { standing: 'final', ...bearish })];
    expect(ids([...finals, view('d', 1, { standing: 'status' })], 5)).toBe('d');
    expect(ids(finals, 5)).toBe('ab');
    expect(ids([], 5)).toBe('');
  });

  test("a person's second view comes after all others, and so does a repeated sentence", () => {
    const twice = [view('a', 9), view('b', 8, { personId: 'p:a' }), view('c', 1, { standing: 'silent' })];
    expect(ids(twice, 3)).toBe('acb');
    const syndicated = ['a', 'b', 'c'].map((id, place) => view(id, 9 - place, { summary: 'Upgraded to Buy.' }));
    expect(ids([...syndicated, view('d', 1), view('e', 2)], 3)).toBe('aed');
  });

  test('what stands behind does not put others behind it', () => {
    // b is the second view of p:a; c repeats the sentence of b, which is not chosen yet.
    const candidates = [view('a', 9), view('b', 8, { personId: 'p:a', summary: 'S' }), view('c', 7, { summary: 'S' })];
    expect(ids(candidates, 2)).toBe('ac');
  });
});

describe('both sides', () => {
  test('the first of the other side takes the last place of a one-sided cut', () => {
    const candidates = [view('a', 9), view('b', 8), view('c', 7), view('y', 2, bearish), view('z', 3, bearish)];
    expect(ids(candidates, 3)).toBe('abz');
  });

  test('the first of the other side is the first in order: a counting one before a newer one that does not count', () => {
    const silent = { ...bearish, standing: 'silent' } as const;
    expect(ids([view('a', 9), view('b', 8), view('y', 2, bearish), view('z', 5, silent)], 2)).toBe('ay');
  });

  test('a single place is not shared', () => {
    expect(ids([view('a', 9), view('z', 1, bearish)], 1)).toBe('a');
    expect(ids([view('a', 9, mixed), view('z', 1, bearish)], 1)).toBe('a');
  });

  test('both are let in among views without a side, and neither pushes out the other', () => {
    const candidates = [view('a', 9, mixed), view('b', 8, mixed), view('c', 2), view('z', 1, bearish)];
    expect(ids(candidates, 2)).toBe('cz');
    expect(ids(candidates, 3)).toBe('acz');
    expect(ids([view('a', 9, mixed), view('b', 8, mixed), view('z', 1, bearish)], 2)).toBe('az');
  });

  test('a cut that holds both sides stays as it is', () => {
    expect(ids([view('a', 9), view('b', 8, bearish), view('c', 7)], 2)).toBe('ab');
  });
});

test('any choice is as long as it can be, without repeats, shows both sides, and ignores the given order', () => {
  const candidate = fc.record({
    beliefId: fc.stringMatching(/^[a-z]{3}$/),
    personId: fc.constantFrom('p:1', 'p:2', 'p:3'),
    summary: fc.constantFrom('One.', 'Two.', 'Three.', 'Four.'),
    direction: fc.constantFrom<Direction>('bullish', 'bearish', 'mixed', 'unclear'),
    standing: fc.constantFrom<Standing>('counting', 'final', 'silent', 'horizon', 'status', 'invalidated'),
    countsFrom: fc.constantFrom('2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'),
  });
  const candidates = fc.uniqueArray(candidate, { selector: ({ beliefId }) => beliefId, maxLength: 12 });
  fc.assert(
    fc.property(candidates, fc.nat(6), (all, limit) => {
      const chosen = selectViews(all, limit);
      const open = all.filter(({ standing }) => standing !== 'final');
      const pool = open.length > 0 ? open : all;
      expect(chosen).toHaveLength(Math.min(limit, pool.length));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(selectViews(all.toReversed(), limit)).toEqual(chosen);
      for (const side of ['bullish', 'bearish'] as const) {
        if (limit < 2 || !pool.some(({ direction }) => direction === side)) continue;
        expect(chosen.some(({ direction }) => direction === side)).toBe(true);
      }
    }),
  );
});

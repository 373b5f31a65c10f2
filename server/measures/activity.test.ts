// Activity on worked moves: each view counts once in each place.
import { expect, test } from 'vitest';
import { type ActivityMove, type DueItem, changesOf, nextDated, windowStart } from './activity.ts';

function move(beliefId: string, changes: Partial<ActivityMove>): ActivityMove {
  return {
    beliefId,
    countsFrom: '2026-09-01T12:00:00.000Z',
    move: 'updated',
    direction: 'bullish',
    turnedFrom: null,
    ...changes,
  };
}

test('the window is 90 days of 24 hours', () => {
  expect(windowStart('2026-10-01T13:00:00.000Z')).toBe('2026-07-03T13:00:00.000Z');
});

test('a reversal counts as reversed and as opened, a first clear word as clarified and as no turn', () => {
  const moves = [
    move('a', { move: 'reversed' }),
    move('b', { move: 'initiated', direction: 'bearish' }),
    move('c', { turnedFrom: 'unclear', direction: 'mixed' }),
    move('d', { move: 'weakened', turnedFrom: 'bullish', direction: 'mixed' }),
    move('e', { move: 'closed' }),
    move('f', { move: 'initiated', direction: 'unclear' }),
  ];
  expect(changesOf(moves)).toEqual({
    opened: { bullish: 0, bearish: 1, mixed: 0, unclear: 1 },
    turned: [{ from: 'bullish', to: 'mixed', viewCount: 1 }],
    clarified: 1,
    reversed: 1,
    closed: 1,
  });
});

test('a view that turned twice is told in both pairs, and a pair twice in one view once', () => {
  const hold = { move: 'weakened', turnedFrom: 'bullish', direction: 'mixed' } as const;
  const buy = { move: 'strengthened', turnedFrom: 'mixed', direction: 'bullish' } as const;
  expect(changesOf([move('a', hold), move('a', buy), move('a', hold), move('b', hold)]).turned).toEqual([
    { from: 'bullish', to: 'mixed', viewCount: 2 },
    { from: 'mixed', to: 'bullish', viewCount: 1 },
  ]);
});

test('the next three dated things, soonest first; a horizon lasts until the end of its day', () => {
  const asOf = '2026-10-01T13:00:00.000Z';
  const dated = (kind: DueItem['kind'], due: string): DueItem => ({
    kind,
    due,
    statement: due,
    beliefId: 'bel',
    citationId: 'cit',
  });
  const all = [
    dated('horizon', '2026-12-31'),
    dated('condition', '2026-10-01T13:00:00.000Z'),
    dated('condition', '2026-10-01T13:00:00.001Z'),
    dated('horizon', '2026-09-30'),
    dated('horizon', '2026-10-01'),
    dated('condition', '2026-10-02T00:00:00.000Z'),
  ];
  expect(nextDated(all, asOf).map(({ kind, dueOn }) => `${kind} ${dueOn}`)).toEqual([
    'condition 2026-10-01',
    'horizon 2026-10-01',
    'condition 2026-10-02',
  ]);
});

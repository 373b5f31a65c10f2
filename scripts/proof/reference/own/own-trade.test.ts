// Policy trade-state-v2, the order of views, coverage and activity against tables worked out by hand.
import { describe, expect, it } from 'vitest';
import { activityOf } from './own-activity.ts';
import { tradeOf } from './own-trade.ts';
import type { Trade } from './own-trade.ts';
import { coverageOf, subjectOf } from './own-subject.ts';
import type { Subject } from './own-subject.ts';
import { notCounting, viewsOf } from './own-views.ts';
import type { Statement } from '../raw-statements.ts';
import { dayOf, priced, said, upTo, world } from '../testing/world.ts';

/** SPY stays at 50 up to day 99 here; AAA follows `price`. */
function subject(statements: Statement[], cutoff: number, price = (i: number): number => 100 + i): Subject {
  return subjectOf('AAA', world(statements, priced(upTo(cutoff + 1), price), cutoff));
}
const by = (recordId: string, index: number, direction: string, more: Partial<Statement> = {}): Statement =>
  said(recordId, index, { direction, ...more });
const verdict = ({ action, direction, mode, setups }: Trade): unknown[] => [
  action,
  direction,
  mode,
  ...setups.map((setup) => `${setup.direction} ${setup.confirmation}`),
];

describe('the verdict', () => {
  it('names the setups of both directions, and mixed or unclear without one', () => {
    expect(verdict(subject([by('a', 2, 'bullish')], 9).trade)).toEqual([
      'WAIT',
      'bullish',
      'one_sided',
      'bullish working',
    ]);
    expect(verdict(subject([by('a', 2, 'bullish'), by('b', 3, 'bearish')], 9).trade)).toEqual([
      'WAIT',
      'mixed',
      'competing_setups',
      'bullish working',
      'bearish against',
    ]);
    expect(verdict(subject([by('a', 2, 'mixed')], 9).trade)).toEqual(['WAIT', 'mixed', 'no_directional_setup']);
    expect(verdict(subject([by('a', 2, 'unclear')], 9).trade)).toEqual(['WAIT', 'unclear', 'no_directional_setup']);
  });
  it('measures from the current direction on, not from the opening', () => {
    const course = [by('a', 0, 'mixed', { personId: 'p' }), by('b', 6, 'bullish', { personId: 'p' })];
    const falling = subject(course, 9, (i) => [200, 200, 200, 200, 200, 200, 100, 102, 104, 110][i] ?? 0);
    expect(falling.trade.setups).toMatchObject([{ confirmation: 'working' }]);
    const marks = [...falling.marks.values()][0];
    expect(marks?.inception.excessPercent).toBeCloseTo(-45, 12);
    expect(marks?.direction.excessPercent).toBeCloseTo(10, 12);
    expect(marks?.entriesDiffer).toBe(true);
  });
  it('is measured one session late, and not two late', () => {
    const until = (last: number): string | undefined =>
      subjectOf(
        'AAA',
        world(
          [by('a', 2, 'bullish')],
          priced(upTo(last + 1), (i) => 100 + i),
          9,
        ),
      ).trade.setups[0]?.confirmation;
    // The cutoff is the close of day 9, and day 8 is the session expected by then.
    expect([until(8), until(7), until(6)]).toEqual(['working', 'working', 'unmeasured']);
  });
  const supported = { isSupported: true, isTriggered: false };
  const firm = (statements: Statement[], cutoff = 9): Trade => {
    const { own, marks, price } = subject(statements, cutoff);
    return tradeOf({ own, marks, price, cutoff: `${dayOf(cutoff)}T21:00:00.000Z` }, () => supported);
  };
  it('is BUY with supported conditions, and WAIT with as many people of a mixed view', () => {
    expect(firm([by('a', 2, 'bullish')]).action).toBe('BUY');
    expect(firm([by('a', 2, 'bullish'), by('b', 2, 'mixed')])).toMatchObject({
      action: 'WAIT',
      obstacle: 'people with a mixed view',
    });
    expect(firm([by('a', 2, 'bullish'), by('c', 2, 'bullish'), by('b', 2, 'mixed')]).action).toBe('BUY');
    expect(firm([by('a', 2, 'bearish')]).action).toBe('AVOID');
  });
  it('stays WAIT while the silent other side has half as many people', () => {
    const old = `2012-12-01T12:00:00.000Z`;
    const silent = by('z', 0, 'bearish', { observedAt: old });
    expect(firm([by('a', 2, 'bullish'), by('b', 2, 'bullish'), silent])).toMatchObject({
      action: 'WAIT',
      mode: 'one_sided',
      obstacle: 'silent views of the other side',
    });
    expect(firm(['a', 'b', 'c'].map((id) => by(id, 2, 'bullish')).concat(silent)).action).toBe('BUY');
  });
});

describe('counting', () => {
  const reason = (statements: Statement[], cutoff: string): string | null => {
    const [belief] = subject(statements, 9).own;
    return belief ? notCounting(belief, cutoff) : 'no belief';
  };
  it('ends 366 whole days after the direction was last stated', () => {
    const at = [by('a', 0, 'bullish')];
    expect(reason(at, '2015-01-02T11:59:59.999Z')).toBeNull();
    expect(reason(at, '2015-01-02T12:00:00.000Z')).toBe('silent');
  });
  it('follows a dated horizon instead, through the end of its day', () => {
    const at = [by('a', 0, 'bullish', { horizon: { text: 'Until spring.', untilOn: '2016-03-01' } })];
    expect(reason(at, '2016-03-01T23:59:59.999Z')).toBeNull();
    expect(reason(at, '2016-03-02T00:00:00.000Z')).toBe('horizon');
  });
});

describe('the views', () => {
  const ids = (statements: Statement[], most: number): string[] =>
    viewsOf(subject(statements, 60).own, `${dayOf(60)}T21:00:00.000Z`, most).map(({ summary }) => summary.recordId);
  it('are the newest, with a second view of a person and a repeated text behind all others', () => {
    const said = [
      by('a', 9, 'bullish'),
      by('b', 8, 'bullish', { text: 'Words of a.' }),
      by('c', 7, 'mixed'),
      by('d', 6, 'bullish'),
    ];
    expect(ids(said, 3)).toEqual(['a', 'c', 'd']);
    expect(ids(said, 4)).toEqual(['a', 'c', 'd', 'b']);
  });
  it('let in the first of each direction, and the last other one leaves', () => {
    const said = [by('a', 9, 'mixed'), by('b', 8, 'mixed'), by('c', 7, 'bearish'), by('d', 6, 'bullish')];
    expect(ids(said, 1)).toEqual(['a']);
    expect(ids(said, 2)).toEqual(['c', 'd']);
    expect(ids(said, 3)).toEqual(['a', 'c', 'd']);
  });
  it('count against coverage where an open one does not count', () => {
    const one = subject([by('a', 9, 'bullish')], 20);
    expect(coverageOf(one, 1)).toBe('partial');
    const known = { ...one, related: { ...one.related, sic: '3571' } };
    expect([coverageOf(known, 1), coverageOf(known, 0)]).toEqual(['complete', 'partial']);
  });
});

describe('activity', () => {
  it('counts each view once by what it did in the last 90 days', () => {
    const course = (id: string, steps: [number, string, Partial<Statement>?][]): Statement[] =>
      steps.map(([day, direction, more], i) => by(`${id}${i}`, day, direction, { personId: id, ...more }));
    const { own } = subject(
      [
        ...course('a', [
          [5, 'bullish'],
          [20, 'mixed'],
          [30, 'bullish'],
          [40, 'mixed'],
        ]),
        ...course('b', [
          [5, 'bullish'],
          [50, 'bearish'],
        ]),
        ...course('c', [
          [60, 'unclear'],
          [61, 'mixed'],
        ]),
        ...course('d', [[62, 'bullish', { isDropped: true }]]),
      ],
      99,
    );
    const activity = activityOf(own, `${dayOf(99)}T21:00:00.000Z`);
    expect(Object.fromEntries(activity.opened)).toEqual({ bullish: 0, bearish: 1, mixed: 0, unclear: 1 });
    expect(activity.turned).toEqual([
      { from: 'bullish', to: 'mixed', count: 1 },
      { from: 'mixed', to: 'bullish', count: 1 },
    ]);
    expect(activity).toMatchObject({ clarified: 1, reversed: 1, closed: 1, ageDays: 37 });
    expect(Object.fromEntries(activity.people)).toEqual({ bullish: 0, bearish: 1, mixed: 2, unclear: 0 });
  });
});

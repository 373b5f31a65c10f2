// The action of the policy trade-state-v2 on worked views, and the reason that keeps it from BUY or AVOID.
import { describe, expect, test } from 'vitest';
import {
  bearish,
  current,
  excess,
  late,
  mixed,
  silentBear,
  stale,
  state,
  unavailable,
  unverified,
  view,
} from '../testing/state-views.ts';
import type { Action, StateView } from './trade-state.ts';

test('what a reason has no room for is counted', () => {
  const unassessed = { validity: 'unknown', externalState: 'triggered', excess: null } as const;
  const [, obstacles] = state([
    view({ personId: 'p:one', ...unassessed }),
    mixed({ validity: 'unknown' }),
    silentBear(),
  ]).reasons;
  expect(obstacles).toBe(
    "BUY is withheld: no counting view's conditions were ever assessed, so this policy can only say WAIT; 1 person is bullish and 1 mixed; 1 person on the other side is silent; 1 counting view has a triggered external state; 1 more.",
  );
});

describe('action', () => {
  const never = "no counting view's conditions were ever assessed, so this policy can only say WAIT";
  test.each<[string, readonly StateView[], Action, string | null]>([
    ['everything in place', [view()], 'BUY', null],
    ['a mixed confirmation is enough', [view({ excess: excess(0) })], 'BUY', null],
    ['one supported view among others is enough', [view(), view({ validity: 'unknown' })], 'BUY', null],
    ['nothing assessed', [view({ validity: 'unknown' })], 'WAIT', `BUY is withheld: ${never}.`],
    [
      'assessed, none supported',
      [view({ validity: 'needs_review' }), view({ validity: 'unknown' })],
      'WAIT',
      'BUY is withheld: conditions are recorded as supported for none of 2 bullish views.',
    ],
    [
      'a triggered external state',
      [view(), view({ externalState: 'triggered' })],
      'WAIT',
      'BUY is withheld: 1 counting view has a triggered external state.',
    ],
    [
      'a trigger of a view without a side',
      [view(), view(), mixed({ externalState: 'triggered' })],
      'WAIT',
      'BUY is withheld: 1 counting view has a triggered external state.',
    ],
    [
      'a trigger of a view that does not count',
      [view(), view({ standing: 'status', externalState: 'triggered' })],
      'BUY',
      null,
    ],
    ['the price against it', [view({ excess: excess(-3) })], 'WAIT', 'BUY is withheld: price confirmation is against.'],
    ['nothing measured', [view({ excess: null })], 'WAIT', 'BUY is withheld: price confirmation is unmeasured.'],
    [
      'support from a view without a side only',
      [view({ validity: 'unknown' }), view({ validity: 'unknown' }), mixed()],
      'WAIT',
      'BUY is withheld: conditions are recorded as supported for none of 2 bullish views.',
    ],
    ['bearish and supported', [bearish()], 'AVOID', null],
    ['bearish, triggered, unmeasured', [bearish({ externalState: 'triggered', excess: null })], 'AVOID', null],
    ['bearish, nothing assessed', [bearish({ validity: 'unknown' })], 'WAIT', `AVOID is withheld: ${never}.`],
    ['as many people hold as buy', [view(), mixed()], 'WAIT', 'BUY is withheld: 1 person is bullish and 1 mixed.'],
    ['more people buy than hold', [view(), view(), mixed()], 'BUY', null],
    [
      'two views of one person are one person',
      [view({ personId: 'p:one' }), view({ personId: 'p:one' }), mixed()],
      'WAIT',
      'BUY is withheld: 1 person is bullish and 1 mixed.',
    ],
    ['holds that do not count hold nobody back', [view(), mixed({ standing: 'silent' })], 'BUY', null],
    [
      'bearish against holds',
      [bearish(), bearish(), mixed(), mixed()],
      'WAIT',
      'AVOID is withheld: 2 people are bearish and 2 mixed.',
    ],
    ['one silent person against three', [view(), view(), view(), silentBear()], 'BUY', null],
    [
      'one silent person against two',
      [view(), view(), silentBear()],
      'WAIT',
      'BUY is withheld: 1 person on the other side is silent.',
    ],
    ['views past their horizon are not silence', [view(), bearish({ standing: 'horizon' })], 'BUY', null],
  ])('%s', (_, views, action, obstacle) => {
    const measured = state(views);
    expect(measured.action).toBe(action);
    expect(measured.reasons[0]).toMatch(
      new RegExp(`^Policy trade-state-v2 gives ${action} from \\d+ counting views?: `),
    );
    expect(measured.reasons.find((reason) => reason.includes('withheld')) ?? null).toBe(obstacle);
  });

  test('silent views on the other side are in the first reason, and the mode stays', () => {
    const measured = state([view(), view(), view(), silentBear(), silentBear()]);
    expect(measured).toMatchObject({ action: 'WAIT', decisionMode: 'one_sided', direction: 'bullish' });
    expect(measured.reasons[0]).toBe(
      'Policy trade-state-v2 gives WAIT from 3 counting views: 3 bullish, 0 bearish, 0 mixed, 0 unclear. On the other side 2 bearish views are silent.',
    );
  });

  test.each([
    ['current', current, 'BUY', null],
    ['one session late', late, 'BUY', 'The price is one session late: 2024-01-04 in place of 2024-01-05.'],
    ['four sessions late', stale, 'WAIT', 'The price is stale; the last one is of 2023-12-29.'],
    ['unverified', unverified, 'WAIT', 'The price is unverified; the last one is of 2024-01-05.'],
    ['unavailable', unavailable, 'WAIT', 'The price is unavailable.'],
  ] as const)('a price that is %s', (_, price, action, reason) => {
    expect(state([view()], price).action).toBe(action);
    // The second reason in every mode and for every verdict.
    for (const views of [[view()], [bearish()], [view(), bearish()], [mixed()], []])
      expect(state(views, price).reasons[1]?.startsWith('The price is') ? state(views, price).reasons[1] : null).toBe(
        reason,
      );
    expect(state([bearish()], price).action).toBe('AVOID');
  });
});

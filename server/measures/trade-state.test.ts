// The policy trade-state-v1 on worked views; every sentence that it gives is written out once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, measureTradeState, type StateView } from './trade-state.ts';
import type { ConditionStatus } from './views.ts';

const current = { status: 'current', through: '2024-01-05' } as const;

let made = 0;
function view(changes: Partial<StateView> = {}): StateView {
  made += 1;
  return {
    beliefId: `bel_${made}`,
    direction: 'bullish',
    status: 'active',
    validity: 'conditions_supported',
    externalState: 'clear',
    excessPercent: 3,
    returned: false,
    conditions: [],
    ...changes,
  };
}

function state(
  views: readonly StateView[],
  priceStatus: Parameters<typeof measureTradeState>[0]['priceStatus'] = current,
) {
  return measureTradeState({ views, priceStatus });
}

function bearish(changes: Partial<StateView> = {}): StateView {
  return view({ direction: 'bearish', ...changes });
}

describe('direction and mode', () => {
  test('no view at all is unclear, without a setup, and waits', () => {
    expect(state([])).toEqual({
      action: 'WAIT',
      direction: 'unclear',
      decisionMode: 'no_directional_setup',
      reasons: [
        'Policy trade-state-v1 gives WAIT from 0 counting views (active or strengthened, and not invalidated): 0 bullish, 0 bearish, 0 mixed or unclear.',
        'No counting view is bullish or bearish, so there is no directional setup.',
      ],
      setups: [],
      watchConditions: { items: [], omitted: 0 },
    });
  });

  test.each([
    ['forming', 'conditions_supported', 0],
    ['active', 'conditions_supported', 1],
    ['strengthened', 'needs_review', 1],
    ['strengthened', 'invalidated', 0],
    ['weakened', 'conditions_supported', 0],
    ['reversed', 'unknown', 0],
    ['resolved', 'unknown', 0],
    ['abandoned', 'unknown', 0],
    ['unknown', 'unknown', 0],
    ['active', 'unknown', 1],
  ] as const)('a view that is %s and %s makes %i setups', (status, validity, setups) => {
    expect(state([view({ status, validity })]).setups).toHaveLength(setups);
  });

  test('mixed and unclear views count, but make no setup', () => {
    const { direction, setups, reasons } = state([view({ direction: 'mixed' }), view({ direction: 'unclear' })]);
    expect({ direction, setups }).toEqual({ direction: 'unclear', setups: [] });
    expect(reasons[0]).toContain('2 counting views');
  });

  test('both directions compete, whatever the numbers', () => {
    const { action, direction, decisionMode, setups, reasons } = state([view(), view(), bearish({ excessPercent: 3 })]);
    expect({ action, direction, decisionMode }).toEqual({
      action: 'WAIT',
      direction: 'mixed',
      decisionMode: 'competing_setups',
    });
    expect(setups.map(({ direction: side, posture, priceConfirmation }) => [side, posture, priceConfirmation])).toEqual(
      [
        ['bullish', 'long_watch', 'working'],
        ['bearish', 'avoid_watch', 'against'],
      ],
    );
    expect(reasons.slice(1)).toEqual([
      'Bullish and bearish views both count, so the setups compete and neither decides.',
      'Price confirmation of the bullish setup is working: the median excess over the benchmark is +3.00 points in 2 of 2 bullish counting views (limits +2.00 and -2.00).',
      'Price confirmation of the bearish setup is against: the median excess over the benchmark, sign-adjusted for a bearish setup, is -3.00 points in 1 of 1 bearish counting view (limits +2.00 and -2.00).',
    ]);
  });
});

describe('price confirmation', () => {
  test.each<[string, readonly (number | null)[], number | null, string]>([
    ['none measured', [null, null], null, 'unmeasured'],
    ['above two points', [2.01], 2.01, 'working'],
    ['exactly two points', [2], 2, 'mixed'],
    ['exactly minus two points', [-2], -2, 'mixed'],
    ['two points of prices that double precision puts above', [(102 / 100 - 1) * 100], (102 / 100 - 1) * 100, 'mixed'],
    ['minus two points that it puts below', [(98 / 100 - 1) * 100], (98 / 100 - 1) * 100, 'mixed'],
    ['below minus two points', [-2.01], -2.01, 'against'],
    ['an odd number: the middle one', [9, -50, 1], 1, 'mixed'],
    ['an even number: the mean of the middle two', [10, 1, 4, -8], 2.5, 'working'],
    ['those without a measure do not enter', [null, 5, null], 5, 'working'],
    ['numbers are ordered as numbers', [10, 9, 100], 10, 'working'],
  ])('%s', (_, excess, medianExcess, priceConfirmation) => {
    const views = excess.map((excessPercent) => view({ excessPercent }));
    expect(state(views).setups[0]).toMatchObject({ medianExcess, priceConfirmation, countingViews: excess.length });
    const mirrored = excess.map((excessPercent) =>
      bearish({ excessPercent: excessPercent === null ? null : -excessPercent }),
    );
    expect(state(mirrored).setups[0]).toMatchObject({ medianExcess, priceConfirmation, countingViews: excess.length });
  });

  test('it is over every counting view, returned or not, and over no other', () => {
    const views = [
      view({ excessPercent: 1, returned: true }),
      view({ excessPercent: 9 }),
      view({ excessPercent: -90, status: 'weakened' }),
    ];
    expect(state(views).setups[0]).toMatchObject({ medianExcess: 5, countingViews: 2, measuredViews: 2 });
  });
});

describe('action', () => {
  test.each<[string, readonly StateView[], Action, string | null]>([
    ['everything in place', [view()], 'BUY', null],
    ['a mixed confirmation is enough', [view({ excessPercent: 0 })], 'BUY', null],
    ['one supported view among others is enough', [view(), view({ validity: 'unknown' })], 'BUY', null],
    [
      'nothing assessed',
      [view({ validity: 'unknown' })],
      'WAIT',
      "No view's conditions have been assessed: validity is unknown for 1 bullish counting view.",
    ],
    [
      'assessed, none supported',
      [view({ validity: 'needs_review' }), view({ validity: 'unknown' })],
      'WAIT',
      'Conditions are recorded as supported for none of 2 bullish counting views.',
    ],
    [
      'a triggered external state',
      [view(), view({ externalState: 'triggered' })],
      'WAIT',
      '1 counting view has a triggered external state.',
    ],
    [
      'a trigger of a view without direction',
      [view(), view({ direction: 'mixed', externalState: 'triggered' })],
      'WAIT',
      '1 counting view has a triggered external state.',
    ],
    [
      'a trigger of a view that does not count',
      [view(), view({ status: 'weakened', externalState: 'triggered' })],
      'BUY',
      null,
    ],
    [
      'the price against it',
      [view({ excessPercent: -3 })],
      'WAIT',
      'Price confirmation of the bullish setup is against: the median excess over the benchmark is -3.00 points in 1 of 1 bullish counting view (limits +2.00 and -2.00).',
    ],
    [
      'nothing measured',
      [view({ excessPercent: null })],
      'WAIT',
      'Price confirmation of the bullish setup is unmeasured: none of 1 bullish counting view has a measured excess over the benchmark.',
    ],
    [
      'support from a view without direction only',
      [view({ validity: 'unknown' }), view({ direction: 'mixed' })],
      'WAIT',
      "No view's conditions have been assessed: validity is unknown for 1 bullish counting view.",
    ],
    ['bearish and supported', [bearish()], 'AVOID', null],
    ['bearish, triggered, unmeasured', [bearish({ externalState: 'triggered', excessPercent: null })], 'AVOID', null],
    [
      'bearish, nothing assessed',
      [bearish({ validity: 'unknown' })],
      'WAIT',
      "No view's conditions have been assessed: validity is unknown for 1 bearish counting view.",
    ],
  ])('%s', (_, views, action, obstacle) => {
    const measured = state(views);
    expect(measured.action).toBe(action);
    expect(measured.reasons[0]).toMatch(
      new RegExp(`^Policy trade-state-v1 gives ${action} from \\d+ counting views? `),
    );
    // Where nothing stands in the way, the second reason is what supports the action.
    expect(measured.reasons[1]).toMatch(
      obstacle ?? /^Conditions are recorded as supported for \d of \d (bullish|bearish) counting views?\.$/,
    );
  });

  test.each(['stale', 'unverified', 'unavailable'] as const)(
    'a price that is %s buys nothing, and avoids as before',
    (status) => {
      const price = { status, through: status === 'unavailable' ? null : '2024-01-05' };
      expect(state([view()], price)).toMatchObject({ action: 'WAIT' });
      expect(state([view()], price).reasons[1]).toBe(
        status === 'unavailable' ? 'The price is unavailable.' : `The price is ${status} through 2024-01-05.`,
      );
      expect(state([bearish()], price).action).toBe('AVOID');
    },
  );

  test('all that is read is said, what stands in the way first', () => {
    const views = [
      view({ excessPercent: -0.001, validity: 'unknown' }),
      view({ excessPercent: null, validity: 'unknown' }),
    ];
    expect(state(views).reasons).toEqual([
      'Policy trade-state-v1 gives WAIT from 2 counting views (active or strengthened, and not invalidated): 2 bullish, 0 bearish, 0 mixed or unclear.',
      "No view's conditions have been assessed: validity is unknown for 2 bullish counting views.",
      '0 counting views have a triggered external state.',
      'Price confirmation of the bullish setup is mixed: the median excess over the benchmark is 0.00 points in 1 of 2 bullish counting views (limits +2.00 and -2.00).',
      'The price is current through 2024-01-05.',
    ]);
  });
});

describe('what the document shows', () => {
  function condition(status: ConditionStatus, expectedBy: string | null = null) {
    return { status, expectedBy };
  }

  test('theses and conditions of a setup are those of its returned views, five of them [SPEC-F8]', () => {
    const conditions = [condition('met'), condition('pending'), condition('unknown')];
    const shown = [view({ returned: true, conditions }), view({ returned: true, conditions, status: 'weakened' })];
    const setup = state([...shown, view({ conditions }), bearish({ returned: true, status: 'forming' })]).setups[0];
    expect(setup?.thesisIds).toEqual(shown.map(({ beliefId }) => beliefId));
    expect(setup?.conditions).toEqual({ items: [...conditions, ...conditions.slice(0, 2)], omitted: 1 });
  });

  test('watched are the undecided conditions of returned open views, the soonest first', () => {
    const february = condition('pending', '2024-02-01T00:00:00.000Z');
    const march = condition('not_triggered', '2024-03-01T00:00:00.000Z');
    const someday = condition('unknown');
    const views = [
      view({
        returned: true,
        conditions: [someday, march, condition('met'), condition('triggered'), condition('missed')],
      }),
      bearish({ returned: true, status: 'forming', conditions: [february] }),
      view({ returned: true, status: 'resolved', conditions: [condition('pending')] }),
      view({ conditions: [condition('pending')] }),
    ];
    expect(state(views).watchConditions).toEqual({ items: [february, march, someday], omitted: 0 });
    const many = Array.from({ length: 7 }, () => condition('pending'));
    expect(state([view({ returned: true, conditions: many })]).watchConditions).toMatchObject({
      items: { length: 5 },
      omitted: 2,
    });
  });
});

test('whatever the views: at most five plain sentences that fit, and the same state in any order', () => {
  const anyView = fc.record({
    beliefId: fc.stringMatching(/^bel_[a-f0-9]{8}$/),
    direction: fc.constantFrom('bullish', 'bearish', 'mixed', 'unclear'),
    status: fc.constantFrom(
      'forming',
      'active',
      'strengthened',
      'weakened',
      'reversed',
      'resolved',
      'abandoned',
      'unknown',
    ),
    validity: fc.constantFrom('conditions_supported', 'needs_review', 'invalidated', 'unknown'),
    externalState: fc.constantFrom('clear', 'triggered', 'unknown'),
    excessPercent: fc.option(fc.double({ min: -99, max: 1e6, noNaN: true })),
    returned: fc.boolean(),
    conditions: fc.constant([]),
  } as const);
  const price = fc.record({
    status: fc.constantFrom('current', 'stale', 'unverified', 'unavailable'),
    through: fc.constantFrom('2024-01-05', null),
  } as const);
  fc.assert(
    fc.property(fc.array(anyView, { maxLength: 9 }), price, (views, priceStatus) => {
      const measured = state(views, priceStatus);
      expect(measured.reasons.length).toBeLessThanOrEqual(5);
      for (const reason of measured.reasons) expect(reason).toMatch(/^[ -~]{1,240}$/);
      const mirrored = state(views.toReversed(), priceStatus);
      expect(mirrored.reasons).toEqual(measured.reasons);
      expect(mirrored.action).toBe(measured.action);
      const sides = measured.setups.map(({ direction }) => direction).join();
      expect({ BUY: sides === 'bullish', AVOID: sides === 'bearish', WAIT: true }[measured.action]).toBe(true);
    }),
  );
});

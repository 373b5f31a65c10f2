// The policy trade-state-v2 on worked views; each sentence that it gives is written out once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bearish,
  current,
  excess,
  late,
  mixed,
  stale,
  state,
  unavailable,
  unverified,
  view,
} from '../testing/state-views.ts';
import type { ConditionStatus, Direction } from './views.ts';

describe('direction and mode', () => {
  test('no view at all is unclear, without a setup, and waits', () => {
    const { tally: _, ...rest } = state([]);
    expect(rest).toEqual({
      action: 'WAIT',
      direction: 'unclear',
      decisionMode: 'no_directional_setup',
      reasons: [
        'Policy trade-state-v2 gives WAIT from 0 counting views: 0 bullish, 0 bearish, 0 mixed, 0 unclear.',
        'BUY and AVOID are withheld: no view counts.',
      ],
      setups: [],
      watchConditions: { items: [], omitted: 0 },
    });
  });

  test.each<[string, readonly Direction[], Direction]>([
    ['a counting mixed view', ['mixed'], 'mixed'],
    ['mixed beside unclear', ['unclear', 'mixed'], 'mixed'],
    ['unclear alone', ['unclear'], 'unclear'],
  ])('without a setup the direction is mixed if a mixed view counts, else unclear: %s', (_, all, direction) => {
    const measured = state(all.map((each) => view({ direction: each, validity: 'unknown' })));
    expect(measured).toMatchObject({ direction, decisionMode: 'no_directional_setup', setups: [], action: 'WAIT' });
    expect(measured.reasons[1]).toBe(
      "BUY and AVOID are withheld: no counting view is bullish or bearish; no counting view's conditions were ever assessed, so this policy can only say WAIT.",
    );
  });

  test('a mixed view that does not count leaves it unclear', () => {
    expect(state([mixed({ standing: 'silent' })])).toMatchObject({ direction: 'unclear' });
  });

  test('both directions compete, whatever the numbers', () => {
    const { action, direction, decisionMode, setups, reasons } = state([
      view(),
      view(),
      bearish({ excess: excess(3, 9) }),
    ]);
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
      'BUY and AVOID are withheld: bullish and bearish views both count.',
      'Median excess over the benchmark since each direction (limits +2.00 and -2.00 points): bullish working, +3.00 in 2 of 2 views over 40 sessions; bearish against, -3.00 sign-adjusted in 1 of 1 view over 9 sessions.',
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
  ])('%s', (_, percents, medianExcess, priceConfirmation) => {
    const measured = (sign: number) => percents.map((percent) => (percent === null ? null : excess(sign * percent)));
    const expected = { medianExcess, priceConfirmation, countingViews: percents.length };
    expect(state(measured(1).map((one) => view({ excess: one }))).setups[0]).toMatchObject(expected);
    expect(state(measured(-1).map((one) => bearish({ excess: one }))).setups[0]).toMatchObject(expected);
  });

  test('it is over every counting view, returned or not, over no other, and names the spans', () => {
    const views = [
      view({ excess: excess(1, 12), returned: true }),
      view({ excess: excess(9, 240) }),
      view({ excess: excess(-90, 500), standing: 'silent' }),
    ];
    expect(state(views).setups[0]).toMatchObject({
      medianExcess: 5,
      countingViews: 2,
      measuredViews: 2,
      spans: { shortest: 12, longest: 240 },
    });
    expect(state(views).reasons.at(-1)).toBe(
      'Median excess over the benchmark since each direction (limits +2.00 and -2.00 points): bullish working, +5.00 in 2 of 2 views over 12 to 240 sessions.',
    );
  });

  test.each([
    ['four sessions late', stale],
    ['unverified', unverified],
    ['unavailable', unavailable],
  ])('a price that is %s confirms nothing', (_, price) => {
    const measured = state([view(), bearish()], price);
    expect(measured.setups.map(({ priceConfirmation }) => priceConfirmation)).toEqual(['unmeasured', 'unmeasured']);
    expect(measured.reasons.at(-1)).toBe('Price confirmation is unmeasured: the price is not current.');
  });

  test('one session late stays measured', () => {
    expect(state([view()], late).setups[0]).toMatchObject({ priceConfirmation: 'working' });
  });
});

test('views that do not count are counted by their first reason, in one sentence', () => {
  const views = [
    view(),
    ...(['invalidated', 'status', 'status', 'horizon', 'horizon', 'silent'] as const).map((standing) =>
      view({ standing }),
    ),
    view({ standing: 'final' }),
  ];
  expect(state(views).tally).toMatchObject({
    counting: 1,
    people: { bullish: 1, bearish: 0, mixed: 0, unclear: 0 },
    notCounting: { invalidated: 1, status: 2, horizon: 2, silent: 1 },
  });
  expect(state(views).reasons[1]).toBe(
    'Open views that do not count: 1 invalidated, 2 forming, weakened or of unknown status, 2 past their own horizon, 1 not restated for more than 365 days.',
  );
});

test('the reasons stand in their order', () => {
  const views = [view({ validity: 'unknown' }), view({ standing: 'silent' })];
  expect(state(views, late).reasons.map((reason) => reason.split(' ').slice(0, 3).join(' '))).toEqual([
    'Policy trade-state-v2 gives',
    'The price is',
    'BUY is withheld:',
    'Open views that',
    'Median excess over',
  ]);
});

describe('the part that the document shows', () => {
  function condition(status: ConditionStatus, expectedBy: string | null = null) {
    return { status, expectedBy };
  }

  test('theses and conditions of a setup are those of its returned counting views, five of them [SPEC-F8]', () => {
    const conditions = [condition('met'), condition('pending'), condition('unknown')];
    const shown = [view({ returned: true, conditions }), view({ returned: true, conditions })];
    const others = [view({ returned: true, conditions, standing: 'status' }), view({ conditions })];
    const setup = state([...shown, ...others, bearish({ returned: true, standing: 'status' })]).setups[0];
    expect(setup?.thesisIds).toEqual(shown.map(({ beliefId }) => beliefId));
    expect(setup?.conditions).toEqual({ items: [...conditions, ...conditions.slice(0, 2)], omitted: 1 });
  });

  test('watched are the undecided conditions of returned open views: overdue first, then the soonest', () => {
    const february = condition('pending', '2024-02-01T00:00:00.000Z');
    const march = condition('not_triggered', '2024-03-01T00:00:00.000Z');
    const past = condition('not_triggered', '2023-03-01T00:00:00.000Z');
    const overdue = condition('pending', '2023-12-01T00:00:00.000Z');
    const someday = condition('unknown');
    const views = [
      view({
        returned: true,
        conditions: [someday, march, past, overdue, condition('met'), condition('triggered'), condition('missed')],
      }),
      bearish({ returned: true, standing: 'status', conditions: [february] }),
      view({ returned: true, standing: 'final', conditions: [condition('pending')] }),
      view({ conditions: [condition('pending')] }),
    ];
    expect(state(views).watchConditions).toEqual({ items: [overdue, past, february, march, someday], omitted: 0 });
    const many = Array.from({ length: 7 }, () => condition('pending'));
    expect(state([view({ returned: true, conditions: many })]).watchConditions).toMatchObject({
      items: { length: 5 },
      omitted: 2,
    });
  });
});

test('whatever the views: at most five plain sentences that fit, each once, and the same state in any order', () => {
  const anyView = fc.record({
    beliefId: fc.stringMatching(/^bel_[a-f0-9]{8}$/),
    personId: fc.constantFrom('p:1', 'p:2', 'p:3', 'p:4'),
    direction: fc.constantFrom('bullish', 'bearish', 'mixed', 'unclear'),
    standing: fc.constantFrom('counting', 'counting', 'final', 'invalidated', 'status', 'horizon', 'silent'),
    validity: fc.constantFrom('conditions_supported', 'needs_review', 'invalidated', 'unknown'),
    externalState: fc.constantFrom('clear', 'triggered', 'unknown'),
    excess: fc.option(
      fc.record({
        percent: fc.double({ min: -99, max: 1e6, noNaN: true }),
        sessions: fc.integer({ min: 1, max: 2_000 }),
      }),
    ),
    returned: fc.boolean(),
    conditions: fc.constant([]),
  } as const);
  const price = fc.constantFrom(current, late, stale, unverified, unavailable);
  fc.assert(
    fc.property(fc.array(anyView, { maxLength: 12 }), price, (views, priceStatus) => {
      const measured = state(views, priceStatus);
      expect(measured.reasons.length).toBeLessThanOrEqual(5);
      expect(new Set(measured.reasons).size).toBe(measured.reasons.length);
      for (const reason of measured.reasons) expect(reason).toMatch(/^[ -~]{1,240}$/);
      const mirrored = state(views.toReversed(), priceStatus);
      expect(mirrored.reasons).toEqual(measured.reasons);
      expect(mirrored.action).toBe(measured.action);
      const sides = measured.setups.map(({ direction }) => direction).join();
      expect({ BUY: sides === 'bullish', AVOID: sides === 'bearish', WAIT: true }[measured.action]).toBe(true);
      const { counting, notCounting } = measured.tally;
      const open = views.filter(({ standing }) => standing !== 'final').length;
      expect(counting + Object.values(notCounting).reduce((sum, number) => sum + number, 0)).toBe(open);
    }),
    { numRuns: 1_000 },
  );
});

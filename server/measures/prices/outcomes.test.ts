// Fixed-horizon outcomes on consecutive sessions from 2024-01-02 whose price grows by one a session.
import { describe, expect, test } from 'vitest';
import { type CourseStep, measureOutcomes, outcomeHorizons } from './outcomes.ts';
import { noPrices, type UsableSeries } from './prices.ts';
import { builtIn, closeOf, farFuture, pricedAt, pricedFrom } from '../testing/series.ts';

const start = builtIn.indexOf('2024-01-02');
const growing = Array.from({ length: 300 }, (_, offset) => 100 + offset);

function sessionAfter(sessions: number): string {
  return builtIn.sessions[start + sessions]?.date ?? '';
}

function step(countsFrom: string, direction: CourseStep['direction'], isFinal = false): CourseStep {
  return { observed: { at: countsFrom, isDay: false }, countsFrom, direction, isFinal };
}

const opened = step('2024-01-02T15:00:00.000Z', 'bullish');

function outcomes(security: UsableSeries, asOf: string, benchmark: UsableSeries = noPrices) {
  return measureOutcomes({ asOf, calendar: builtIn, security, benchmark }, [opened]).outcomes;
}

function states(security: UsableSeries, asOf: string) {
  return outcomes(security, asOf).map(({ state }) => state);
}

test('each horizon is that many sessions after the entry', () => {
  const flat = pricedFrom(
    '2024-01-02',
    growing.map(() => 50),
  );
  const measured = outcomes(pricedFrom('2024-01-02', growing), farFuture, flat);
  expect(measured.map(({ horizonSessions }) => horizonSessions)).toEqual([...outcomeHorizons]);
  // 2024-01-02 + 21 sessions = 2024-02-01; the price went from 100 to 121.
  expect(measured[0]).toMatchObject({
    state: 'measured',
    entrySession: '2024-01-02',
    horizonSession: '2024-02-01',
    securityPercent: expect.closeTo(21, 12),
    benchmarkPercent: 0,
    excessPercent: expect.closeTo(21, 12),
  });
  expect(measured[3]).toMatchObject({ horizonSession: '2025-01-02', securityPercent: expect.closeTo(252, 10) });
});

describe('a horizon without a price', () => {
  test('is pending until its session closes', () => {
    const asOf = closeOf(sessionAfter(20));
    expect(states(pricedFrom('2024-01-02', growing, asOf), asOf)).toEqual(['pending', 'pending', 'pending', 'pending']);
    const later = closeOf(sessionAfter(21));
    expect(states(pricedFrom('2024-01-02', growing, later), later)[0]).toBe('measured');
  });

  test('waits for a late price as long as an entry does, then is unmeasurable', () => {
    const short = growing.slice(0, 21);
    const fourth = closeOf(sessionAfter(24));
    const fifth = closeOf(sessionAfter(25));
    expect(states(pricedFrom('2024-01-02', short, fourth), fourth)[0]).toBe('pending');
    expect(outcomes(pricedFrom('2024-01-02', short, fifth), fifth)[0]).toEqual({
      horizonSessions: 21,
      spanStartedAt: '2024-01-02T15:00:00.000Z',
      direction: 'bullish',
      directionHeld: true,
      state: 'unmeasurable',
      reason: 'no_horizon_price',
      entrySession: '2024-01-02',
    });
  });

  test('is unmeasurable at once when the series has gone on without it', () => {
    const asOf = closeOf(sessionAfter(22));
    const gap = pricedAt(
      [
        ['2024-01-02', 100],
        [sessionAfter(20), 120],
        [sessionAfter(22), 122],
      ],
      asOf,
    );
    expect(states(gap, asOf)[0]).toBe('unmeasurable');
  });
});

test('without an entry every horizon says so', () => {
  expect(outcomes(noPrices, farFuture)).toEqual(
    outcomeHorizons.map((horizonSessions) => ({
      horizonSessions,
      spanStartedAt: '2024-01-02T15:00:00.000Z',
      direction: 'bullish',
      directionHeld: true,
      state: 'unmeasurable',
      reason: 'no_entry_price',
      entrySession: null,
    })),
  );
  expect(states(noPrices, '2024-01-03T00:00:00.000Z')).toEqual(['pending', 'pending', 'pending', 'pending']);
});

describe('spans of one direction', () => {
  const prices = pricedFrom('2024-01-02', growing);
  function spans(course: readonly CourseStep[], asOf = farFuture) {
    return measureOutcomes({ asOf, calendar: builtIn, security: prices, benchmark: noPrices }, course);
  }
  function heldOf(course: readonly CourseStep[], asOf = farFuture) {
    return spans(course, asOf).outcomes.map(({ directionHeld }) => directionHeld);
  }
  /** Noon in New York, this number of sessions after the first. */
  const at = (sessions: number): string => `${sessionAfter(sessions)}T17:00:00.000Z`;

  test('each is measured from its own entry, the oldest of the newest three first', () => {
    const course = [
      opened,
      step(at(1), 'mixed'),
      step(at(40), 'bullish'),
      step(at(50), 'bullish'),
      step(at(90), 'mixed'),
    ];
    const { outcomes: told, omittedSpans } = spans(course);
    expect(omittedSpans).toBe(1);
    expect(told.map(({ spanStartedAt }) => spanStartedAt)).toEqual([1, 40, 90].flatMap((n) => Array(4).fill(at(n))));
    expect(told[4]).toMatchObject({ entrySession: sessionAfter(40), direction: 'bullish', state: 'measured' });
  });

  test('a direction held until a revision took it away, whatever the price did', () => {
    const turn = [opened, step(at(30), 'mixed')];
    expect(heldOf(turn)).toEqual([true, false, false, false, true, true, true, true]);
    expect(heldOf([opened, step(at(21), 'bullish')])).toEqual([true, true, true, true]);
    // The close of the horizon's own session still belongs to the horizon.
    expect(heldOf([opened, step(at(21), 'bullish', true)])).toEqual([false, false, false, false]);
    expect(heldOf([opened, step(`${sessionAfter(21)}T21:00:00.001Z`, 'mixed')]).slice(0, 2)).toEqual([true, false]);
  });

  test('nothing is held while the horizon is pending', () => {
    expect(heldOf([opened, step(at(5), 'mixed')], closeOf(sessionAfter(22)))).toEqual([
      false,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('a span that ended before its entry session closed has no outcome, and names the direction in force then', () => {
    const late = { ...step('2024-01-02T22:00:00.000Z', 'bullish') };
    const course = [late, step('2024-01-03T15:00:00.000Z', 'mixed')];
    expect(spans(course).outcomes[0]).toEqual({
      horizonSessions: 21,
      spanStartedAt: '2024-01-02T22:00:00.000Z',
      direction: 'mixed',
      directionHeld: false,
      state: 'unmeasurable',
      reason: 'ended_before_entry',
      entrySession: null,
    });
    expect(spans([step(at(0), 'bullish', true)]).outcomes[0]).toMatchObject({ reason: 'ended_before_entry' });
  });

  test('known to the day, a span enters at the next session and counts from the end of its day', () => {
    const day = { at: '2024-01-03T12:00:00.000Z', isDay: true };
    const course = [
      opened,
      { observed: day, countsFrom: '2024-01-03T23:59:59.000Z', direction: 'mixed', isFinal: false } as const,
    ];
    expect(spans(course).outcomes[4]).toMatchObject({ entrySession: '2024-01-04', spanStartedAt: day.at });
    expect(spans(course).outcomes[0]).toMatchObject({
      entrySession: '2024-01-02',
      direction: 'bullish',
      directionHeld: false,
    });
  });
});

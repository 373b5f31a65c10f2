// Fixed-horizon outcomes on consecutive sessions from 2024-01-02 whose price grows by one a session.
import { describe, expect, test } from 'vitest';
import { measureOutcomes, outcomeHorizons } from './outcomes.ts';
import { noPrices, type UsableSeries } from './prices.ts';
import { builtIn, closeOf, farFuture, pricedAt, pricedFrom } from './test-series.ts';

const start = builtIn.indexOf('2024-01-02');
const growing = Array.from({ length: 300 }, (_, offset) => 100 + offset);

function sessionAfter(sessions: number): string {
  return builtIn.sessions[start + sessions]?.date ?? '';
}

function outcomes(security: UsableSeries, asOf: string, benchmark: UsableSeries = noPrices) {
  return measureOutcomes({ observedAt: '2024-01-02T15:00:00.000Z', asOf, calendar: builtIn, security, benchmark });
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
      state: 'unmeasurable',
      reason: 'no_entry_price',
      entrySession: null,
    })),
  );
  expect(states(noPrices, '2024-01-03T00:00:00.000Z')).toEqual(['pending', 'pending', 'pending', 'pending']);
});

// Outcomes of the independent computation against tables worked out by hand.
import { describe, expect, it } from 'vitest';
import { outcomesOf } from './own-outcomes.ts';
import type { Outcome } from './own-outcomes.ts';
import { subjectOf } from './own-subject.ts';
import type { Moment } from './own-subject.ts';
import type { Statement } from '../raw-statements.ts';
import { dayOf, priced, said, upTo, world } from '../testing/world.ts';

function outcomes(moment: Moment): Outcome[] {
  const { own, world: known } = subjectOf('AAA', moment);
  return own[0] ? outcomesOf(own[0], known).outcomes : [];
}

describe('outcomes', () => {
  it('are measured from the entry to the session at the horizon, and pending until that has closed', () => {
    const moment = world(
      [said('r', 2)],
      priced(upTo(100), (i) => 10 + i),
      23,
    );
    expect(outcomes(moment).map(({ horizon, status, exitSession }) => [horizon, status, exitSession])).toEqual([
      [21, 'measured', dayOf(23)],
      [63, 'pending', null],
      [126, 'pending', null],
      [252, 'pending', null],
    ]);
    expect(outcomes(moment)[0]?.excessPercent).toBeCloseTo((33 / 12 - 1) * 100, 12);
    expect(outcomes({ ...moment, cutoff: `${dayOf(23)}T20:59:59.999Z` })[0]?.status).toBe('pending');
  });
  it('without a price at the horizon are unmeasurable although the entry is known, and never take a neighbour’s', () => {
    const gap = priced(
      upTo(100).filter((i) => i !== 23),
      () => 10,
    );
    expect(outcomes(world([said('r', 2)], gap, 90))[0]).toMatchObject({
      status: 'unmeasurable',
      reason: 'no_horizon_price',
      entrySession: dayOf(2),
      exitSession: null,
    });
  });
  it('wait five sessions for a late price at the horizon, and no longer once a later session has one', () => {
    const until = (last: number, cutoff: number): string | undefined =>
      outcomes(
        world(
          [said('r', 2)],
          priced(
            upTo(last + 1).filter((i) => i !== 23),
            () => 10,
          ),
          cutoff,
        ),
      )[0]?.status;
    expect([until(22, 26), until(22, 27)]).toEqual(['pending', 'unmeasurable']);
    expect([until(24, 23), until(24, 24)]).toEqual(['pending', 'unmeasurable']);
  });
  it('without an entry are pending while it may still come, then unmeasurable', () => {
    const late = priced([50], () => 10);
    const states = [5, 6].map((cutoff) => outcomes(world([said('r', 2)], late, cutoff)).map(({ status }) => status));
    expect(states).toEqual([Array(4).fill('pending'), Array(4).fill('unmeasurable')]);
    expect(outcomes(world([said('r', 2)], late, 6))[0]?.reason).toBe('no_entry_price');
  });
  it('keep the security’s own change where the benchmark has no price', () => {
    const moment = world(
      [said('r', 90)],
      priced(upTo(200), (i) => 10 + i),
      150,
    );
    expect(outcomes(moment)[0]).toMatchObject({ status: 'measured', benchmarkPercent: null, excessPercent: null });
    expect(outcomes(moment)[0]?.securityPercent).toBeCloseTo((121 / 100 - 1) * 100, 12);
  });
});

describe('spans of one direction', () => {
  const course = (steps: [number, string, string?][]): Statement[] =>
    steps.map(([day, direction, at = 'T12:00:00.000Z'], i) =>
      said(`r${i}`, day, { personId: 'p', direction, observedAt: `${dayOf(day)}${at}` }),
    );
  const told = (steps: [number, string, string?][], cutoff: number): unknown[] =>
    outcomes(
      world(
        course(steps),
        priced(upTo(200), (i) => 10 + i),
        cutoff,
      ),
    )
      .filter(({ horizon }) => horizon === 21)
      .map(({ spanStartedAt, direction, held, status, reason }) => [
        spanStartedAt.slice(0, 10),
        direction,
        held,
        reason ?? status,
      ]);
  it('are measured each from its own entry, and held until another direction or the end', () => {
    expect(
      told(
        [
          [2, 'bullish'],
          [30, 'mixed'],
          [40, 'bullish'],
        ],
        60,
      ),
    ).toEqual([
      [dayOf(2), 'bullish', true, 'measured'],
      [dayOf(30), 'mixed', false, 'measured'],
      [dayOf(40), 'bullish', null, 'pending'],
    ]);
    expect(
      told(
        [
          [2, 'bullish'],
          [23, 'bearish'],
        ],
        60,
      ),
    ).toEqual([[dayOf(2), 'bullish', false, 'measured']]);
    expect(
      told(
        [
          [2, 'bullish'],
          [23, 'bearish', 'T21:00:00.001Z'],
        ],
        60,
      ),
    ).toEqual([[dayOf(2), 'bullish', true, 'measured']]);
  });
  it('that end by the close of the entry session are unmeasurable, in the direction of that close', () => {
    expect(
      told(
        [
          [2, 'bullish', 'T10:00:00.000Z'],
          [2, 'mixed'],
        ],
        60,
      ),
    ).toEqual([
      [dayOf(2), 'mixed', false, 'ended_before_entry'],
      [dayOf(2), 'mixed', true, 'measured'],
    ]);
  });
  it('are the newest three, and the older ones are counted', () => {
    const steps: [number, string][] = [2, 3, 4, 5, 6].map((day, i) => [day, i % 2 === 0 ? 'bullish' : 'mixed']);
    const { own, world: known } = subjectOf('AAA', world(course(steps), [], 60));
    const { outcomes: shown, omittedSpans } = outcomesOf(own[0] ?? fail('no belief'), known);
    expect([shown.length, omittedSpans]).toEqual([12, 2]);
  });
});

describe('the mark since the direction', () => {
  const ended = (day: number, cutoff: number): unknown => {
    const said2 = [
      said('a', 2, { personId: 'p' }),
      said('b', day, { personId: 'p', direction: 'bearish', observedAt: `${dayOf(day)}T13:00:00.000Z` }),
    ];
    const moment = world(
      said2,
      priced([0, 1, 2, 3, 4, 5, 20], (i) => 10 + i),
      cutoff,
    );
    const { own, marks } = subjectOf('AAA', moment);
    const mark = marks.get(own[0]?.id ?? '')?.direction;
    return [mark?.status, mark?.reason, mark?.latest?.session ?? null, mark?.ended];
  };
  it('of a belief that has ended stops at the entry price of its last step', () => {
    expect(ended(4, 30)).toEqual(['measured', null, dayOf(4), true]);
    expect(ended(2, 30)).toEqual(['unmeasured', 'ended_at_entry', dayOf(2), true]);
    expect(ended(8, 30)).toEqual(['unmeasurable', 'no_end_price', null, true]);
    expect(ended(8, 11)).toEqual(['pending', null, null, true]);
  });
});

function fail(message: string): never {
  throw new Error(message);
}

// Outcomes of the independent computation against tables worked out by hand.
import { describe, expect, it } from 'vitest';
import { outcomesOf } from './own-outcomes.ts';
import type { Outcome } from './own-outcomes.ts';
import { subjectOf } from './own-subject.ts';
import type { Moment } from './own-subject.ts';
import { dayOf, priced, said, upTo, world } from './test-world.ts';

function outcomes(moment: Moment): Outcome[] {
  const { own, marks, security: closes } = subjectOf('AAA', moment);
  const mark = marks.get(own[0]?.id ?? '');
  if (!mark) throw new Error('no mark');
  const { raw, benchmark, cutoff } = moment;
  return outcomesOf(mark, { sessions: raw.sessions, security: closes, benchmark, cutoff });
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

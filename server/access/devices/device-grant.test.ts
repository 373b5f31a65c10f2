// The table of moves, row by row.
import { describe, expect, it } from 'vitest';
import {
  type Decision,
  GRANT_SECONDS,
  type Grant,
  type GrantStatus,
  INTERVAL_SECONDS_MAX,
  type PollAnswer,
  decided,
  phaseOf,
  polled,
} from './device-grant.ts';

const start = Date.parse('2026-10-05T20:00:00.000Z');
/** Seconds after the codes were issued. */
const at = (seconds: number): string => new Date(start + Math.round(seconds * 1_000)).toISOString();
const fresh: Grant = { status: 'pending', poll_interval: 5, polled_at: null, expires_at: at(GRANT_SECONDS) };
const statuses: readonly GrantStatus[] = ['pending', 'approved', 'denied', 'delivered'];
const [inTime, late] = [at(60), at(GRANT_SECONDS)];

const pollOf = (grant: Grant, now: string, approverIsAdmin = true) => polled(grant, { now, approverIsAdmin });

describe('a poll', () => {
  it.each<[GrantStatus, string, PollAnswer, GrantStatus]>([
    ['pending', inTime, 'pending', 'pending'],
    ['approved', inTime, 'deliver', 'delivered'],
    ['delivered', inTime, 'authorized', 'delivered'],
    ['denied', inTime, 'denied', 'denied'],
    ['pending', late, 'expired', 'pending'],
    ['approved', late, 'expired', 'approved'],
    ['delivered', late, 'authorized', 'delivered'],
    ['denied', late, 'denied', 'denied'],
  ])(
    'of a grant that is %s, at %s: %s, and it is %s [SPEC-S2] [SPEC-S3] [SPEC-S4] [SPEC-S5]',
    (status, now, answer, then) => {
      const move = pollOf({ ...fresh, status }, now);
      expect(move).toEqual({ answer, grant: { ...fresh, status: then, polled_at: now } });
    },
  );

  it('delivers nothing when whoever approved is no admin any more, and never will', () => {
    const lapsed = pollOf({ ...fresh, status: 'approved' }, inTime, false);
    expect([lapsed.answer, lapsed.grant.status]).toEqual(['denied', 'denied']);
    expect(pollOf(lapsed.grant, at(80)).answer).toBe('denied');
    const delivered = pollOf({ ...fresh, status: 'delivered' }, inTime, false);
    expect(delivered.answer).toBe('authorized');
  });

  it('sooner than an interval after the last is slow_down in every state, and moves nothing [SPEC-S6] [SPEC-L7]', () => {
    let seen = 0;
    for (const status of statuses) {
      for (const now of [at(59.999), at(GRANT_SECONDS + 3)]) {
        const grant = { ...fresh, status, polled_at: at(now === late ? 0 : (Date.parse(now) - start) / 1_000 - 4.999) };
        const move = pollOf(grant, now);
        expect(move).toEqual({ answer: 'slow_down', grant: { ...grant, poll_interval: 10, polled_at: now } });
        seen += 1;
      }
    }
    expect(seen).toBe(8);
    expect(pollOf({ ...fresh, polled_at: at(55) }, at(60)).answer).toBe('pending');
    expect(pollOf({ ...fresh, polled_at: at(55.001) }, at(60)).answer).toBe('slow_down');
  });

  it('makes the interval longer by five seconds a time, up to a minute, and never shorter [SPEC-S6] [SPEC-L7]', () => {
    let grant = pollOf(fresh, at(0)).grant;
    const intervals: number[] = [];
    for (let second = 1; second <= 14; second += 1) {
      grant = pollOf(grant, at(second)).grant;
      intervals.push(grant.poll_interval);
    }
    expect(intervals).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60, 60, 60]);
    const patient = pollOf(grant, at(14 + 60));
    expect([patient.answer, patient.grant.poll_interval]).toEqual(['pending', INTERVAL_SECONDS_MAX]);
    expect(pollOf(patient.grant, at(14 + 60 + 59.999)).answer).toBe('slow_down');
  });
});

describe('a decision', () => {
  it('is made once, and only in time [SPEC-S2] [SPEC-S3] [SPEC-L8]', () => {
    const becomes = (status: GrantStatus, decision: Decision, now: string) =>
      decided({ ...fresh, status }, decision, now);
    expect([becomes('pending', 'approve', inTime), becomes('pending', 'deny', inTime)]).toEqual(['approved', 'denied']);
    let refused = 0;
    for (const status of statuses) {
      for (const decision of ['approve', 'deny'] as const) {
        for (const now of [inTime, late]) {
          if (status === 'pending' && now === inTime) continue;
          expect(becomes(status, decision, now)).toBeNull();
          refused += 1;
        }
      }
    }
    expect(refused).toBe(14);
  });

  it('is late from the very instant of expiry on [SPEC-S4] [SPEC-L8]', () => {
    const phaseAt = (now: string) => phaseOf(fresh, { now, approverIsAdmin: true });
    expect([phaseAt(at(GRANT_SECONDS - 0.001)), phaseAt(late)]).toEqual(['pending', 'expired']);
  });
});

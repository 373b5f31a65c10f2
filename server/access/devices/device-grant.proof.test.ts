// The table of moves against a model that replays the whole history of a login each time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, GRANT_SECONDS, type Grant, decided, polled } from './device-grant.ts';

const start = Date.parse('2026-10-05T20:00:00.000Z');
/** Seconds after the codes were issued. */
const at = (seconds: number): string => new Date(start + Math.round(seconds * 1_000)).toISOString();
const fresh: Grant = { status: 'pending', poll_interval: 5, polled_at: null, expires_at: at(GRANT_SECONDS) };

type Event = { kind: 'poll' | Decision | 'demote' | 'promote'; after: number };
type HistoryEvent = { kind: Event['kind']; ms: number; answer: string };

/** Without states: the result of an event follows from the whole history. */
function modelled(history: readonly HistoryEvent[], { kind, ms }: { kind: Event['kind']; ms: number }): string {
  const inLife = ms < 900_000;
  const was = (answer: string) => history.some((told) => told.answer === answer);
  if (kind === 'demote' || kind === 'promote') return 'noted';
  const denied = was('now denied') || was('denied');
  if (kind !== 'poll') {
    if (!inLife || was('now approved') || denied) return 'too late';
    return kind === 'approve' ? 'now approved' : 'now denied';
  }
  const polls = history.filter((told) => told.kind === 'poll');
  const slowed = polls.filter(({ answer }) => answer.startsWith('slow_down')).length;
  const interval = Math.min(60, 5 + 5 * slowed);
  const last = polls.at(-1);
  if (last !== undefined && ms - last.ms < interval * 1_000) return `slow_down ${Math.min(60, interval + 5)}`;
  const role = history.findLast((told) => told.answer === 'noted');
  if (was('deliver') || was('authorized')) return 'authorized';
  if (denied) return 'denied';
  if (!inLife) return 'expired';
  if (!was('now approved')) return 'pending';
  return role?.kind === 'demote' ? 'denied' : 'deliver';
}

describe('the table of moves', () => {
  it('agrees with a model of the whole history in 100,000 random courses of a login [SPEC-S2] [SPEC-S3] [SPEC-S4] [SPEC-S5] [SPEC-S6]', () => {
    const seen = new Map<string, number>();
    const event = fc.record({
      kind: fc.constantFrom<Event['kind']>('poll', 'poll', 'poll', 'poll', 'approve', 'deny', 'demote', 'promote'),
      after: fc.oneof(
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(4.999, 5, 5.001, 9.999, 10, 59.999, 60),
        fc.integer({ min: 0, max: 500 }),
      ),
    });
    const course = (events: readonly Event[]): void => {
      const history: HistoryEvent[] = [];
      let [grant, approverIsAdmin, ms] = [fresh, true, 0];
      for (const { kind, after } of events) {
        ms += Math.round(after * 1_000);
        const now = at(ms / 1_000);
        const expected = modelled(history, { kind, ms });
        let answer = 'noted';
        if (kind === 'demote' || kind === 'promote') {
          approverIsAdmin = kind === 'promote';
        } else if (kind === 'poll') {
          const move = polled(grant, { now, approverIsAdmin });
          grant = move.grant;
          answer = move.answer === 'slow_down' ? `slow_down ${grant.poll_interval}` : move.answer;
        } else {
          const status = decided(grant, kind, now);
          if (status !== null) grant = { ...grant, status };
          answer = status === null ? 'too late' : `now ${status}`;
        }
        if (answer !== expected) throw new Error(`${kind} at ${ms} ms: ${answer}, and the model says ${expected}`);
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
        history.push({ kind, ms, answer });
      }
      if (history.filter(({ answer }) => answer === 'deliver').length > 1) throw new Error('delivered twice');
    };
    fc.assert(fc.property(fc.array(event, { minLength: 4, maxLength: 14 }), course), { numRuns: 100_000, seed: 5 });
    const answers = ['pending', 'deliver', 'authorized', 'denied', 'expired', 'too late', 'now approved', 'now denied'];
    for (const answer of answers) expect([answer, (seen.get(answer) ?? 0) > 500]).toEqual([answer, true]);
    expect([...seen.keys()].filter((answer) => answer.startsWith('slow_down')).length).toBeGreaterThan(6);
  });
});

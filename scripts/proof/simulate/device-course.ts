// Courses of device logins on a virtual clock, against a model without states: only the past events and their times.
import {
  type Decision,
  GRANT_SECONDS,
  type Grant,
  INTERVAL_SECONDS,
  decided,
  polled,
} from '../../../server/access/devices/device-grant.ts';
import type { Draw } from '../fuzz/draw.ts';
import { Violation, hold } from './violation.ts';

/** Functions under simulation; a test replaces one with a wrong one. */
export const deviceCore = { decided, polled };

/** One login is followed for so many events, then another begins. */
const EVENTS = 24;
const START = Date.UTC(2026, 9, 5);

type Facts = {
  approved: boolean;
  denied: boolean;
  delivered: boolean;
  isAdmin: boolean;
  slowed: number;
  polledAt: number | null;
};

/** Outcome of a poll, derived from all earlier events. */
function expectedPoll(facts: Facts, ms: number): string {
  const interval = Math.min(60, 5 + 5 * facts.slowed);
  if (facts.polledAt !== null && ms - facts.polledAt < interval * 1_000) return 'slow_down';
  if (facts.delivered) return 'authorized';
  if (facts.denied) return 'denied';
  if (ms >= GRANT_SECONDS * 1_000) return 'expired';
  if (!facts.approved) return 'pending';
  return facts.isAdmin ? 'deliver' : 'denied';
}

function expectedDecision(facts: Facts, ms: number, decision: Decision): string | null {
  if (facts.approved || facts.denied || ms >= GRANT_SECONDS * 1_000) return null;
  return decision === 'approve' ? 'approved' : 'denied';
}

const pauses = [0, 1, 4_999, 5_000, 5_001, 9_999, 10_000, 59_999, 60_000] as const;

class Login {
  readonly #draw: Draw;
  readonly #core: typeof deviceCore;
  readonly #facts: Facts = {
    approved: false,
    denied: false,
    delivered: false,
    isAdmin: true,
    slowed: 0,
    polledAt: null,
  };
  #grant: Grant;
  #ms = 0;

  constructor(draw: Draw, core: typeof deviceCore) {
    this.#draw = draw;
    this.#core = core;
    const expires_at = this.#instant(GRANT_SECONDS * 1_000);
    this.#grant = { status: 'pending', poll_interval: INTERVAL_SECONDS, polled_at: null, expires_at };
  }

  #instant(ms: number): string {
    return new Date(START + ms).toISOString();
  }

  step(): void {
    const draw = this.#draw;
    this.#ms += draw.once(3) ? draw.pick(pauses) : draw.once(8) ? draw.below(900_000) : draw.below(12_000);
    const event = draw.below(12);
    if (event < 8) this.#poll();
    else if (event < 9) this.#decide('approve');
    else if (event < 10) this.#decide('deny');
    else this.#facts.isAdmin = event === 10;
  }

  #poll(): void {
    const facts = this.#facts;
    const expected = expectedPoll(facts, this.#ms);
    const interval = this.#grant.poll_interval;
    const move = this.#core.polled(this.#grant, { now: this.#instant(this.#ms), approverIsAdmin: facts.isAdmin });
    hold('a poll', move.answer, expected);
    if (move.answer === 'deliver' && facts.delivered) throw new Violation('a key is delivered twice');
    if (move.grant.poll_interval < interval) throw new Violation('the interval has become shorter');
    facts.polledAt = this.#ms;
    if (expected === 'slow_down') facts.slowed += 1;
    hold('the interval', move.grant.poll_interval, Math.min(60, 5 + 5 * facts.slowed));
    facts.delivered ||= expected === 'deliver';
    // The person who approved had ceased to be an admin: it stays denied even if they become one again.
    facts.denied ||= expected === 'denied';
    this.#grant = move.grant;
  }

  #decide(decision: Decision): void {
    const facts = this.#facts;
    const expected = expectedDecision(facts, this.#ms, decision);
    const status = this.#core.decided(this.#grant, decision, this.#instant(this.#ms));
    hold(decision, status, expected);
    if (status === null) return;
    this.#grant = { ...this.#grant, status };
    if (decision === 'approve') facts.approved = true;
    else facts.denied = true;
  }
}

export function deviceCourse(draw: Draw, steps: number, core = deviceCore): void {
  for (let left = steps; left > 0; left -= EVENTS) {
    const login = new Login(draw, core);
    for (let step = 0; step < Math.min(EVENTS, left); step += 1) login.step();
  }
}

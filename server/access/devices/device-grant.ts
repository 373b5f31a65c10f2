// Device login (RFC 8628) as a pure table of moves: the next state of a grant, and the answer to a poll.

// 1. A program asks for codes. A grant begins, pending, for fifteen minutes.
// 2. It shows a person the address and the user code, and polls with the device code.
// 3. The person signs in and compares the codes. An admin of the workspace may approve a pending grant, and the holder
// of the code may deny it; the first decision stands.
// 4. A poll of an approved grant delivers: the key is made in the transaction that marks the grant delivered. No key is
// ever at rest, and none is delivered twice. The approver must still be an admin; otherwise the grant is denied.
// 5. Delivered stays authorized without a key, and denied stays denied, for as long as the grant is kept.
// 6. A grant without a decision or delivery in time expires for good.
// 7. A poll before the interval has passed is asked to slow down in every state, and moves nothing. The interval then
// grows by five seconds, at most to a minute, and never shrinks.
import { DEVICE_GRANT_MINUTES } from '../../store/engine/lifetimes.ts';

/** The stored states. */
export type GrantStatus = 'pending' | 'approved' | 'denied' | 'delivered';

/** The effective state at an instant: expiry (6) and a lost admin role (4) need no write. */
export type Phase = GrantStatus | 'expired' | 'lapsed';

export type Decision = 'approve' | 'deny';

export type PollAnswer = 'pending' | 'deliver' | 'authorized' | 'denied' | 'expired' | 'slow_down';

export interface Grant {
  readonly status: GrantStatus;
  /** Seconds. */
  readonly poll_interval: number;
  readonly polled_at: string | null;
  readonly expires_at: string;
}

export interface Moment {
  readonly now: string;
  /** True if the approver is an admin of the workspace now; meaningless before an approval. */
  readonly approverIsAdmin: boolean;
}

export interface PollMove {
  readonly answer: PollAnswer;
  /** The grant to store. */
  readonly grant: Grant;
}

export const GRANT_SECONDS = DEVICE_GRANT_MINUTES * 60;
export const INTERVAL_SECONDS = 5;
export const INTERVAL_SECONDS_MAX = 60;

interface Moves {
  readonly approve: GrantStatus | null;
  readonly deny: GrantStatus | null;
  readonly poll: Exclude<PollAnswer, 'slow_down'>;
  /** The next state after an answered poll. */
  readonly becomes?: GrantStatus;
}

const moves: Readonly<Record<Phase, Moves>> = {
  pending: { approve: 'approved', deny: 'denied', poll: 'pending' },
  approved: { approve: null, deny: null, poll: 'deliver', becomes: 'delivered' },
  lapsed: { approve: null, deny: null, poll: 'denied', becomes: 'denied' },
  delivered: { approve: null, deny: null, poll: 'authorized' },
  denied: { approve: null, deny: null, poll: 'denied' },
  expired: { approve: null, deny: null, poll: 'expired' },
};

export function phaseOf(grant: Grant, { now, approverIsAdmin }: Moment): Phase {
  const { status } = grant;
  if (status !== 'pending' && status !== 'approved') return status;
  if (now >= grant.expires_at) return 'expired';
  return status === 'approved' && !approverIsAdmin ? 'lapsed' : status;
}

/** The decision's effect on the grant; null if there is nothing left to decide (3). */
export function decided(grant: Grant, decision: Decision, now: string): GrantStatus | null {
  return moves[phaseOf(grant, { now, approverIsAdmin: true })][decision];
}

export function polled(grant: Grant, moment: Moment): PollMove {
  const asked = { ...grant, polled_at: moment.now };
  if (isTooSoon(grant, moment.now)) {
    const poll_interval = Math.min(grant.poll_interval + INTERVAL_SECONDS, INTERVAL_SECONDS_MAX);
    return { answer: 'slow_down', grant: { ...asked, poll_interval } };
  }
  const { poll, becomes = grant.status } = moves[phaseOf(grant, moment)];
  return { answer: poll, grant: { ...asked, status: becomes } };
}

/** Counted from the previous poll, answered or refused: the client then learned the wait. */
function isTooSoon({ polled_at, poll_interval }: Grant, now: string): boolean {
  return polled_at !== null && Date.parse(now) - Date.parse(polled_at) < poll_interval * 1_000;
}

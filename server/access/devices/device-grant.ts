/**
 * The device login as a pure table of moves: what a grant becomes, and what a poll is answered.
 *
 * 1. A program asks for codes. A grant begins, pending, for fifteen minutes.
 * 2. It gives a person the browser address and the user code, and polls with the device code.
 * 3. The person, signed in, compares the codes. Of a pending grant an admin of the workspace makes an approved one, and
 *    whoever has the code a denied one; the first decision stands.
 * 4. A poll of an approved grant delivers: the key is made in the transaction that makes the grant delivered, so that no
 *    key is ever at rest and none is delivered twice. Whoever approved has to be an admin still; if not, it is denied.
 * 5. Delivered stays authorized without a key, and denied stays denied, for as long as the grant is kept.
 * 6. A grant that was not decided, or not delivered, by its time is expired and never comes back.
 * 7. A poll sooner than an interval after the one before it is told to slow down, whatever the grant is, and moves
 *    nothing; the interval is five seconds longer from then on, up to a minute, and never shorter again.
 */
import { DEVICE_GRANT_MINUTES } from '../../store/engine/lifetimes.ts';

/** What the store keeps. */
export type GrantStatus = 'pending' | 'approved' | 'denied' | 'delivered';

/** What it means at a moment: time is over without anyone writing it down (6), and so is an admin's role (4). */
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
  /** Whoever approved is an admin of the workspace now; of no meaning before an approval. */
  readonly approverIsAdmin: boolean;
}

export interface PollMove {
  readonly answer: PollAnswer;
  /** What is kept from now on. */
  readonly grant: Grant;
}

export const GRANT_SECONDS = DEVICE_GRANT_MINUTES * 60;
export const INTERVAL_SECONDS = 5;
export const INTERVAL_SECONDS_MAX = 60;

interface Moves {
  readonly approve: GrantStatus | null;
  readonly deny: GrantStatus | null;
  readonly poll: Exclude<PollAnswer, 'slow_down'>;
  /** What an answered poll makes of it. */
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

/** What a decision makes of the grant; null where there is nothing left to decide (3). */
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

/** Counted from the poll before, answered or refused: that is when the client was told how long to wait. */
function isTooSoon({ polled_at, poll_interval }: Grant, now: string): boolean {
  return polled_at !== null && Date.parse(now) - Date.parse(polled_at) < poll_interval * 1_000;
}

// The states of a view that the measures read, and the rule of which views count.
import type * as Contract from '../../../generated/api.ts';
import { type CalendarDate, type Instant, endOfDate, shiftDays } from '../time.ts';

export type Direction = Contract.Direction;
export type ViewStatus = Contract.BeliefStatus;
export type Validity = Contract.BeliefState['validity'];
export type ExternalState = Contract.BeliefState['external_state'];
export type ConditionStatus = Contract.ConditionStatus;

export const directions: readonly Direction[] = ['bullish', 'bearish', 'mixed', 'unclear'];

/**
 * A view without a dated horizon becomes silent when its direction was last stated more days than this before the
 * cutoff.
 */
export const silentAfterDays = 365;

/** Reasons why an open view does not count, in the order of the checks. */
export const notCountingReasons = ['invalidated', 'status', 'horizon', 'silent'] as const;
export type NotCountingReason = (typeof notCountingReasons)[number];

/** A view counts at a cutoff, has ended, or is open without counting. */
export type Standing = 'counting' | 'final' | NotCountingReason;

export type StandingInput = {
  readonly direction: Direction;
  readonly status: ViewStatus;
  readonly validity: Validity;
  /** The last day of the view's own horizon; null if it names none. */
  readonly horizonEndsOn: CalendarDate | null;
  readonly directionLastStatedAt: Instant;
};

export function standingOf(view: StandingInput, asOf: Instant): Standing {
  if (isFinal(view)) return 'final';
  if (view.validity === 'invalidated') return 'invalidated';
  if (!isCountableStatus(view)) return 'status';
  if (view.horizonEndsOn !== null) return hasEnded(view.horizonEndsOn, asOf) ? 'horizon' : 'counting';
  return view.directionLastStatedAt <= lastSilent(asOf) ? 'silent' : 'counting';
}

/** Of the cutoff before: all views of a brief share one, and a date costs more than the rest of the rule. */
let silence: { asOf: Instant; last: Instant } | null = null;

/** The last instant of a direction that is silent at the cutoff. */
function lastSilent(asOf: Instant): Instant {
  if (silence?.asOf !== asOf) silence = { asOf, last: shiftDays(asOf, -(silentAfterDays + 1)) };
  return silence.last;
}

/** A directional view counts while active or strengthened; a "Hold" also counts when weakened. */
function isCountableStatus({ direction, status }: Pick<StandingInput, 'direction' | 'status'>): boolean {
  if (direction === 'mixed' || direction === 'unclear') return status !== 'forming' && status !== 'unknown';
  return status === 'active' || status === 'strengthened';
}

/** A horizon includes its last day. */
export function hasEnded(lastDay: CalendarDate, asOf: Instant): boolean {
  return asOf > endOfDate(lastDay);
}

/** Reversed, resolved and abandoned beliefs never move again. */
export function isFinal(view: { readonly status: ViewStatus }): boolean {
  return view.status === 'reversed' || view.status === 'resolved' || view.status === 'abandoned';
}

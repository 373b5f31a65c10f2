// States of a document with their words, tones and signs: one list for command line, pages and chats.
import type {
  BeliefStatus,
  BriefOverview,
  Citation,
  Condition,
  DataStatus,
  Direction,
  DirectionBasis,
  KeyStatus,
  Locator,
  NotCounting,
  Setup,
  View,
} from '../../generated/api.ts';

/** A colour by meaning. It is never alone: a sign and a word say the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';
export type Sign = 'up' | 'down' | 'split' | 'open' | 'check' | 'warn' | 'cross' | 'clock' | 'dot';
export type Look = readonly [tone: Tone, sign: Sign];
type Looks<State extends string> = Readonly<Record<State, Look>>;

export const directions: Looks<Direction> = {
  bullish: ['plain', 'up'],
  bearish: ['plain', 'down'],
  mixed: ['plain', 'split'],
  unclear: ['plain', 'open'],
};

export const beliefStatuses: Looks<BeliefStatus> = {
  forming: ['plain', 'open'],
  active: ['good', 'check'],
  strengthened: ['good', 'up'],
  weakened: ['warn', 'down'],
  reversed: ['warn', 'cross'],
  resolved: ['plain', 'dot'],
  abandoned: ['plain', 'cross'],
  unknown: ['plain', 'open'],
};

export const validities: Looks<View['condition']['validity']> = {
  conditions_supported: ['good', 'check'],
  needs_review: ['warn', 'warn'],
  invalidated: ['bad', 'cross'],
  unknown: ['plain', 'open'],
};

export const externals: Looks<View['condition']['external_state']> = {
  clear: ['good', 'check'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};

export const modes: Looks<DataStatus['mode']> = { live: ['good', 'dot'], preview: ['warn', 'open'] };

export const freshnesses: Looks<DataStatus['freshness']> = {
  current: ['good', 'check'],
  delayed: ['warn', 'clock'],
  stale: ['bad', 'clock'],
};

export const coverages: Looks<DataStatus['coverage']> = {
  complete: ['good', 'check'],
  partial: ['warn', 'warn'],
  insufficient: ['bad', 'warn'],
};

export const prices: Looks<BriefOverview['market_price']['status']> = {
  current: ['good', 'check'],
  stale: ['bad', 'clock'],
  unverified: ['warn', 'warn'],
  unavailable: ['bad', 'cross'],
};

export const conditionStatuses: Looks<Condition['status']> = {
  pending: ['plain', 'clock'],
  met: ['good', 'check'],
  missed: ['bad', 'cross'],
  not_triggered: ['plain', 'dot'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};

export const confirmations: Looks<Setup['price_confirmation']> = {
  working: ['good', 'check'],
  mixed: ['warn', 'split'],
  against: ['bad', 'cross'],
  unmeasured: ['plain', 'open'],
};

export const actions: Looks<BriefOverview['trade_state']['action']> = {
  BUY: ['good', 'up'],
  WAIT: ['plain', 'clock'],
  AVOID: ['warn', 'down'],
};

export const bases: Looks<DirectionBasis> = {
  author_declared: ['good', 'check'],
  operator_classified: ['plain', 'dot'],
  unknown: ['plain', 'open'],
};
export const basisWords: Readonly<Record<DirectionBasis, string>> = {
  author_declared: 'declared by the author',
  operator_classified: 'classified by the operator',
  unknown: 'basis not recorded',
};

/** Result of a view's direction at the close of a horizon. */
export type HorizonResult = 'held' | 'not_held' | 'open';
export const heldLooks: Looks<HorizonResult> = {
  held: ['plain', 'check'],
  not_held: ['plain', 'cross'],
  open: ['plain', 'clock'],
};
/** Null until the horizon has closed. */
export function heldState(isHeld: boolean | null): HorizonResult {
  if (isHeld === null) return 'open';
  return isHeld ? 'held' : 'not_held';
}

/** Reasons why an open view does not count. */
export const notCountingWords: Readonly<Record<keyof NotCounting, string>> = {
  invalidated: 'with conditions that no longer hold',
  status: 'forming, weakened or of unknown status',
  horizon: 'past their own horizon',
  silent: 'not restated for more than 365 days',
};

/** Introductions of a text that paraphrases its source instead of quoting it. */
export const restatedWords: Readonly<Record<Extract<Locator, { text: string }>['kind'], string>> = {
  rendered: 'rendered as',
  summarised: 'summarised as',
};

export const verifications: Looks<Citation['verification']> = {
  verified: ['good', 'check'],
  unverified: ['warn', 'warn'],
  source_unavailable: ['bad', 'cross'],
};

export const standings: Looks<KeyStatus['status']> = {
  ready: ['good', 'check'],
  no_credit: ['bad', 'cross'],
  spend_limit_reached: ['bad', 'cross'],
  unavailable: ['bad', 'cross'],
};

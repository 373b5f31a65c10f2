// Every state of a document as a sign and a word, in a colour that says nothing of its own; and with it each list of states.
import type {
  BeliefStatus,
  BriefOverview,
  Citation,
  Condition,
  DataStatus,
  Direction,
  DirectionBasis,
  Locator,
  NotCounting,
  Setup,
  Source,
  KeyStatus,
  View,
} from '../../../generated/api.ts';
import type { GlyphName } from '../terminal/glyphs.ts';
import type { Ink } from '../terminal/ink.ts';
import type { Tone } from '../terminal/paint.ts';
import { together, words } from '../say.ts';

export type Look = readonly [tone: Tone, sign: GlyphName];

/** A state with its sign. `word` says it otherwise than its code does. */
export function label<State extends string>(
  looks: Readonly<Record<State, Look>>,
  state: State,
  { paint, glyphs }: Ink,
  word = words(state),
): string {
  // A state that this version does not know is still shown as the service says it.
  const [tone, sign] = (looks as Readonly<Partial<Record<string, Look>>>)[state] ?? ['plain', 'open'];
  return paint(tone, together(`${glyphs[sign]} ${word}`));
}

export const directions: Readonly<Record<Direction, Look>> = {
  bullish: ['plain', 'up'],
  bearish: ['plain', 'down'],
  mixed: ['plain', 'split'],
  unclear: ['plain', 'open'],
};

export const beliefStatuses: Readonly<Record<BeliefStatus, Look>> = {
  forming: ['plain', 'open'],
  active: ['good', 'check'],
  strengthened: ['good', 'up'],
  weakened: ['warn', 'down'],
  reversed: ['warn', 'cross'],
  resolved: ['plain', 'dot'],
  abandoned: ['plain', 'cross'],
  unknown: ['plain', 'open'],
};

export const validities: Readonly<Record<View['condition']['validity'], Look>> = {
  conditions_supported: ['good', 'check'],
  needs_review: ['warn', 'warn'],
  invalidated: ['bad', 'cross'],
  unknown: ['plain', 'open'],
};

export const externals: Readonly<Record<View['condition']['external_state'], Look>> = {
  clear: ['good', 'check'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};

export const modes: Readonly<Record<DataStatus['mode'], Look>> = { live: ['good', 'dot'], preview: ['warn', 'open'] };

export const freshnesses: Readonly<Record<DataStatus['freshness'], Look>> = {
  current: ['good', 'check'],
  delayed: ['warn', 'clock'],
  stale: ['bad', 'clock'],
};

export const coverages: Readonly<Record<DataStatus['coverage'], Look>> = {
  complete: ['good', 'check'],
  partial: ['warn', 'warn'],
  insufficient: ['bad', 'warn'],
};

export const prices: Readonly<Record<BriefOverview['market_price']['status'], Look>> = {
  current: ['good', 'check'],
  stale: ['bad', 'clock'],
  unverified: ['warn', 'warn'],
  unavailable: ['bad', 'cross'],
};

export const conditionStatuses: Readonly<Record<Condition['status'], Look>> = {
  pending: ['plain', 'clock'],
  met: ['good', 'check'],
  missed: ['bad', 'cross'],
  not_triggered: ['plain', 'dot'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};

export const confirmations: Readonly<Record<Setup['price_confirmation'], Look>> = {
  working: ['good', 'check'],
  mixed: ['warn', 'split'],
  against: ['bad', 'cross'],
  unmeasured: ['plain', 'open'],
};

export const actions: Readonly<Record<BriefOverview['trade_state']['action'], Look>> = {
  BUY: ['good', 'up'],
  WAIT: ['plain', 'clock'],
  AVOID: ['warn', 'down'],
};

const basisWords: Readonly<Record<DirectionBasis, string>> = {
  author_declared: 'declared by the author',
  operator_classified: 'classified by the operator',
  unknown: 'basis not recorded',
};
/** A basis that this version does not know is shown as the service says it. */
export const basisText = (basis: DirectionBasis): string => basisWords[basis] ?? words(basis);

/** Whether a view kept its direction until the close of a horizon; null until then. */
export function heldText(isHeld: boolean | null): string {
  if (isHeld === null) return 'open';
  return isHeld ? 'held' : 'not held';
}

/** Why an open view does not count. */
export const notCountingWords: Readonly<Record<keyof NotCounting, string>> = {
  invalidated: 'with conditions that no longer hold',
  status: 'forming, weakened or of unknown status',
  horizon: 'past their own horizon',
  silent: 'not restated for more than 365 days',
};

/** A text that stands for the words of a source and does not quote them. */
export const restatedWords: Readonly<Record<Extract<Locator, { text: string }>['kind'], string>> = {
  rendered: 'rendered as',
  summarised: 'summarised as',
};

/** Whether the words of a citation were found where it says. */
export const verifications: Readonly<Record<Citation['verification'], Look>> = {
  verified: ['good', 'check'],
  unverified: ['warn', 'warn'],
  source_unavailable: ['bad', 'cross'],
};

export const standings: Readonly<Record<KeyStatus['status'], Look>> = {
  ready: ['good', 'check'],
  no_credit: ['bad', 'cross'],
  spend_limit_reached: ['bad', 'cross'],
  unavailable: ['bad', 'cross'],
};

export const sourceKinds: Readonly<Record<Source['kind'], Look>> = {
  post: ['plain', 'dot'],
  article: ['plain', 'dot'],
  filing: ['plain', 'dot'],
  transcript: ['plain', 'dot'],
  interview: ['plain', 'dot'],
  video: ['plain', 'dot'],
  letter: ['plain', 'dot'],
  report: ['plain', 'dot'],
  dataset: ['plain', 'dot'],
};

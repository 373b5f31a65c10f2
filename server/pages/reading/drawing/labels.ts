/** Every state of a document as a label: an icon and a word, and a colour that says nothing of its own. */
import type {
  BriefOverview,
  Condition,
  DirectionBasis,
  Locator,
  NotCounting,
  Setup,
  View,
} from '../../../../generated/api.ts';
import { silentAfterDays } from '../../../measures/verdict/views.ts';
import { type Html, html } from '../../shell/html.ts';
import { type IconName, icon } from './icons.ts';
import { capital } from './say.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';
type Look = readonly [tone: Tone, icon: IconName];

/** A label with its word; `kind` says what the word is about, for those who hear the page. */
export function label(kind: string, word: string, [tone, name]: Look): Html {
  return html`<span class="label ${tone}"><span class="heard">${kind}: </span>${icon(name)} ${word}</span>`;
}

const directions: Readonly<Record<View['direction'], Look>> = {
  bullish: ['plain', 'up'],
  bearish: ['plain', 'down'],
  mixed: ['plain', 'split'],
  unclear: ['plain', 'open'],
};
export const directionLabel = (direction: View['direction']): Html =>
  label('Direction', capital(direction), directions[direction]);
export const directionIcon = (direction: View['direction']): IconName => directions[direction][1];

const statuses: Readonly<Record<View['status'], Look>> = {
  forming: ['plain', 'open'],
  active: ['good', 'check'],
  strengthened: ['good', 'up'],
  weakened: ['warn', 'down'],
  reversed: ['warn', 'cross'],
  resolved: ['plain', 'dot'],
  abandoned: ['plain', 'cross'],
  unknown: ['plain', 'open'],
};
export const statusLabel = (status: View['status']): Html => label('Status', capital(status), statuses[status]);

const validities: Readonly<Record<View['condition']['validity'], Look>> = {
  conditions_supported: ['good', 'check'],
  needs_review: ['warn', 'warn'],
  invalidated: ['bad', 'cross'],
  unknown: ['plain', 'open'],
};
export const validityLabel = (validity: View['condition']['validity']): Html =>
  label('Validity', validity === 'unknown' ? 'Validity unknown' : capital(validity), validities[validity]);

const externals: Readonly<Record<View['condition']['external_state'], Look>> = {
  clear: ['good', 'check'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};
export const externalLabel = (state: View['condition']['external_state']): Html =>
  label('State of things outside the thesis', `External: ${state}`, externals[state]);

const freshnesses: Readonly<Record<BriefOverview['data_status']['freshness'], Look>> = {
  current: ['good', 'check'],
  delayed: ['warn', 'clock'],
  stale: ['bad', 'clock'],
};
export const freshnessLabel = (freshness: BriefOverview['data_status']['freshness']): Html =>
  label('Freshness', `Data ${freshness}`, freshnesses[freshness]);

const coverages: Readonly<Record<BriefOverview['data_status']['coverage'], Look>> = {
  complete: ['good', 'check'],
  partial: ['warn', 'warn'],
  insufficient: ['bad', 'warn'],
};
export const coverageLabel = (coverage: BriefOverview['data_status']['coverage']): Html =>
  label('Coverage', `${capital(coverage)} coverage`, coverages[coverage]);

const prices: Readonly<Record<BriefOverview['market_price']['status'], Look>> = {
  current: ['good', 'check'],
  stale: ['bad', 'clock'],
  unverified: ['warn', 'warn'],
  unavailable: ['bad', 'cross'],
};
export const priceLabel = (status: BriefOverview['market_price']['status']): Html =>
  label('Price', `Price ${status}`, prices[status]);

/** Of both series together, where the worse one decides. */
export const marketLabel = (status: BriefOverview['market_price']['status']): Html =>
  label('Market data', capital(status), prices[status]);

const conditions: Readonly<Record<Condition['status'], Look>> = {
  pending: ['plain', 'clock'],
  met: ['good', 'check'],
  missed: ['bad', 'cross'],
  not_triggered: ['plain', 'dot'],
  triggered: ['bad', 'warn'],
  unknown: ['plain', 'open'],
};
export const conditionLabel = (status: Condition['status']): Html =>
  label('Condition', capital(status), conditions[status]);

const confirmations: Readonly<Record<Setup['price_confirmation'], Look>> = {
  working: ['good', 'check'],
  mixed: ['warn', 'split'],
  against: ['bad', 'cross'],
  unmeasured: ['plain', 'open'],
};
export const confirmationLabel = (found: Setup['price_confirmation']): Html =>
  label('Price confirmation', capital(found), confirmations[found]);

const actions: Readonly<Record<BriefOverview['trade_state']['action'], Look>> = {
  BUY: ['good', 'up'],
  WAIT: ['plain', 'clock'],
  AVOID: ['warn', 'down'],
};
export const actionLabel = (action: BriefOverview['trade_state']['action']): Html =>
  label('Trade state', action, actions[action]);

/** Whether the words of a citation were found where it says. */
const verifications = {
  verified: ['good', 'check'],
  unverified: ['warn', 'warn'],
  source_unavailable: ['bad', 'cross'],
} as const satisfies Record<BriefOverview['citations'][number]['verification'], Look>;
export const verificationLabel = (found: BriefOverview['citations'][number]['verification']): Html =>
  label('Verification', capital(found), verifications[found]);

const bases: Readonly<Record<DirectionBasis, readonly [word: string, look: Look]>> = {
  author_declared: ['Declared by the author', ['good', 'check']],
  operator_classified: ['Classified by the operator', ['plain', 'dot']],
  unknown: ['Basis not recorded', ['plain', 'open']],
};
export const basisLabel = (basis: DirectionBasis): Html => label('Basis of the direction', ...bases[basis]);

const heldLooks = {
  held: ['plain', 'check'],
  not_held: ['plain', 'cross'],
  open: ['plain', 'clock'],
} as const satisfies Record<string, Look>;
/** Whether a view kept its direction until the close of a horizon; null until then. */
export function heldLabel(isHeld: boolean | null): Html {
  const found = isHeld === null ? 'open' : isHeld ? 'held' : 'not_held';
  return label('Direction', capital(found), heldLooks[found]);
}

/** Why an open view does not count. */
export const notCountingWords: Readonly<Record<keyof NotCounting, string>> = {
  invalidated: 'with conditions that no longer hold',
  status: 'forming, weakened or of unknown status',
  horizon: 'past their own horizon',
  silent: `not restated for more than ${silentAfterDays} days`,
};

/** A text that stands for the words of a source and does not quote them. */
export const restatedWords: Readonly<Record<Extract<Locator, { text: string }>['kind'], string>> = {
  rendered: 'Rendered as',
  summarised: 'Summarised as',
};

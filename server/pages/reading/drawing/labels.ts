/** States of a document as labels: an icon and a word in the colour of their tone. */
import type { BriefOverview, Condition, DirectionBasis, Setup, View } from '../../../../generated/api.ts';
import {
  type Look,
  type Sign,
  actions,
  bases,
  basisWords,
  beliefStatuses,
  conditionStatuses,
  confirmations,
  coverages,
  directions,
  externals,
  freshnesses,
  heldLooks,
  heldState,
  prices,
  validities,
  verifications,
} from '../../../../client/words/states.ts';
import { capital } from '../../../../client/words/text.ts';
import { type Html, html } from '../../shell/html.ts';
import { icon } from './icons.ts';

/** A label with its word; `kind` names its subject to a screen reader. */
export function label(kind: string, word: string, [tone, name]: Look): Html {
  return html`<span class="label ${tone}"><span class="heard">${kind}: </span>${icon(name)} ${word}</span>`;
}

export const directionLabel = (direction: View['direction']): Html =>
  label('Direction', capital(direction), directions[direction]);
export const directionIcon = (direction: View['direction']): Sign => directions[direction][1];

export const statusLabel = (status: View['status']): Html => label('Status', capital(status), beliefStatuses[status]);

export const validityLabel = (validity: View['condition']['validity']): Html =>
  label('Validity', validity === 'unknown' ? 'Validity unknown' : capital(validity), validities[validity]);

export const externalLabel = (state: View['condition']['external_state']): Html =>
  label('State of things outside the thesis', `External: ${state}`, externals[state]);

export const freshnessLabel = (freshness: BriefOverview['data_status']['freshness']): Html =>
  label('Freshness', `Data ${freshness}`, freshnesses[freshness]);

export const coverageLabel = (coverage: BriefOverview['data_status']['coverage']): Html =>
  label('Coverage', `${capital(coverage)} coverage`, coverages[coverage]);

export const priceLabel = (status: BriefOverview['market_price']['status']): Html =>
  label('Price', `Price ${status}`, prices[status]);

/** Status of both series together: the worse one decides. */
export const marketLabel = (status: BriefOverview['market_price']['status']): Html =>
  label('Market data', capital(status), prices[status]);

export const conditionLabel = (status: Condition['status']): Html =>
  label('Condition', capital(status), conditionStatuses[status]);

export const confirmationLabel = (found: Setup['price_confirmation']): Html =>
  label('Price confirmation', capital(found), confirmations[found]);

export const actionLabel = (action: BriefOverview['trade_state']['action']): Html =>
  label('Trade state', action, actions[action]);

export const verificationLabel = (found: BriefOverview['citations'][number]['verification']): Html =>
  label('Verification', capital(found), verifications[found]);

export const basisLabel = (basis: DirectionBasis): Html =>
  label('Basis of the direction', capital(basisWords[basis]), bases[basis]);

/** Null until the horizon has closed. */
export function heldLabel(isHeld: boolean | null): Html {
  const held = heldState(isHeld);
  return label('Direction', capital(held), heldLooks[held]);
}

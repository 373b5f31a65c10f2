/** Thesis packet: changes, reasons, disagreements, history and unknowns, each with its citations. */
import type { Thesis } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { text } from './drawing/say.ts';
import { capital, words } from '../../../client/words/text.ts';

type Packet = Thesis['packet'];

/** The table above shows catalysts, risks and invalidations, so they are not repeated. */
const parts = [
  ['changes', 'Changes'],
  ['reasons', 'Reasons'],
  ['disagreements', 'Disagreements'],
  ['comparable_history', 'Comparable history'],
  ['unknowns', 'Unknowns'],
] as const satisfies readonly (readonly [keyof Packet, string])[];

export function packet(found: Packet, cites: Cites): Html {
  return html`${parts.map(([part, title]) => notes(title, found[part], cites))}`;
}

function notes(title: string, found: Packet['changes'], cites: Cites): Html | false {
  if (found.length === 0) return false;
  return html`<h4>${title}</h4>
    <ul>${found.map((one) => html`<li>${text(one.statement)}${cites.to(one.citation_id)} <small class="soft">${capital(words(one.provenance))}</small></li>`)}</ul>`;
}

// Case behind a view, in a full brief or a belief record: claims, course, marks, outcomes, targets and the packet.
import type { Claim, Packet, Revision, Thesis } from '../../../generated/api.ts';
import { instantText, notRecorded, said } from '../say.ts';
import { capital, words } from '../../words/text.ts';
import { joined } from '../terminal/ink.ts';
import type { Sheet } from '../terminal/sheet.ts';
import type { Cites } from './cites.ts';
import { horizonText } from './horizon.ts';
import { label } from './looks.ts';
import { beliefStatuses, directions } from '../../words/states.ts';
import { marks } from './marks.ts';
import { outcomes } from './outcomes.ts';
import { targets } from './targets.ts';
import { conditions } from './trade-state.ts';

export type Case = Pick<
  Thesis,
  | 'claims'
  | 'conditions'
  | 'revisions'
  | 'outcomes'
  | 'omitted_span_count'
  | 'entry_sessions_differ'
  | 'price_opportunity'
  | 'packet'
> & {
  readonly confidence?: Thesis['confidence'];
  readonly horizon?: Thesis['horizon'];
  readonly since_inception_mark: Thesis['since_inception_mark'] | null;
  readonly since_direction_mark: Thesis['since_direction_mark'] | null;
};

const INDENT = 2;

export function thesis(found: Case, cites: Cites, sheet: Sheet): void {
  const part = (title: string): void => sheet.say(sheet.ink.paint('bold', title), INDENT);
  sheet.facts(
    [
      ['Confidence', found.confidence ?? notRecorded],
      ['Horizon', horizonText(found.horizon ?? null)],
    ],
    INDENT,
  );
  part('Claims');
  if (found.claims.length === 0) sheet.say('None recorded.', INDENT);
  for (const claim of found.claims) sheet.item(claimText(claim, cites), { indent: INDENT });
  if (found.conditions.length > 0) part('Conditions');
  conditions(found.conditions, cites, sheet, INDENT);
  part('Course');
  for (const revision of found.revisions) course(revision, cites, sheet);
  part('The price since');
  marks(found, sheet, INDENT);
  outcomes(found, sheet, INDENT);
  targets(found.price_opportunity, cites, sheet);
  packet(found.packet, cites, sheet);
}

function claimText({ role, statement, citation_id: id }: Claim, cites: Cites): string {
  return `${role}: ${said(statement)}${cites.to(id)}`;
}

function course(revision: Revision, cites: Cites, sheet: Sheet): void {
  const { move, after, late, observed_at: at, revision: number } = revision;
  const { ink } = sheet;
  const state = [label(directions, after.direction, ink), label(beliefStatuses, after.status, ink)];
  const moved = move === 'none' ? 'conditions only' : words(move);
  const head = joined(ink, ink.paint('bold', moved), instantText(at), ...state);
  sheet.item(head, { sign: `${number}.`, indent: INDENT });
  if (late) sheet.say(ink.paint('dim', 'It arrived after newer ones, and so moved nothing.'), INDENT + 3);
  sheet.say(`${said(revision.summary)}${cites.to(...revision.citation_ids)}`, INDENT + 3);
}

/** Catalysts, risks and invalidations are already among the conditions. */
const parts = [
  ['changes', 'Changes'],
  ['reasons', 'Reasons'],
  ['disagreements', 'Disagreements'],
  ['comparable_history', 'Comparable history'],
  ['unknowns', 'Unknowns'],
] as const satisfies readonly (readonly [keyof Packet, string])[];

function packet(found: Packet, cites: Cites, sheet: Sheet): void {
  for (const [name, title] of parts) {
    if (found[name].length === 0) continue;
    sheet.say(sheet.ink.paint('bold', title), INDENT);
    for (const { statement, provenance, citation_id: id } of found[name]) {
      const origin = sheet.ink.paint('dim', `(${capital(provenance).toLowerCase()})`);
      sheet.item(`${said(statement)}${cites.to(id)} ${origin}`, { indent: INDENT });
    }
  }
}

// Attributed views: person, direction, reasons, state, and which parts are not recorded.
import type { AuthorIntent, Thesis, View, ViewDirection } from '../../../generated/api.ts';
import { dayText, instantText, notRecorded, oneLine, said } from '../say.ts';
import { words } from '../../words/text.ts';
import type { Glyphs } from '../terminal/glyphs.ts';
import { joined } from '../terminal/ink.ts';
import type { Fact, Sheet } from '../terminal/sheet.ts';
import type { Cites } from './cites.ts';
import { basisText, label } from './looks.ts';
import { beliefStatuses, directions as directionLooks, externals, validities } from '../../words/states.ts';
import { moved } from './marks.ts';
import { thesis } from './thesis.ts';

export interface ViewsInput {
  readonly shown: readonly View[];
  /** Start of each view's direction; empty for a security without a price. */
  readonly directions: readonly ViewDirection[];
  /** Theses of a full brief, to find by belief. */
  readonly theses: readonly Thesis[];
  readonly cites: Cites;
}

/** Letter A, B, C … that the chart uses for a view. */
export function letterFor(place: number): string {
  return String.fromCharCode(65 + (place % 26));
}

export function views({ shown, directions, theses, cites }: ViewsInput, sheet: Sheet): void {
  if (shown.length > 0) sheet.heading('Views');
  shown.forEach((view, at) => {
    if (at > 0) sheet.gap();
    const { person } = view;
    const { paint } = sheet.ink;
    const handle = person.handle === null ? '' : paint('dim', ` @${oneLine(person.handle)}`);
    const state = [label(directionLooks, view.direction, sheet.ink), label(beliefStatuses, view.status, sheet.ink)];
    const head = joined(sheet.ink, `${paint('bold', oneLine(person.name))}${handle}`, ...state);
    sheet.item(head, { sign: paint('accent', letterFor(at)) });
    sheet.say(`${said(view.summary)}${cites.to(view.source_citation_id)}`, 2);
    for (const { text, citation_ids: ids } of view.investment_case?.paragraphs ?? [])
      sheet.say(`${oneLine(text)}${cites.to(...ids)}`, 2);
    const found = theses.find(({ belief_id: id }) => id === view.belief_id);
    const direction = directions.find(({ belief_id: id }) => id === view.belief_id);
    const since = direction === undefined ? [] : sinceFacts(direction, found);
    sheet.facts([...since, ...viewFacts(view, cites, sheet)], 2);
    if (found !== undefined) thesis(found, cites, sheet);
  });
}

type StatedDirection = Pick<ViewDirection, 'direction_since' | 'direction_last_stated_at' | 'direction_basis'>;

/** Start of a view's direction, and its basis. */
export function directionFact({
  direction_since: since,
  direction_last_stated_at: stated,
  direction_basis: basis,
}: StatedDirection): Fact {
  const restated = since === stated ? ', not restated' : `; last stated ${instantText(stated)}`;
  return ['Direction', `since ${instantText(since)}${restated}; ${basisText(basis)}`];
}

/** The thesis below the view already prints both marks. */
function sinceFacts(direction: ViewDirection, found: Thesis | undefined): Fact[] {
  const since = found === undefined ? moved(direction.since_direction_mark) : null;
  return [directionFact(direction), ['Since then', since]];
}

function viewFacts(view: View, cites: Cites, sheet: Sheet): Fact[] {
  const { support, risk, omitted_claim_count: omitted, latest_revision_at: revised } = view;
  const claim = (found: View['support']): string =>
    found === null ? notRecorded : `${said(found.statement)}${cites.to(found.citation_id)}`;
  return [
    ['Support', claim(support)],
    ['Risk', claim(risk)],
    ['Claims', omitted === 0 ? null : `${omitted} more in the belief record`],
    ['Conditions', conditionLines(view.condition, sheet)],
    ['Intent', intentLines(view.author_intent, { cites, glyphs: sheet.ink.glyphs })],
    [
      'Observed',
      `first ${instantText(view.first_observed_at)}; ${revised === null ? 'no revision recorded' : `latest revision ${instantText(revised)}`}`,
    ],
    ['Record', view.belief_id],
  ];
}

export function conditionLines(found: View['condition'], { ink }: Sheet): string[] {
  const { validity, external_state: state, blockers, omitted_blocker_count: omitted } = found;
  const judged = label(validities, validity, ink, validity === 'unknown' ? 'validity unknown' : words(validity));
  const verdict = joined(ink, judged, label(externals, state, ink, `outside: ${state}`));
  const more = omitted === 0 ? [] : [ink.paint('dim', `${omitted} more not shown here`)];
  return [verdict, ...blockers.map((blocker) => `${ink.glyphs.bullet} ${said(blocker)}`), ...more];
}

type StatedIntent = Pick<
  AuthorIntent,
  'action' | 'basis' | 'time_context' | 'instrument' | 'position_actor' | 'conditions' | 'citation_ids'
>;

interface TextContext {
  readonly cites: Cites;
  readonly glyphs: Glyphs;
}

export function intentLines(found: AuthorIntent | undefined, told: TextContext): string[] {
  if (found === undefined) return [notRecorded];
  const seen = found.observed_at === null ? notRecorded : dayText(found.observed_at);
  return [
    ...statedLines(found, told),
    `${words(found.status)}, observed ${seen}; whether it was carried out is not verified`,
    ...(found.additional_intents ?? []).flatMap((one) => statedLines(one, told, 'also ')),
  ];
}

function statedLines(one: StatedIntent, { cites, glyphs }: TextContext, before = ''): string[] {
  const actor = one.position_actor;
  const whose =
    actor === undefined
      ? []
      : [actor.name === null ? words(actor.kind) : `${words(actor.kind)}: ${oneLine(actor.name)}`];
  const parts = [words(one.basis), words(one.time_context), words(one.instrument), ...whose].join(', ');
  const asked = one.conditions.map(
    ({ statement, citation_ids: ids }) => `${glyphs.bullet} if: ${oneLine(statement)}${cites.to(...ids)}`,
  );
  return [`${before}${words(one.action)} (${parts})${cites.to(...one.citation_ids)}`, ...asked];
}

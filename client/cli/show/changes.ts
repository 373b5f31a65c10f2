// Changes between two cutoffs, as text: views first, then trade state and price.
import type { Brief, DirectionBasis } from '../../../generated/api.ts';
import type { Change } from '../../evidence/diff.ts';
import { dayText, instantText, oneLine } from '../say.ts';
import { counted, words } from '../../words/text.ts';
import type { GlyphName } from '../terminal/glyphs.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { basisText } from './looks.ts';
import { type Tone, notCountingWords } from '../../words/states.ts';
import { cautions, standingLine } from './standing.ts';
import { shortened } from '../terminal/text-width.ts';

const kinds = {
  view: 'Views',
  trade_state: 'Trade state',
  activity: 'Activity',
  condition: 'Conditions',
  claim: 'Claims',
  revision: 'Revisions',
  price: 'Price',
  coverage: 'Coverage',
  data_status: 'Data',
} as const satisfies Record<Change['kind'], string>;

const looks: Readonly<Record<Change['what'], readonly [tone: Tone, glyph: GlyphName]>> = {
  added: ['good', 'added'],
  removed: ['bad', 'removed'],
  changed: ['warn', 'changed'],
};

const doubts = {
  hidden: 'or only not shown: a document leaves some out',
  cut: 'or only cut: a document has its texts shortened',
};

const VALUE_COLUMNS_MAX = 160;

type Side = Pick<Brief, 'as_of' | 'data_status' | 'warnings'>;

export interface Span {
  readonly subject: string;
  readonly earlier: Side;
  readonly later: Side;
}

export function showChanges(changes: readonly Change[], { subject, earlier, later }: Span, sheet: Sheet): void {
  const { ink } = sheet;
  sheet.say(ink.paint('bold', `${subject}: ${counted(changes.length, 'change')} between two cutoffs`));
  sheet.facts([earlier, later].map((side) => [instantText(side.as_of), standingLine(side.data_status, ink)]));
  cautions([earlier, later], sheet);
  if (changes.length === 0) {
    sheet.gap();
    sheet.say('Nothing changed between the two cutoffs.');
  }
  for (const [kind, title] of Object.entries(kinds)) {
    const found = changes.filter((change) => change.kind === kind);
    if (found.length > 0) sheet.heading(title);
    for (const change of found) {
      const [tone, sign] = looks[change.what];
      const doubt = change.certain
        ? ''
        : ink.paint('dim', ` (${doubts[change.what === 'changed' ? 'cut' : 'hidden']})`);
      sheet.item(`${told(change, sheet)}${doubt}`, { sign: ink.paint(tone, ink.glyphs[sign]) });
    }
  }
}

function told(change: Change, { ink }: Sheet): string {
  const { what, field, before, after } = change;
  const value = (one: Change['before']): string => {
    if (one === null || one === '') return 'none';
    const text = field === 'direction_basis' ? basisText(String(one) as DirectionBasis) : spoken(String(one));
    return shortened(text, VALUE_COLUMNS_MAX, ink.glyphs.cut);
  };
  const name = nameOf(change);
  if (what === 'changed')
    return `${name}${fieldText(field ?? '')}: ${value(before)} ${ink.glyphs.arrow} ${value(after)}`;
  return `${name}${what === 'added' ? value(after) : value(before)}`;
}

/** Counts of the activity have the names that the brief uses. */
function fieldText(field: string): string {
  const [, direction] = /^people_(\w+)$/.exec(field) ?? [];
  if (direction !== undefined) return `people with a counting ${direction} view`;
  const reason = Object.entries(notCountingWords).find(([name]) => field === `open_views_not_counting_${name}`);
  return reason === undefined ? words(field) : `open views ${reason[1]}`;
}

/** Formats days, instants and codes as other texts do; returns anything else unchanged. */
function spoken(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return instantText(value);
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? words(value) : oneLine(value);
}

/** Owner or subject of a change; parts of the whole document have the name of their heading. */
function nameOf({ kind, id, person }: Change): string {
  // The person's name replaces the belief id in front of the condition.
  if (person !== null && kind === 'condition') return `${oneLine(person)}, ${conditionText(id?.replace(/^\S+ /, ''))}`;
  if (person !== null) return `${oneLine(person)}, `;
  if (id === null || kind === 'claim') return '';
  return kind === 'revision' ? `${id}. ` : conditionText(id);
}

function conditionText(id = ''): string {
  return `${shortened(oneLine(id), VALUE_COLUMNS_MAX, '…')}; `;
}

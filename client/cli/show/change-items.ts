// A page of changes as text: subject by subject, each change with its values, its words and its sources.
import type { ChangeItem, ChangesPage } from '../../../generated/api.ts';
import { changeTitles, changeValues } from '../../words/changes.ts';
import { counted } from '../../words/text.ts';
import { dayText, instantText, oneLine, said } from '../say.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { shortened } from '../terminal/text-width.ts';
import { Cites } from './cites.ts';
import { standing } from './standing.ts';

const WORDS_COLUMNS_MAX = 200;

export function showChangeItems(page: ChangesPage, sheet: Sheet): void {
  const { ink } = sheet;
  const { changes, citations } = page.data;
  const what = ink.paint('bold', counted(changes.length, 'change'));
  sheet.say(`${what} from ${instantText(page.since)} to ${instantText(page.as_of)}`);
  standing(page, sheet);
  const cites = new Cites(citations, ink);
  let shown: string | null = null;
  for (const change of changes) {
    const { subject } = change;
    if (subject.entity_id !== shown) sheet.heading(oneLine(subject.ticker ?? subject.name ?? subject.entity_id));
    shown = subject.entity_id;
    showChange(change, cites, sheet);
  }
  cites.list(sheet);
}

function showChange(change: ChangeItem, cites: Cites, sheet: Sheet): void {
  const { ink } = sheet;
  const [title, tone] = changeTitles[change.kind];
  const who = change.person === null ? '' : `, ${oneLine(change.person.name)}`;
  const when = change.observed_at === null ? '' : `, ${dayText(change.observed_at)}`;
  const values = oneLine(changeValues(change, ink.glyphs.arrow));
  sheet.item(`${ink.paint(tone, title)}: ${values}${who}${when}${cites.to(...change.citation_ids)}`);
  const words = change.statement === null ? change.reason : said(change.statement);
  if (words !== null) sheet.say(ink.paint('dim', shortened(oneLine(words), WORDS_COLUMNS_MAX, ink.glyphs.cut)), 2);
}

// Pages of beliefs, entities, sources and tickers as tables; each page shows its completeness.
import type { BeliefsPage, EntitiesPage, SourcesPage, TickersResponse } from '../../../generated/api.ts';
import { dayText, instantText, oneLine, said } from '../say.ts';
import { counted } from '../../words/text.ts';
import { joined } from '../terminal/ink.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { shortened } from '../terminal/text-width.ts';
import { linkOf } from './cites.ts';
import { basisText, label } from './looks.ts';
import { beliefStatuses, directions, modes } from '../../words/states.ts';
import { standing } from './standing.ts';

const THESIS_COLUMNS_MAX = 200;

export function showBeliefs(page: BeliefsPage, sheet: Sheet): void {
  head(page.as_of, counted(page.data.beliefs.length, 'belief'), sheet);
  standing(page, sheet);
  const { ink } = sheet;
  for (const belief of page.data.beliefs) {
    const { subject, person } = belief;
    sheet.gap();
    const about = subject.ticker ?? subject.name ?? subject.entity_id;
    const state = [label(directions, belief.direction, ink), label(beliefStatuses, belief.status, ink)];
    sheet.row(ink.paint('bold', oneLine(about)), ...state, `${oneLine(person.name)}, ${dayText(belief.observed_at)}`);
    sheet.say(shortened(said(belief.thesis), THESIS_COLUMNS_MAX, ink.glyphs.cut), 2);
    const revised = belief.latest_revision_at === null ? '' : `, revised ${dayText(belief.latest_revision_at)}`;
    const sure = belief.confidence === undefined ? '' : `, confidence ${belief.confidence}`;
    const since = `${belief.direction} since ${dayText(belief.direction_since)}, ${basisText(belief.direction_basis)}`;
    sheet.say(ink.paint('dim', since), 2);
    sheet.say(ink.paint('dim', `${belief.belief_id}${revised}${sure}`), 2);
  }
}

export function showEntities(page: EntitiesPage, sheet: Sheet): void {
  const { entities } = page.data;
  head(page.as_of, counted(entities.length, 'entity', 'entities'), sheet);
  standing(page, sheet);
  const { ink } = sheet;
  for (const one of entities) {
    sheet.gap();
    const held = `${counted(one.released_record_count, 'record')}, newest ${dayText(one.latest_observation_at)}`;
    const name = oneLine(one.name ?? 'name not recorded');
    sheet.row(...[one.ticker ?? '', name].map((words) => ink.paint('bold', words)), one.kind, held);
    sheet.say(ink.paint('dim', [one.entity_id, ...identifierWords(one)].join('  ')), 2);
  }
}

function identifierWords({ cik, figi, isin }: EntitiesPage['data']['entities'][number]): string[] {
  const known = [
    ['CIK', cik],
    ['FIGI', figi],
    ['ISIN', isin],
  ];
  return known.flatMap(([word, value]) => (value === undefined ? [] : [`${word} ${value}`]));
}

export function showSources(page: SourcesPage, sheet: Sheet): void {
  const { sources } = page.data;
  head(page.as_of, counted(sources.length, 'source'), sheet);
  standing(page, sheet);
  for (const one of sources) {
    sheet.gap();
    const held = `${counted(one.evidence_count, 'piece')} of evidence, newest ${dayText(one.latest_observation_at)}`;
    sheet.row(sheet.ink.paint('bold', oneLine(one.name)), one.kind, held);
    const link = one.url === null ? 'no address recorded' : linkOf(one.url);
    sheet.say(joined(sheet.ink, link, sheet.ink.paint('dim', one.source_id)), 2);
  }
}

export function showTickers({ as_of: asOf, mode, tickers }: TickersResponse, sheet: Sheet): void {
  head(asOf, counted(tickers.length, 'covered ticker'), sheet);
  sheet.facts([
    ['Mode', label(modes, mode, sheet.ink, mode === 'preview' ? 'preview: fictional data for testing' : 'live')],
  ]);
  if (tickers.length === 0) return sheet.say('No research is released at this cutoff.');
  sheet.gap();
  sheet.table(
    [
      { title: 'Ticker' },
      { title: 'Name', isProse: true },
      { title: 'Records', align: 'right' },
      { title: 'Since' },
      { title: 'Newest' },
    ],
    tickers.map((one) => [
      sheet.ink.paint('bold', one.ticker),
      oneLine(one.name),
      String(one.released_record_count),
      dayText(one.first_covered_at),
      dayText(one.latest_observation_at),
    ]),
  );
}

function head(asOf: string, what: string, sheet: Sheet): void {
  sheet.say(`${sheet.ink.paint('bold', what)}, as of ${instantText(asOf)}`);
}

// Single records as text: a belief with its case, a source with its evidence, a piece of evidence with its captured
// text.
import type { BeliefDetail, EvidenceDetail, EvidenceItem, EvidencePage, SourceDetail } from '../../../generated/api.ts';
import { instantText, notRecorded, oneLine, said } from '../say.ts';
import { counted } from '../../words/text.ts';
import { joined } from '../terminal/ink.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { Cites, linkOf, publishedOf } from './cites.ts';
import { label } from './looks.ts';
import { beliefStatuses, directions, prices, verifications } from '../../words/states.ts';
import { left, standing } from './standing.ts';
import { thesis } from './thesis.ts';
import { conditionLines, directionFact, intentLines } from './views.ts';

export function showBelief(document: BeliefDetail, sheet: Sheet): void {
  const { belief, citations } = document.data;
  const { ink } = sheet;
  const { subject, person, market_price: price } = belief;
  const cites = new Cites(citations, ink);
  const about = [subject.ticker, subject.name, subject.kind === 'listing' ? null : subject.kind];
  const named = about.flatMap((one) => (one === null ? [] : [ink.paint('bold', oneLine(one))]));
  sheet.row(...named, ink.paint('dim', subject.entity_id));
  const handle = person.handle === null ? '' : ink.paint('dim', ` @${oneLine(person.handle)}`);
  const state = [label(directions, belief.direction, ink), label(beliefStatuses, belief.status, ink)];
  sheet.row(`${ink.paint('bold', oneLine(person.name))}${handle}`, ...state);
  sheet.say(`As of ${instantText(document.as_of)}`);
  sheet.gap();
  standing(document, sheet);
  sheet.heading('Thesis');
  sheet.say(`${said(belief.thesis)}${cites.to(belief.source_citation_id)}`, 2);
  for (const { text, citation_ids: ids } of belief.investment_case?.paragraphs ?? [])
    sheet.say(`${oneLine(text)}${cites.to(...ids)}`, 2);
  const revised = belief.latest_revision_at;
  sheet.facts(
    [
      [
        'Observed',
        `first ${instantText(belief.observed_at)}; ${revised === null ? 'no revision recorded' : `latest revision ${instantText(revised)}`}`,
      ],
      directionFact(belief),
      ['Conditions', conditionLines(belief.condition, sheet)],
      ['Intent', intentLines(belief.author_intent, { cites, glyphs: ink.glyphs })],
      [
        'Price',
        price === null
          ? null
          : `${price.reference === null ? '' : `${price.reference.price} ${price.reference.currency} `}${label(prices, price.status, ink)}`,
      ],
      ['Record', belief.belief_id],
    ],
    2,
  );
  thesis(belief, cites, sheet);
  cites.list(sheet);
}

export function showSource(document: SourceDetail, sheet: Sheet): void {
  const { evidence, omitted_evidence_count: omitted } = document.data;
  headOf(document, sheet);
  sheet.heading('Newest evidence');
  items(evidence, sheet);
  left(omitted, 'piece of evidence', sheet, { several: 'pieces of evidence' });
}

export function showSourceEvidence(document: EvidencePage, sheet: Sheet): void {
  headOf(document, sheet);
  sheet.heading('Evidence');
  items(document.data.evidence, sheet);
}

function headOf(document: SourceDetail | EvidencePage, sheet: Sheet): void {
  const { source } = document.data;
  const { ink } = sheet;
  sheet.row(ink.paint('bold', oneLine(source.name)), source.kind, ink.paint('dim', source.source_id));
  const link = source.url === null ? 'no address recorded' : linkOf(source.url);
  sheet.row(link, `${counted(source.evidence_count, 'piece')} of evidence`);
  sheet.say(`As of ${instantText(document.as_of)}`);
  sheet.gap();
  standing(document, sheet);
}

function items(evidence: readonly EvidenceItem[], sheet: Sheet): void {
  const { ink } = sheet;
  for (const one of evidence) {
    const by = one.author_name === undefined ? '' : `, ${oneLine(one.author_name)}`;
    const state = label(verifications, one.verification, ink);
    sheet.item(joined(ink, ink.paint('bold', oneLine(one.title)), `${publishedOf(one)}${by}`, state));
    sheet.say(joined(ink, linkOf(one.source_url), ink.paint('dim', one.evidence_id)), 2);
  }
}

export function showEvidence(document: EvidenceDetail, sheet: Sheet): void {
  const { evidence, source, citations } = document.data;
  const { ink } = sheet;
  sheet.row(ink.paint('bold', oneLine(evidence.title)), label(verifications, evidence.verification, ink));
  sheet.facts([
    ['Source', `${oneLine(source.name)}, ${source.kind}`],
    ['Author', oneLine(evidence.author_name ?? notRecorded)],
    ['Published', publishedOf(evidence)],
    ['Observed', instantText(evidence.observed_at)],
    ['Address', linkOf(evidence.source_url)],
    ['Record', evidence.evidence_id],
    ['Hash', evidence.content_hash],
    [
      'Removed',
      evidence.removed_character_count === 0
        ? null
        : `${counted(evidence.removed_character_count, 'invisible or control character')} when it was loaded`,
    ],
  ]);
  sheet.say(`As of ${instantText(document.as_of)}`);
  sheet.gap();
  standing(document, sheet);
  sheet.heading('Captured words');
  sheet.say(evidence.capture.text, 2);
  if (evidence.capture.truncated) sheet.say(ink.paint('dim', 'Cut here; the hash is over the whole.'), 2);
  const cites = new Cites(citations, ink);
  const mentioned = citations.map(({ citation_id: id }) => cites.to(id).trim()).join(' ');
  sheet.gap();
  sheet.say(`Cited ${counted(citations.length, 'time')} ${mentioned}`);
  cites.list(sheet);
}

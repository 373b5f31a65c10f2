// The answer to "what is the research on this listing": read, measure, build, validate, serialise.
import { validateDocument } from '../contract/documents-validator.ts';
import type { BriefFacts, ListingRow } from '../documents/brief-facts.ts';
import { briefFull, fullSections } from '../documents/brief-full.ts';
import { OVERVIEW_VIEWS_MAX, briefOverview, citingSections } from '../documents/brief-overview.ts';
import { citedIds } from '../documents/cited.ts';
import { roomWarning, rooms, shortened } from '../documents/room.ts';
import { readBrief } from '../reads/brief.ts';
import { readPrices } from '../reads/prices.ts';
import { readSplitHistory } from '../reads/split-history.ts';
import { readTheses } from '../reads/theses.ts';
import type { SplitHistory } from '../measures/splits.ts';
import type { Db } from '../store/db.ts';
import { addressOf, beliefAddress } from './addresses.ts';
import { resolveCitations } from './citations.ts';
import { type Attempt, fewerThenShorter, fitted, shorterThenFewer } from './fit.ts';
import { type Answer, answerOf } from './kept.ts';
import type { Moment } from './moment.ts';
import { notCovered } from './subject.ts';

export type ListingQuestion = {
  db: Db;
  baseUrl: string;
  moment: Moment;
  security: ListingRow;
  /** As asked for; undefined when it was left to the service. */
  maxResults: number | undefined;
};

/** Theses of a full brief when nothing was asked for. */
const THESES_DEFAULT = 3;
/** Bytes of the UTF-8 body, before any compression. */
const OVERVIEW_BYTES_MAX = 96 * 1024;
const FULL_BYTES_MAX = 256 * 1024;

function links({ baseUrl, moment, security, maxResults }: ListingQuestion, detail?: 'full'): BriefFacts['links'] {
  const pinned = { ticker: security.ticker, as_of: moment.cutoff.asOf };
  const brief = (form: 'full' | undefined) =>
    addressOf(baseUrl, '/v1/brief', { ...pinned, max_results: maxResults, detail: form });
  return { self: brief(detail), full: brief('full'), beliefs: addressOf(baseUrl, '/v1/beliefs', pinned) };
}

function viewCapWarning(asked: number): BriefFacts['warnings'][number] {
  return {
    code: 'overview-view-cap',
    message: `max_results asked for ${asked} views; an overview holds at most ${OVERVIEW_VIEWS_MAX}. Read the beliefs list for the others.`,
    pointer: '/views',
  };
}

async function readFacts(question: ListingQuestion, detail?: 'full') {
  const { db, moment, security, maxResults } = question;
  const asked = maxResults ?? OVERVIEW_VIEWS_MAX;
  const cap = detail === 'full' ? asked : Math.min(asked, OVERVIEW_VIEWS_MAX);
  const prices = await readPrices(db, moment.cutoff, moment.calendar, security.entity_id);
  const facts = await readBrief(db, moment.cutoff, {
    security,
    viewsMax: cap,
    warnings: asked > cap ? [viewCapWarning(asked)] : [],
    effectiveAt: moment.cutoff.effectiveAt,
    prices,
    links: links(question, detail),
  });
  return { facts, prices };
}

/** The facts of an overview; `explain` shows the same ones. */
export async function overviewFacts(question: ListingQuestion): Promise<BriefFacts> {
  return (await readFacts(question)).facts;
}

/** A listing with neither own nor related research is not covered. */
function refuseUncovered(facts: BriefFacts, { security, moment }: ListingQuestion): void {
  if (facts.beliefs.length === 0 && facts.related.total === 0) throw notCovered(security, moment.cutoff);
}

/** Builds the overview, whose views come before the length of their texts. Throws `not-covered`. */
export async function overviewAnswer(question: ListingQuestion): Promise<Answer> {
  return fitted({
    // What does not fit is shortened and never refused, whatever was asked for.
    asked: undefined,
    attempts: shorterThenFewer(Math.min(question.maxResults ?? OVERVIEW_VIEWS_MAX, OVERVIEW_VIEWS_MAX)),
    bytesMax: OVERVIEW_BYTES_MAX,
    build: (attempt, cut) => buildOverview(question, attempt, cut),
  });
}

async function buildOverview(question: ListingQuestion, { items, room }: Attempt, cut: boolean): Promise<Answer> {
  const read = cut ? (await readFacts({ ...question, maxResults: items })).facts : await overviewFacts(question);
  refuseUncovered(read, question);
  const facts = {
    ...read,
    links: links(question),
    warnings: fittingWarnings(read, { room, cut: cut ? 'views' : null }),
  };
  const whole = citingSections(facts);
  const sections = room === null ? whole : shortened(whole, room);
  const citations = await resolveCitations(question.db, question.moment.cutoff, citedIds(sections));
  const built = briefOverview(facts, sections, citations);
  const document = room === null ? built : shortened(built, room);
  validateDocument('BriefOverview', document);
  return answerOf(document);
}

/** The warning of a document that shows fewer items than it meant to. */
export function cutWarning(what: string, pointer: string): BriefFacts['warnings'][number] {
  return {
    code: 'shortened-to-fit',
    message: `Fewer ${what} are shown than were meant, so that the document stays within its size. Read the beliefs list for the others.`,
    pointer,
  };
}

function fittingWarnings(
  { warnings }: Pick<BriefFacts, 'warnings'>,
  { room, cut }: Pick<Attempt, 'room'> & { cut: 'views' | 'theses' | null },
): BriefFacts['warnings'] {
  return [
    ...warnings,
    ...(cut === null ? [] : [cutWarning(cut, `/${cut}`)]),
    ...(room === null ? [] : [roomWarning(room)]),
  ];
}

/** Builds the full form with as many theses as asked for, or as fit. Throws `not-covered`, `brief-too-large`. */
export async function fullAnswer(question: ListingQuestion): Promise<Answer> {
  const splitHistory = await readSplitHistory(question.db, question.moment, question.security.entity_id);
  return fitted({
    asked: question.maxResults,
    attempts: fullAttempts(question.maxResults),
    bytesMax: FULL_BYTES_MAX,
    build: (attempt, cut) => buildFull(question, splitHistory, { ...attempt, cut }),
  });
}

/** Without any thesis only where none was asked for and not even one fits. */
function fullAttempts(asked: number | undefined): Attempt[] {
  const [, , , narrowest] = rooms;
  const attempts = fewerThenShorter(asked ?? THESES_DEFAULT);
  return asked === undefined ? [...attempts, { items: 0, room: narrowest }] : attempts;
}

async function buildFull(
  question: ListingQuestion,
  splitHistory: SplitHistory | null,
  { items, room, cut }: Attempt & { cut: boolean },
): Promise<Answer> {
  const { db, baseUrl, moment } = question;
  // An asked-for number bounds views and theses together; left open, the views stay as they are.
  const asked = question.maxResults === undefined ? question : { ...question, maxResults: items };
  const { facts, prices } = await readFacts(asked, 'full');
  refuseUncovered(facts, question);
  const { parts } = facts;
  const beliefs = facts.returned.slice(0, items);
  const theses = await readTheses(db, moment.cutoff, { beliefs, parts, prices, splitHistory });
  const full = { ...facts, theses, warnings: fittingWarnings(facts, { room, cut: cut ? 'theses' : null }) };
  const whole = fullSections(full, (id) => beliefAddress(baseUrl, id, moment.cutoff.asOf));
  const sections = room === null ? whole : shortened(whole, room);
  const citations = await resolveCitations(db, moment.cutoff, citedIds(sections));
  const built = briefFull(full, sections, citations);
  const document = room === null ? built : shortened(built, room);
  validateDocument('BriefFull', document);
  return answerOf(document);
}

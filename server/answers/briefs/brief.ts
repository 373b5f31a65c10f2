// Briefs of a listing: read the records, build as much as fits, validate, serialise.
import type { BriefFacts } from '../../documents/brief/brief-facts.ts';
import { briefFull, fullSections } from '../../documents/brief/brief-full.ts';
import { OVERVIEW_VIEWS_MAX, briefOverview, citingSections } from '../../documents/brief/brief-overview.ts';
import { citedIds } from '../../documents/cited.ts';
import { leftOutWarnings } from '../../documents/left-out.ts';
import { rooms, shortened } from '../../documents/room.ts';
import { type ListingAtCutoff, type ShownRecords, briefFacts, readShown } from '../../reads/brief.ts';
import type { Moment } from '../../reads/subject.ts';
import { chooseViews, mayBeShown } from '../../reads/views.ts';
import type { Db } from '../../store/engine/db.ts';
import { addressOf, beliefAddress, checkpointAddress } from '../addresses.ts';
import { type CitationBook, citationBook } from '../citations.ts';
import { type Attempt, fewerThenShorter, fitted, fittingWarnings, shorterThenFewer } from './fit.ts';
import type { Answer } from '../kept.ts';
import { checkedBrief } from './unfit-related.ts';

export type ListingQuestion = {
  db: Db;
  baseUrl: string;
  moment: Moment;
  /** The requested number; undefined if the caller left it open. */
  maxResults: number | undefined;
  /** Number of related records that do not fit the contract. */
  leftOut?: number;
};

/** Input of every attempt at a document: a smaller one needs no further reads. */
type BriefInputs = { listing: ListingAtCutoff; shown: ShownRecords; cited: CitationBook };

/** Theses of a full brief without a requested number. */
const THESES_DEFAULT = 3;
/** Bytes of the UTF-8 body before compression. */
const OVERVIEW_BYTES_MAX = 96 * 1024;
const FULL_BYTES_MAX = 256 * 1024;

function links(
  { baseUrl, moment, maxResults }: ListingQuestion,
  { security }: ListingAtCutoff,
  detail?: 'full',
): BriefFacts['links'] {
  const pinned = { ticker: security.ticker, as_of: moment.cutoff.asOf };
  const brief = (form: 'full' | undefined) =>
    addressOf(baseUrl, '/v1/brief', { ...pinned, max_results: maxResults, detail: form });
  return {
    self: brief(detail),
    full: brief('full'),
    beliefs: addressOf(baseUrl, '/v1/beliefs', pinned),
    checkpoint: checkpointAddress(baseUrl, moment.cutoff),
  };
}

function viewCapWarning(asked: number): BriefFacts['warnings'][number] {
  return {
    code: 'overview-view-cap',
    message: `max_results asked for ${asked} views; an overview holds at most ${OVERVIEW_VIEWS_MAX}. Read the beliefs list for the others.`,
    pointer: '/views',
  };
}

function relatedWarnings({ leftOut = 0 }: ListingQuestion): BriefFacts['warnings'] {
  return leftOutWarnings(leftOut, '/related_context/related_beliefs');
}

/** Views of an overview before it is known how many fit. */
function overviewViews({ maxResults }: ListingQuestion): number {
  return Math.min(maxResults ?? OVERVIEW_VIEWS_MAX, OVERVIEW_VIEWS_MAX);
}

async function readOverview(question: ListingQuestion, listing: ListingAtCutoff): Promise<BriefInputs> {
  const { db, moment } = question;
  const views = mayBeShown(listing.beliefs, overviewViews(question));
  const shown = await readShown(db, moment.cutoff, listing, { views, theses: [] });
  return { listing, shown, cited: citationBook(db, moment.cutoff, shown.citations) };
}

/** The facts of an overview; `explain` prints the same ones. */
export async function overviewFacts(question: ListingQuestion, listing: ListingAtCutoff): Promise<BriefFacts> {
  const read = await readOverview(question, listing);
  return factsOfOverview(question, read, { items: overviewViews(question), room: null, cut: false });
}

function factsOfOverview(
  question: ListingQuestion,
  { listing, shown }: BriefInputs,
  { items, room, cut }: Attempt & { cut: boolean },
): BriefFacts {
  const { maxResults = 0 } = question;
  const isCapped = !cut && maxResults > OVERVIEW_VIEWS_MAX;
  return briefFacts(listing, shown, {
    cutoff: question.moment.cutoff,
    viewsMax: items,
    thesesMax: 0,
    warnings: [
      ...(isCapped ? [viewCapWarning(maxResults)] : []),
      ...fittingWarnings({ room }, { cut: cut ? 'views' : null }),
      ...relatedWarnings(question),
    ],
    links: links(question, listing),
  });
}

/** Builds the overview. It keeps the number of views and shortens their texts first. */
export async function overviewAnswer(question: ListingQuestion, listing: ListingAtCutoff): Promise<Answer> {
  const read = await readOverview(question, listing);
  return fitted({
    // A document that does not fit is shortened and never refused, even with a requested number.
    asked: undefined,
    attempts: shorterThenFewer(overviewViews(question)),
    bytesMax: OVERVIEW_BYTES_MAX,
    build: (attempt, cut) => buildOverview(question, read, { ...attempt, cut }),
  });
}

async function buildOverview(
  question: ListingQuestion,
  read: BriefInputs,
  attempt: Attempt & { cut: boolean },
): Promise<Answer> {
  const { room } = attempt;
  const facts = factsOfOverview(question, read, attempt);
  const whole = citingSections(facts);
  const sections = room === null ? whole : shortened(whole, room);
  const built = briefOverview(facts, sections, await read.cited(citedIds(sections)));
  const document = room === null ? built : shortened(built, room);
  return checkedBrief('BriefOverview', document);
}

/** Builds the full form with the requested number of theses, or as many as fit. Throws `brief-too-large`. */
export async function fullAnswer(question: ListingQuestion, listing: ListingAtCutoff): Promise<Answer> {
  const read = await readFull(question, listing);
  return fitted({
    asked: question.maxResults,
    attempts: fullAttempts(question.maxResults),
    bytesMax: FULL_BYTES_MAX,
    build: (attempt, cut) => buildFull(question, read, { ...attempt, cut }),
  });
}

/** A requested number bounds views and theses together; otherwise only the theses are reduced. */
async function readFull({ db, moment, maxResults }: ListingQuestion, listing: ListingAtCutoff): Promise<BriefInputs> {
  const { beliefs } = listing;
  const views = mayBeShown(beliefs, maxResults ?? OVERVIEW_VIEWS_MAX);
  const theses = maxResults === undefined ? chooseViews(beliefs, OVERVIEW_VIEWS_MAX).slice(0, THESES_DEFAULT) : views;
  const shown = await readShown(db, moment.cutoff, listing, { views, theses });
  return { listing, shown, cited: citationBook(db, moment.cutoff, shown.citations) };
}

/** Zero theses only without a requested number, if not even one fits. */
function fullAttempts(asked: number | undefined): Attempt[] {
  const [, , , narrowest] = rooms;
  const attempts = fewerThenShorter(asked ?? THESES_DEFAULT);
  return asked === undefined ? [...attempts, { items: 0, room: narrowest }] : attempts;
}

async function buildFull(
  question: ListingQuestion,
  { listing, shown, cited }: BriefInputs,
  { items, room, cut }: Attempt & { cut: boolean },
): Promise<Answer> {
  const { baseUrl, moment } = question;
  const asked = question.maxResults === undefined ? question : { ...question, maxResults: items };
  const facts = briefFacts(listing, shown, {
    cutoff: moment.cutoff,
    viewsMax: asked.maxResults ?? OVERVIEW_VIEWS_MAX,
    thesesMax: items,
    warnings: [...fittingWarnings({ room }, { cut: cut ? 'theses' : null }), ...relatedWarnings(question)],
    links: links(asked, listing, 'full'),
  });
  const whole = fullSections(facts, (id) => beliefAddress(baseUrl, id, moment.cutoff.asOf));
  const sections = room === null ? whole : shortened(whole, room);
  const built = briefFull(facts, sections, await cited(citedIds(sections)));
  const document = room === null ? built : shortened(built, room);
  return checkedBrief('BriefFull', document);
}

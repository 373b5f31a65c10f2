// The answers to "what is the research on this listing": read what is shown, build as much of it as fits, validate, serialise.
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
import { addressOf, beliefAddress } from '../addresses.ts';
import { type CitationBook, citationBook } from '../citations.ts';
import { type Attempt, fewerThenShorter, fitted, fittingWarnings, shorterThenFewer } from './fit.ts';
import type { Answer } from '../kept.ts';
import { checkedBrief } from './unfit-related.ts';

export type ListingQuestion = {
  db: Db;
  baseUrl: string;
  moment: Moment;
  /** As asked for; undefined when it was left to the service. */
  maxResults: number | undefined;
  /** Related records that do not fit the contract. */
  leftOut?: number;
};

/** What every attempt at a document is built from: nothing more is read for a smaller one. */
type Read = { listing: ListingAtCutoff; shown: ShownRecords; cited: CitationBook };

/** Theses of a full brief when nothing was asked for. */
const THESES_DEFAULT = 3;
/** Bytes of the UTF-8 body, before any compression. */
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
  return { self: brief(detail), full: brief('full'), beliefs: addressOf(baseUrl, '/v1/beliefs', pinned) };
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

async function readOverview(question: ListingQuestion, listing: ListingAtCutoff): Promise<Read> {
  const { db, moment } = question;
  const views = mayBeShown(listing.beliefs, overviewViews(question));
  const shown = await readShown(db, moment.cutoff, listing, { views, theses: [] });
  return { listing, shown, cited: citationBook(db, moment.cutoff, shown.citations) };
}

/** The facts of an overview; `explain` shows the same ones. */
export async function overviewFacts(question: ListingQuestion, listing: ListingAtCutoff): Promise<BriefFacts> {
  const read = await readOverview(question, listing);
  return factsOfOverview(question, read, { items: overviewViews(question), room: null, cut: false });
}

function factsOfOverview(
  question: ListingQuestion,
  { listing, shown }: Read,
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

/** Builds the overview, whose views come before the length of their texts. */
export async function overviewAnswer(question: ListingQuestion, listing: ListingAtCutoff): Promise<Answer> {
  const read = await readOverview(question, listing);
  return fitted({
    // What does not fit is shortened and never refused, whatever was asked for.
    asked: undefined,
    attempts: shorterThenFewer(overviewViews(question)),
    bytesMax: OVERVIEW_BYTES_MAX,
    build: (attempt, cut) => buildOverview(question, read, { ...attempt, cut }),
  });
}

async function buildOverview(
  question: ListingQuestion,
  read: Read,
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

/** Builds the full form with as many theses as asked for, or as fit. Throws `brief-too-large`. */
export async function fullAnswer(question: ListingQuestion, listing: ListingAtCutoff): Promise<Answer> {
  const read = await readFull(question, listing);
  return fitted({
    asked: question.maxResults,
    attempts: fullAttempts(question.maxResults),
    bytesMax: FULL_BYTES_MAX,
    build: (attempt, cut) => buildFull(question, read, { ...attempt, cut }),
  });
}

/** An asked-for number bounds views and theses together; left open, the views stay as they are. */
async function readFull({ db, moment, maxResults }: ListingQuestion, listing: ListingAtCutoff): Promise<Read> {
  const { beliefs } = listing;
  const views = mayBeShown(beliefs, maxResults ?? OVERVIEW_VIEWS_MAX);
  const theses = maxResults === undefined ? chooseViews(beliefs, OVERVIEW_VIEWS_MAX).slice(0, THESES_DEFAULT) : views;
  const shown = await readShown(db, moment.cutoff, listing, { views, theses });
  return { listing, shown, cited: citationBook(db, moment.cutoff, shown.citations) };
}

/** Without any thesis only where none was asked for and not even one fits. */
function fullAttempts(asked: number | undefined): Attempt[] {
  const [, , , narrowest] = rooms;
  const attempts = fewerThenShorter(asked ?? THESES_DEFAULT);
  return asked === undefined ? [...attempts, { items: 0, room: narrowest }] : attempts;
}

async function buildFull(
  question: ListingQuestion,
  { listing, shown, cited }: Read,
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

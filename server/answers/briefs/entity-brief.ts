// Brief of an entity that is not a listing: at most 32 KiB.
import { routes } from '../../../generated/routes.ts';
import { briefEntity, entitySections } from '../../documents/brief/brief-entity.ts';
import type { MeasuredBelief } from '../../documents/brief/brief-facts.ts';
import { citedIds } from '../../documents/cited.ts';
import { shortened } from '../../documents/room.ts';
import { type EntityRecords, entityFacts, readEntityShown, unpricedBeliefs } from '../../reads/entity-brief.ts';
import type { Moment, SubjectAtCutoff } from '../../reads/subject.ts';
import { mayBeShown } from '../../reads/views.ts';
import type { Db } from '../../store/engine/db.ts';
import { addressOf, checkpointAddress } from '../addresses.ts';
import { type CitationBook, citationBook } from '../citations.ts';
import { type Attempt, fewerThenShorter, fitted, fittingWarnings } from './fit.ts';
import { type Answer, checkedAnswer } from '../kept.ts';
import { notCovered } from '../subject.ts';

export type EntityQuestion = { db: Db; baseUrl: string; moment: Moment; maxResults: number | undefined };

/** Input of every attempt at the document: a smaller one needs no further reads. */
type EntityInputs = {
  known: SubjectAtCutoff;
  beliefs: readonly MeasuredBelief[];
  shown: EntityRecords;
  cited: CitationBook;
};

/** Bytes of the UTF-8 body before compression. */
const ENTITY_BYTES_MAX = 32 * 1024;
/** Without a requested number, as many views as may be requested at most. */
const VIEWS_DEFAULT = routes.getBrief.largest.max_results;

/** Throws `not-covered` without eligible research, `brief-too-large` if a requested number does not fit. */
export async function entityAnswer(question: EntityQuestion, known: SubjectAtCutoff): Promise<Answer> {
  const { db, moment, maxResults } = question;
  const { cutoff } = moment;
  const beliefs = unpricedBeliefs(known);
  if (beliefs.length === 0) throw notCovered({ entity_id: known.entity.entity_id }, cutoff);
  const shown = await readEntityShown(db, cutoff, mayBeShown(beliefs, maxResults ?? VIEWS_DEFAULT));
  const read = { known, beliefs, shown, cited: citationBook(db, cutoff, shown.citations) };
  return fitted({
    asked: maxResults,
    attempts: fewerThenShorter(maxResults ?? VIEWS_DEFAULT),
    bytesMax: ENTITY_BYTES_MAX,
    build: (attempt, cut) => buildEntity(question, read, { ...attempt, cut }),
  });
}

async function buildEntity(
  { baseUrl, moment, maxResults }: EntityQuestion,
  { known, beliefs, shown, cited }: EntityInputs,
  { items: viewsMax, room, cut }: Attempt & { cut: boolean },
): Promise<Answer> {
  const pinned = { entity_id: known.entity.entity_id, as_of: moment.cutoff.asOf };
  // Requested number of this attempt: while suggestions are tried it is the suggested one.
  const asked = maxResults === undefined ? undefined : viewsMax;
  const facts = entityFacts(known, beliefs, shown, {
    ...moment,
    viewsMax,
    warnings: fittingWarnings({ room }, { cut: cut ? 'views' : null }),
    links: {
      self: addressOf(baseUrl, '/v1/brief', { ...pinned, max_results: asked }),
      beliefs: addressOf(baseUrl, '/v1/beliefs', pinned),
      checkpoint: checkpointAddress(baseUrl, moment.cutoff),
    },
  });
  const whole = entitySections(facts);
  const sections = room === null ? whole : shortened(whole, room);
  const built = briefEntity(facts, sections, await cited(citedIds(sections)));
  const document = room === null ? built : shortened(built, room);
  return checkedAnswer('BriefEntity', document);
}

// The answer to "what is the research on this entity" where the entity is not a listing: at most 32 KiB.
import { validateDocument } from '../contract/documents-validator.ts';
import { briefEntity, entitySections } from '../documents/brief-entity.ts';
import { citedIds } from '../documents/cited.ts';
import { roomWarning, shortened } from '../documents/room.ts';
import { readEntityBrief } from '../reads/entity-brief.ts';
import type { Db } from '../store/db.ts';
import type { EntityRow } from '../store/read-entities.ts';
import { addressOf } from './addresses.ts';
import { cutWarning } from './brief.ts';
import { resolveCitations } from './citations.ts';
import { type Attempt, fewerThenShorter, fitted } from './fit.ts';
import { type Answer, answerOf } from './kept.ts';
import type { Moment } from './moment.ts';
import { notCovered } from './subject.ts';

export type EntityQuestion = {
  db: Db;
  baseUrl: string;
  moment: Moment;
  entity: EntityRow;
  maxResults: number | undefined;
};

/** Bytes of the UTF-8 body before any compression. */
const ENTITY_BYTES_MAX = 32 * 1024;
/** The contract's largest max_results: left open, as many views are meant as may ever be asked for. */
const VIEWS_DEFAULT = 20;

/** Throws `not-covered` without eligible research, `brief-too-large` when an explicit number does not fit. */
export async function entityAnswer(question: EntityQuestion): Promise<Answer> {
  return fitted({
    asked: question.maxResults,
    attempts: fewerThenShorter(question.maxResults ?? VIEWS_DEFAULT),
    bytesMax: ENTITY_BYTES_MAX,
    build: (attempt, cut) => buildEntity(question, attempt, cut),
  });
}

async function buildEntity(
  question: EntityQuestion,
  { items: viewsMax, room }: Attempt,
  cut: boolean,
): Promise<Answer> {
  const { db, baseUrl, moment, entity, maxResults } = question;
  const { cutoff, calendar } = moment;
  const read = await readEntityBrief(db, cutoff, { entity, calendar, effectiveAt: cutoff.effectiveAt, viewsMax });
  if (read.beliefs.length === 0) throw notCovered({ entity_id: entity.entity_id }, cutoff);
  const pinned = { entity_id: entity.entity_id, as_of: cutoff.asOf };
  // The number that a reader asks for: while a suggestion is tried it is that one, and not the one that was too large.
  const asked = maxResults === undefined ? undefined : viewsMax;
  const facts = {
    ...read,
    warnings: [...(cut ? [cutWarning('views', '/views')] : []), ...(room === null ? [] : [roomWarning(room)])],
    links: {
      self: addressOf(baseUrl, '/v1/brief', { ...pinned, max_results: asked }),
      beliefs: addressOf(baseUrl, '/v1/beliefs', pinned),
    },
  };
  const whole = entitySections(facts);
  const sections = room === null ? whole : shortened(whole, room);
  const citations = await resolveCitations(db, cutoff, citedIds(sections));
  const built = briefEntity(facts, sections, citations);
  const document = room === null ? built : shortened(built, room);
  validateDocument('BriefEntity', document);
  return answerOf(document);
}

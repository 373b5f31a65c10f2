// The answer to "what is the research on this entity" where the entity is not a listing: at most 32 KiB.
import { validateDocument } from '../contract/documents-validator.ts';
import { briefEntity, entitySections } from '../documents/brief-entity.ts';
import { citedIds } from '../documents/cited.ts';
import { readEntityBrief } from '../reads/entity-brief.ts';
import type { Db } from '../store/db.ts';
import type { EntityRow } from '../store/read-entities.ts';
import { addressOf } from './addresses.ts';
import { cutWarning } from './brief.ts';
import { resolveCitations } from './citations.ts';
import { fitted } from './fit.ts';
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
    itemsDefault: VIEWS_DEFAULT,
    itemsLeast: 1,
    bytesMax: ENTITY_BYTES_MAX,
    build: (items, cut) => buildEntity(question, items, cut),
  });
}

async function buildEntity(question: EntityQuestion, viewsMax: number, cut: boolean): Promise<Answer> {
  const { db, baseUrl, moment, entity, maxResults } = question;
  const { cutoff, calendar } = moment;
  const read = await readEntityBrief(db, cutoff, { entity, calendar, effectiveAt: cutoff.effectiveAt, viewsMax });
  if (read.beliefs.length === 0) throw notCovered({ entity_id: entity.entity_id }, cutoff);
  const pinned = { entity_id: entity.entity_id, as_of: cutoff.asOf };
  // The number that a reader asks for: while a suggestion is tried it is that one, and not the one that was too large.
  const asked = maxResults === undefined ? undefined : viewsMax;
  const facts = {
    ...read,
    warnings: cut ? [cutWarning('views', '/views')] : [],
    links: {
      self: addressOf(baseUrl, '/v1/brief', { ...pinned, max_results: asked }),
      beliefs: addressOf(baseUrl, '/v1/beliefs', pinned),
    },
  };
  const sections = entitySections(facts);
  const citations = await resolveCitations(db, cutoff, citedIds(sections));
  const document = briefEntity(facts, sections, citations);
  validateDocument('BriefEntity', document);
  return answerOf(document);
}

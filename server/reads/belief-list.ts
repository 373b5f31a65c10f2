// What one page of a list holds at a cutoff, and whether anything comes after it.
import type { Cutoff, Db } from '../store/db.ts';
import { type BeliefListQuestion, type ListedBelief, hasBeliefs, listBeliefs } from '../store/read-belief-list.ts';
import type { CitationRow } from '../store/read-citations.ts';
import { type EntityListQuestion, type ListedEntity, listEntities } from '../store/read-entity-list.ts';

export type Page<Row> = { rows: readonly Row[]; more: boolean };

/** A list read one row further than its page says whether there is a next one. */
export function pageOf<Row>(rows: readonly Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

export type BeliefPage = Page<ListedBelief> & { citations: readonly CitationRow[] };

/** Null when the entity that was asked for has no research at all at this cutoff. */
export async function readBeliefPage(db: Db, cutoff: Cutoff, question: BeliefListQuestion): Promise<BeliefPage | null> {
  const { limit, filters } = question;
  const { beliefs, citations } = await listBeliefs(db, cutoff, { ...question, limit: limit + 1 });
  const page = { ...pageOf(beliefs, limit), citations };
  const { entityId } = filters;
  if (page.rows.length > 0 || entityId === undefined) return page;
  return (await hasBeliefs(db, cutoff, entityId)) ? page : null;
}

export async function readEntityPage(
  db: Db,
  cutoff: Cutoff,
  question: EntityListQuestion,
): Promise<Page<ListedEntity>> {
  return pageOf(await listEntities(db, cutoff, { ...question, limit: question.limit + 1 }), question.limit);
}

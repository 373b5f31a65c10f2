// One page of a list at a cutoff, and whether another one follows.
import type { Cutoff, Db } from '../../store/engine/db.ts';
import type { BeliefListQuestion, PlacedBelief } from '../../store/known/lists/read-belief-list.ts';
import { type EntityListQuestion, type ListedEntity, listEntities } from '../../store/known/lists/read-entity-list.ts';
import type { BeliefWalks } from './belief-walks.ts';

export type Page<Row> = { rows: readonly Row[]; more: boolean };

/** A list read one row beyond its page shows whether there is a next one. */
export function pageOf<Row>(rows: readonly Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

export async function readBeliefPage(
  { db, walks }: { db: Db; walks: BeliefWalks },
  cutoff: Cutoff,
  question: BeliefListQuestion,
): Promise<Page<PlacedBelief>> {
  return pageOf(await walks.list(db, cutoff, { ...question, limit: question.limit + 1 }), question.limit);
}

export async function readEntityPage(
  db: Db,
  cutoff: Cutoff,
  question: EntityListQuestion,
): Promise<Page<ListedEntity>> {
  return pageOf(await listEntities(db, cutoff, { ...question, limit: question.limit + 1 }), question.limit);
}

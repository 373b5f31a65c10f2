// Sources as known at a cutoff, each with the count of its evidence.
import type { TalliedSource } from '../documents/sources.ts';
import { remembered } from '../memory/remembered.ts';
import { type Cutoff, type Db, stateOf } from '../store/engine/db.ts';
import {
  type EvidenceTally,
  type SourceListQuestion,
  type SourceRow,
  evidenceTallies,
  findSource,
  listSources,
} from '../store/known/read-sources.ts';
import { type Page, pageOf } from './lists/belief-list.ts';

export type SourceReader = {
  page(db: Db, cutoff: Cutoff, question: SourceListQuestion): Promise<Page<TalliedSource>>;
  one(db: Db, cutoff: Cutoff, sourceId: string): Promise<TalliedSource | null>;
};

/**
 * Caches the counts of a cutoff, which never change: a dataset may be the source of a million statements, each of which
 * links to it.
 */
export function sourceReader(): SourceReader {
  const known = remembered<string, EvidenceTally>('tallies');
  const keyOf = (cutoff: Cutoff, id: string): string => `${stateOf(cutoff)} ${id}`;
  async function tallied(db: Db, cutoff: Cutoff, rows: readonly SourceRow[]): Promise<TalliedSource[]> {
    const kept = rows.map((row) => known.get(keyOf(cutoff, row.source_id)));
    const missing = rows.map((row) => row.source_id).filter((_, place) => kept[place] === undefined);
    const counted = missing.length === 0 ? new Map() : await evidenceTallies(db, cutoff, missing);
    return rows.map((row, place) => {
      const tally = counted.get(row.source_id) ?? kept[place];
      if (tally === undefined) throw new Error(`source ${row.source_id} has no evidence`);
      known.set(keyOf(cutoff, row.source_id), tally);
      return { ...row, ...tally };
    });
  }
  return {
    async page(db, cutoff, question) {
      const { rows, more } = pageOf(
        await listSources(db, cutoff, { ...question, limit: question.limit + 1 }),
        question.limit,
      );
      return { rows: await tallied(db, cutoff, rows), more };
    },
    async one(db, cutoff, sourceId) {
      const row = await findSource(db, cutoff, sourceId);
      return row === null ? null : ((await tallied(db, cutoff, [row]))[0] ?? null);
    },
  };
}

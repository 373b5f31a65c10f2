// Legal removals: records that are gone at every cutoff, and their count next to the service clock, which every server reads.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { rowsOf, run } from './publish-rows.ts';

export type Removal = { reason: string; removed_at: Instant };

/** The reason of the removal of this record, or null if there was none. */
export async function removalOf(db: Db, collection: Collection, recordId: string): Promise<Removal | null> {
  const [row] = await rowsOf<Removal>(
    db,
    'select reason, removed_at from removal where collection = ? and record_id = ?',
    [collection, recordId],
  );
  return row ?? null;
}

/** Those of the ids that were removed. */
export async function removedAmong(db: Db, collection: Collection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    'select record_id as id from removal where collection = ? and record_id = any(?::text[])',
    [collection, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type LegalRemoval = Removal & {
  collection: Collection;
  /** The record that was to go. */
  id: string;
  /** Every record of which nothing is left, this one among them. */
  records: string[];
};

/** The oldest first. */
export function listRemovals(db: Db): Promise<LegalRemoval[]> {
  return rowsOf<LegalRemoval>(
    db,
    `select collection, cause as id, reason, removed_at, array_agg(record_id order by record_id collate "C") as records
       from removal group by collection, cause, reason, removed_at order by removed_at, cause collate "C", collection`,
  );
}

export type RemovalNote = {
  collection: Collection;
  ids: readonly string[];
  cause: string;
  reason: string;
  now: Instant;
};

/** Keeps the ids. Every server learns of them at its next look at the service clock. */
export async function noteRemoval(trx: Trx, { collection, ids, cause, reason, now }: RemovalNote): Promise<void> {
  await run(
    trx,
    `with noted as (
       insert into removal (collection, record_id, cause, reason, removed_at)
       select distinct ?, g.id, ?, ?, ?::timestamptz from unnest(?::text[]) as g(id)
       on conflict (collection, record_id) do nothing returning 1)
     update head set removals = removals + 1 where collection = ? and exists (select from noted)`,
    [collection, cause, reason, now, ids, collection],
  );
}

// The corpus of a collection, and emptying a collection so that it can be built from another corpus.
import type { Collection, Db, Trx } from '../engine/db.ts';
import { rowsOf, run } from './publish-rows.ts';

/** Every table whose rows are research of one collection. Keys are not: they outlive a rebuilt corpus. */
export const researchTables = [
  'release',
  'staged',
  'staged_replaced',
  'staged_again',
  'import_series',
  'import',
  'record',
  'entity',
  'industry',
  'person',
  'source',
  'evidence',
  'citation',
  'belief',
  'revision',
  'belief_part',
  'price_series',
  'price_vintage',
  'price',
  'split',
  'session',
  'removal',
  'feed_file',
  'feed_run',
] as const;

/** The hash of the corpus that the collection holds; null when it holds none. */
export async function corpusHash(db: Db, collection: Collection): Promise<string | null> {
  return hashOfHead(db, collection, '');
}

/** The same with the head row locked: any other process that builds the collection has to wait. */
export async function lockedCorpusHash(trx: Trx, collection: Collection): Promise<string | null> {
  return hashOfHead(trx, collection, 'for update');
}

async function hashOfHead(db: Db, collection: Collection, locking: '' | 'for update'): Promise<string | null> {
  const rows = await rowsOf<{ corpus_hash: string | null }>(
    db,
    `select corpus_hash from head where collection = ? ${locking}`,
    [collection],
  );
  return rows[0]?.corpus_hash ?? null;
}

/**
 * Empties a collection and sets its clock back: only for research that this service itself ships. Caches of other servers
 * have another count of removals, so no server uses them for a later version.
 */
export async function emptyCollection(trx: Trx, collection: Collection): Promise<void> {
  await run(trx, 'delete from import_price where import_id in (select import_id from import where collection = ?)', [
    collection,
  ]);
  for (const table of researchTables) await run(trx, `delete from ${table} where collection = ?`, [collection]);
  await run(
    trx,
    `update head set version = 0, watermark = '1970-01-01T00:00:00Z', removals = removals + (version > 0)::integer, corpus_hash = null
      where collection = ?`,
    [collection],
  );
}

export async function noteCorpusHash(trx: Trx, collection: Collection, hash: string): Promise<void> {
  await run(trx, 'update head set corpus_hash = ? where collection = ?', [hash, collection]);
}

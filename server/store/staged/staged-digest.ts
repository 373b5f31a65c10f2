// Digest of the staged set of a collection: any change of the set changes it.
import { createHash } from 'node:crypto';
import type { Collection, Db } from '../engine/db.ts';
import { rowsOf } from '../published/publish-rows.ts';

const ROWS = 10_000;

type StagedName = { kind: string; key: string; contentHash: string; corrects: string | null };

/** SHA-256 over the records by kind and key, and over the series of prices by the import that they are of. */
export async function stagedDigest(db: Db, collection: Collection): Promise<string> {
  const hash = createHash('sha256').update(`staged ${collection}\n`);
  let after = { kind: '', key: '' };
  for (;;) {
    const rows: StagedName[] = await rowsOf<StagedName>(
      db,
      `select kind collate "C" as kind, key, content_hash as "contentHash", corrects from staged
        where collection = ? and (kind collate "C", key) > (?, ?) order by kind collate "C", key limit ${ROWS}`,
      [collection, after.kind, after.key],
    );
    for (const row of rows) hash.update(`${JSON.stringify([row.kind, row.key, row.contentHash, row.corrects])}\n`);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // The rows of a staged series never change: its import and its number name them.
  const series = await rowsOf<object>(
    db,
    `select import_id, series_no, series_id, provider_rank, row_count from import_series
      where collection = ? and state = 'staged' order by import_id, series_no`,
    [collection],
  );
  for (const one of series) hash.update(`${JSON.stringify(one)}\n`);
  return `sha256:${hash.digest('hex')}`;
}

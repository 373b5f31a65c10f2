// Releases of a collection with their reports, the newest first.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { rowsOf } from './publish-rows.ts';

export type ReleaseRow = {
  version: number;
  effective_at: Instant;
  recorded_at: Instant;
  kind: 'release' | 'withdrawal';
  report: { readonly [name: string]: unknown };
};

export async function listReleases(db: Db, collection: Collection, limit: number): Promise<ReleaseRow[]> {
  return rowsOf<ReleaseRow>(
    db,
    `select version, effective_at, recorded_at, kind, report from release
      where collection = ? order by version desc limit ?`,
    [collection, limit],
  );
}

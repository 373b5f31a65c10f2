// Staged set of a collection: its imports, its digest, and what a release would move.
import type { Collection, Pool } from '../../store/engine/db.ts';
import { tried } from '../../store/known/tried.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { stagedImports, type StagedImport } from '../../store/staged/staged-imports.ts';
import { withStaging } from '../../store/staged/staging-lock.ts';
import { RefusedInput, type Fault } from '../files/faults.ts';
import { releaseWithin } from '../release/release.ts';
import type { ReleaseReport } from '../release/release-report.ts';
import { ReleaseRefusal } from '../../store/engine/failures.ts';

export type StagedReport = {
  collection: Collection;
  digest: string;
  imports: StagedImport[];
  /** The trial of a release of all of it; null if nothing is staged or it would be refused. */
  release: ReleaseReport | null;
  /** Why a release would be refused as it is. */
  refused: Fault[];
};

/** The release is tried in a transaction that is rolled back. */
export async function stagedReport(db: Pool, collection: Collection): Promise<StagedReport> {
  const [digest, imports] = [await stagedDigest(db, collection), await stagedImports(db, collection)];
  const found = { collection, digest, imports, release: null, refused: [] };
  if (imports.length === 0) return found;
  try {
    const trial = await tried(
      (work) => withStaging(db, collection, work),
      true,
      async (trx) => ({
        digest: await stagedDigest(trx, collection),
        imports: await stagedImports(trx, collection),
        release: await releaseWithin(trx, { collection }),
      }),
    );
    return { ...found, ...trial };
  } catch (error) {
    if (error instanceof RefusedInput) return { ...found, refused: [...error.faults] };
    if (!(error instanceof ReleaseRefusal)) throw error;
    const fault = {
      file: 'release',
      line: null,
      field: null,
      what: error.message,
      fix: 'say --effective-at, or discard it',
    };
    return { ...found, refused: [fault] };
  }
}

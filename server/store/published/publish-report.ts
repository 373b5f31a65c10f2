// Report of a release, kept with the release.
import type { Trx } from '../engine/db.ts';
import { run, type Release } from './publish-rows.ts';

export async function noteReport(trx: Trx, release: Release, report: object): Promise<void> {
  await run(trx, 'update release set report = ?::jsonb where collection = ? and version = ?', [
    JSON.stringify(report),
    release.collection,
    release.version,
  ]);
}

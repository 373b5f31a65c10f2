// Version known at an instant: the cached releases of a collection.
import type { CollectionHead, ReleasedVersion } from './clock.ts';
import type { Collection, Db, Instant } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { runPrepared } from '../engine/named-statement.ts';
import { firstThat } from '../engine/sorted.ts';

/** The newest version of the collection in effect at an instant, which is not later than its watermark. */
export type ReleaseReader = (
  db: Db,
  head: Pick<CollectionHead, 'collection' | 'version'>,
  asOf: Instant,
) => Promise<ReleasedVersion>;

/** A release never changes, and each takes effect after all before it: only those after the newest known are read. */
export function releaseReader(): ReleaseReader {
  const known = new Map<Collection, readonly ReleasedVersion[]>();
  return async (db, { collection, version }, asOf) => {
    let releases = known.get(collection) ?? [{ version: 0, effectiveAt: null }];
    const newest = releases.at(-1)?.version ?? 0;
    if (newest < version) {
      releases = [...releases, ...(await releasesSince(db, collection, newest))];
      known.set(collection, releases);
    }
    return newestBy(releases, asOf);
  };
}

function releasesSince(db: Db, collection: Collection, version: number): Promise<ReleasedVersion[]> {
  return runPrepared<ReleasedVersion>(
    db,
    sql`select version, effective_at as "effectiveAt" from release
      where collection = ${collection} and version > ${version} order by version`,
  );
}

function newestBy(releases: readonly ReleasedVersion[], asOf: Instant): ReleasedVersion {
  const later = firstThat(releases, ({ effectiveAt }) => (effectiveAt ?? '') > asOf);
  return releases[Math.max(0, later - 1)] ?? { version: 0, effectiveAt: null };
}

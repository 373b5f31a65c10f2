// Version known at an instant: the cached releases of a collection.
import type { CollectionHead, ReleasedVersion } from './clock.ts';
import type { Collection, Cutoff, Db, Instant } from '../engine/db.ts';
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

/**
 * By version, at least up to this one: the newest observation that it or an earlier one admitted. Null for none, as for
 * version 0.
 */
export type AdmissionReader = (db: Db, cutoff: Cutoff, version: number) => Promise<readonly (Instant | null)[]>;

type Admissions = { removals: number; newest: (Instant | null)[] };

/** Kept in memory: PostgreSQL read all releases up to that of its subject's name for each belief of a page. */
export function admissionReader(): AdmissionReader {
  const known = new Map<Collection, Admissions>();
  return async (db, { collection, removals = 0 }, version) => {
    const kept = known.get(collection);
    // An emptied collection begins its versions anew, and raises `removals`.
    const newest: (Instant | null)[] = kept?.removals === removals ? kept.newest : [null];
    if (newest.length > version) return newest;
    for (const { version: next, observedAt } of await admissionsSince(db, collection, newest.length - 1)) {
      const before = newest.at(-1) ?? null;
      // Another reader may have added the same meanwhile.
      if (next === newest.length) newest.push((observedAt ?? '') > (before ?? '') ? observedAt : before);
    }
    known.set(collection, { removals, newest });
    return newest;
  };
}

function admissionsSince(db: Db, collection: Collection, version: number) {
  return runPrepared<{ version: number; observedAt: Instant | null }>(
    db,
    sql`select version, newest_observed_at as "observedAt" from release
         where collection = ${collection} and version > ${version} order by version`,
  );
}

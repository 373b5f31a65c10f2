// Daily routine of a folder: the lease of its run, the files that it knows, and what the last run did.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';

/** A run that renews its lease at no file for so long has died. */
const LEASE_MINUTES = 30;

const until = `statement_timestamp() + interval '${LEASE_MINUTES} minutes'`;

/** Takes the lease; false while another run has it. */
export async function beginFeed(db: Db, collection: Collection, folder: string): Promise<boolean> {
  const taken = await rowsOf(
    db,
    `insert into feed_run (collection, folder, held_until, began_at) values (?, ?, ${until}, statement_timestamp())
     on conflict (collection) do update
        set folder = excluded.folder, held_until = excluded.held_until, began_at = excluded.began_at, ended_at = null,
            loaded = 0, refused = 0, standing = 0, waiting = 0, version = null, failure = null
      where feed_run.held_until is null or feed_run.held_until < statement_timestamp()
     returning 1`,
    [collection, folder],
  );
  return taken.length === 1;
}

export async function renewFeed(db: Db, collection: Collection): Promise<void> {
  await rowsOf(db, `update feed_run set held_until = ${until} where collection = ?`, [collection]);
}

export type FeedOutcome = {
  loaded: number;
  /** Refused by this run. */
  refused: number;
  /** Refused by an earlier run and not changed since. */
  standing: number;
  /** Not settled: left for the next run. */
  waiting: number;
  /** The release of the run; null if it made none. */
  version: number | null;
  failure: string | null;
};

export async function endFeed(db: Db, collection: Collection, outcome: FeedOutcome): Promise<void> {
  const { loaded, refused, standing, waiting, version, failure } = outcome;
  await rowsOf(
    db,
    sql`update feed_run set held_until = null, ended_at = statement_timestamp(), loaded = ${loaded}, refused = ${refused},
          standing = ${standing}, waiting = ${waiting}, version = ${version}::integer, failure = ${failure}::text
         where collection = ${collection}`,
  );
}

export type FeedFile = { digest: string; name: string; outcome: 'loaded' | 'refused'; what: string | null };

export async function feedFile(db: Db, collection: Collection, digest: string): Promise<FeedFile | null> {
  const [row] = await rowsOf<FeedFile>(
    db,
    sql`select digest, name, outcome, what from feed_file where collection = ${collection} and digest = ${digest}`,
  );
  return row ?? null;
}

export async function noteFeedFile(db: Db, collection: Collection, file: FeedFile): Promise<void> {
  const { digest, name, outcome, what } = file;
  await rowsOf(
    db,
    sql`insert into feed_file (collection, digest, name, outcome, what, seen_at)
        values (${collection}, ${digest}, ${name}, ${outcome}, ${what}::text, statement_timestamp())
        on conflict (collection, digest) do nothing`,
  );
}

export type FeedRun = FeedOutcome & {
  collection: Collection;
  folder: string;
  beganAt: Instant;
  /** Null while it runs, and after it died. */
  endedAt: Instant | null;
};

/** The last run of each collection. */
export async function feedRuns(db: Db): Promise<FeedRun[]> {
  return rowsOf<FeedRun>(
    db,
    `select collection, folder, began_at as "beganAt", ended_at as "endedAt", loaded, refused, standing, waiting, version, failure
       from feed_run order by collection`,
  );
}

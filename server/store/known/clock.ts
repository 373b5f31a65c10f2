// The service clock: releases, the watermark up to which every answer is settled, and the cutoff a request resolves to.
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Head } from '../../terms/research.ts';
import type { Collection, Cutoff, Db, Instant, Trx } from '../engine/db.ts';
import { ReleaseRefusal, isLockTimeout, sqlState } from '../engine/failures.ts';
import { runPrepared } from '../engine/named-statement.ts';
import { liesOnCluster } from '../engine/store-transaction.ts';

const columns = 'collection, version, watermark, removals';

export type CollectionHead = Head & { readonly collection: Collection };

/** A version and the time of its first effect; before the first release version 0 and null. */
export type ReleasedVersion = { version: number; effectiveAt: Instant | null };

export type ResolvedCutoff = Cutoff & { effectiveAt: Instant | null };

export type NewRelease = {
  collection: Collection;
  kind: 'release' | 'withdrawal';
  /** The time of its first effect; the default is now. */
  effectiveAt?: Instant;
  now: Instant;
  /** The newest observation this release admits; null when it admits none. */
  newestObservedAt: Instant | null;
};

/** The database's clock, cut to milliseconds: a cast to timestamptz(3) would round up, past what has happened. */
export async function databaseNow(db: Db): Promise<Instant> {
  const { rows } = await db.raw(`select date_trunc('milliseconds', clock_timestamp()) as now`);
  return (rows as { now: Instant }[])[0]?.now ?? '';
}

export async function readHead(db: Db, collection: Collection): Promise<CollectionHead> {
  return headOf(collection, await allHeads(db));
}

/** The heads of these collections, in their order. */
export async function readHeads(db: Db, collections: readonly Collection[]): Promise<CollectionHead[]> {
  const heads = await allHeads(db);
  return collections.map((collection) => headOf(collection, heads));
}

/** The head row, held until the transaction ends: what orders releases, withdrawals and ticks of a collection. */
export async function lockHead(trx: Trx, collection: Collection): Promise<CollectionHead> {
  const text = `select ${columns} from head where collection = ? for update`;
  return headOf(collection, await runPrepared<CollectionHead>(trx, { sql: text, bindings: [collection] }));
}

function allHeads(db: Db): Promise<CollectionHead[]> {
  return runPrepared<CollectionHead>(db, { sql: `select ${columns} from head`, bindings: [] });
}

function headOf(collection: Collection, heads: readonly CollectionHead[]): CollectionHead {
  const head = heads.find((one) => one.collection === collection);
  if (head === undefined) throw new Error(`the store has no collection ${collection}`);
  return head;
}

/**
 * The cutoff of a request: the requested time, but never later than the watermark. Later answers could still change;
 * those at or before the watermark never do.
 */
export async function resolveCutoff(
  requested: Instant | null,
  head: Pick<CollectionHead, 'collection' | 'watermark'> & Partial<Pick<Head, 'removals'>>,
  lookup: (asOf: Instant) => Promise<ReleasedVersion>,
): Promise<ResolvedCutoff> {
  const asOf = requested !== null && requested < head.watermark ? requested : head.watermark;
  return { collection: head.collection, asOf, removals: head.removals ?? 0, ...(await lookup(asOf)) };
}

/**
 * Moves the watermark of a live collection to a passed boundary of the calendar; false if it was already there. Does not
 * wait for a release, which holds the head row. Any number of servers may notice the same boundary. A server whose clock
 * runs ahead moves nothing. A cluster refuses a volatile function in a condition, so that every copy of the row decides
 * alike: hence the time of the statement.
 */
export async function tick(db: Db, collection: Collection, boundary: Instant): Promise<boolean> {
  if (collection !== 'live') return false;
  const move = async (trx: Trx): Promise<boolean> => {
    if (liesOnCluster(db)) await trx.raw(shortWait);
    const { rows } = await trx.raw(
      `select version from head
        where collection = ? and version > 0 and watermark < ? and ? <= statement_timestamp() for update skip locked`,
      [collection, boundary, boundary],
    );
    if (rows.length === 0) return false;
    await trx.raw('update head set watermark = ? where collection = ?', [boundary, collection]);
    return true;
  };
  return db.transaction(move).catch((error: unknown) => {
    if (liesOnCluster(db) && isLockTimeout(error)) return false;
    throw error;
  });
}

/**
 * A cluster locks all copies of a row before it looks at any, and so does not skip a held one. The limit holds on every
 * server, and only in this transaction.
 */
const shortWait = `set local citus.propagate_set_commands = 'local'; set local lock_timeout = '50ms'`;

/** The effective time of a release without its own date. */
export function nextEffect(head: Pick<Head, 'watermark'>, now: Instant): Instant {
  return later(now, millisecondAfter(head.watermark));
}

/** Opens the next version under the head row's lock. The caller writes its rows in the same transaction. */
export async function openRelease(trx: Trx, release: NewRelease): Promise<{ version: number; effectiveAt: Instant }> {
  const head = await lockHead(trx, release.collection);
  const effectiveAt = release.effectiveAt ?? nextEffect(head, release.now);
  refuse(release, head, effectiveAt);
  const version = head.version + 1;
  await trx.raw(
    `insert into release (collection, version, effective_at, recorded_at, kind, newest_observed_at) values (?, ?, ?, ?, ?, ?)`,
    [release.collection, version, effectiveAt, release.now, release.kind, release.newestObservedAt],
  );
  await trx.raw('update head set version = ?, watermark = ? where collection = ?', [
    version,
    later(effectiveAt, release.newestObservedAt ?? effectiveAt),
    release.collection,
  ]);
  return { version, effectiveAt };
}

function refuse(release: NewRelease, head: Head, effectiveAt: Instant): void {
  if (effectiveAt <= head.watermark) {
    throw new ReleaseRefusal(
      'not-after-watermark',
      head.watermark,
      `answers up to ${head.watermark} are settled: a release cannot take effect at ${effectiveAt}, only later`,
    );
  }
  if (release.effectiveAt !== undefined && release.effectiveAt > release.now) {
    throw new ReleaseRefusal(
      'in-the-future',
      release.now,
      `${release.effectiveAt} is in the future: it is ${release.now}`,
    );
  }
  if (release.newestObservedAt !== null && release.newestObservedAt > later(release.now, effectiveAt)) {
    throw new ReleaseRefusal(
      'in-the-future',
      release.now,
      `nothing can have been observed at ${release.newestObservedAt}: it is ${release.now}`,
    );
  }
}

function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}

function millisecondAfter(instant: Instant): Instant {
  return new Date(Date.parse(instant) + 1).toISOString();
}

// Serialization failure and deadlock: the database has undone the transaction and asks for another attempt.
const tryAgain = new Set(['40001', '40P01']);
const attemptsMax = 6;
/** Doubled with each attempt. On a cluster a row lock of many transactions at once undoes all but one of them. */
const pauseMsMax = 20;

/** A transaction, repeated on the database's request. Its effects outside the database must tolerate a repetition. */
export async function retrying<T>(db: Knex, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === attemptsMax || !tryAgain.has(sqlState(error))) throw error;
      await setTimeout(randomInt(pauseMsMax * 2 ** (attempt - 1)));
    }
  }
}

/** Progress of a collection: its version, its watermark, and the time of its last release. */
export type ResearchAge = Pick<CollectionHead, 'collection' | 'version' | 'watermark'> & {
  released_at: Instant | null;
};

export async function researchAge(db: Db): Promise<ResearchAge[]> {
  const { rows } = await db.raw(
    `select h.collection, h.version, h.watermark, r.effective_at as released_at
       from head h left join release r on r.collection = h.collection and r.version = h.version`,
  );
  return rows as ResearchAge[];
}

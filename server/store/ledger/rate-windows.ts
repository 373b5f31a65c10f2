// Rate limits over all processes for secrets: one upsert, so that the row's own lock decides the order.

// rate-limiter-flexible was measured and is as exact (100 of 2,000 concurrent takes over two processes).
// This is one statement instead of a dependency, by the database's clock instead of each process's. It uses a table of
// the migrations, and does not store the subject in clear.
import { createHash } from 'node:crypto';
import type { Db } from '../engine/db.ts';
import { RATE_WINDOW_HOURS_MAX } from '../engine/lifetimes.ts';

export type Take = {
  /** The limit: the same subject may have one of each. */
  name: string;
  /** The subject: an address, an e-mail, a key, in one canonical spelling. Only its hash is stored. */
  subject: string;
  quota: number;
  /** The length of the window that begins with its first take. At most a day: older windows are deleted. */
  seconds: number;
};

export type TakeResult = {
  allowed: boolean;
  /** The takes left in the window. */
  left: number;
  /** Whole seconds until the window is over. */
  renewed: number;
  /** Whole seconds until the next permitted take; null if this one is permitted. */
  retryAfter: number | null;
};

const SECONDS_MAX = RATE_WINDOW_HOURS_MAX * 3_600;

/**
 * Points stop at one above the quota: who goes on asking neither wears the row's integer out nor waits any longer. A
 * statement that waited for the row compares its own, earlier clock, so a window that was renewed meanwhile is not over.
 * The clock is in the new row, and the rest follows from the two rows: a cluster takes no other form of an upsert.
 */
const isOver = `excluded.window_start - rate_window.window_start >= ? * interval '1 second'`;
const takeSql = `
with taken as (
  insert into rate_window (name, subject, window_start, points) values (?, ?, date_trunc('milliseconds', now()), 1)
  on conflict (name, subject) do update set
    points = case when ${isOver} then 1 else least(rate_window.points, ?) + 1 end,
    window_start = case when ${isOver} then excluded.window_start else rate_window.window_start end
  returning points, window_start)
select points, ceil(extract(epoch from window_start + ? * interval '1 second' - now()))::integer as seconds_left from taken`;

/** Takes one of the subject's quota, or returns the wait. A refusal takes nothing and prolongs nothing. */
export async function take(db: Db, { name, subject, quota, seconds }: Take): Promise<TakeResult> {
  if (seconds > SECONDS_MAX) throw new RangeError(`a window lasts at most ${SECONDS_MAX} seconds`);
  const { rows } = await db.raw(takeSql, [name, subjectHash(name, subject), seconds, quota, seconds, seconds]);
  const [row] = rows as { points: number; seconds_left: number }[];
  if (row === undefined) throw new Error('an upsert returned no row');
  const allowed = row.points <= quota;
  return {
    allowed,
    left: Math.max(0, quota - row.points),
    renewed: Math.max(1, row.seconds_left),
    retryAfter: allowed ? null : Math.max(1, row.seconds_left),
  };
}

/** Returns one take, of a try that succeeded: only failures count, and a refusal took nothing. */
export async function giveBack(
  db: Db,
  { name, subject, quota }: Pick<Take, 'name' | 'subject' | 'quota'>,
): Promise<void> {
  await db.raw('update rate_window set points = greatest(least(points, ?) - 1, 0) where name = ? and subject = ?', [
    quota,
    name,
    subjectHash(name, subject),
  ]);
}

/** Keeps subjects out of tables and backups. It only hides: addresses are few enough to try them all against a hash. */
function subjectHash(name: string, subject: string): Buffer {
  return createHash('sha256').update(`${name}\n${subject}`).digest();
}

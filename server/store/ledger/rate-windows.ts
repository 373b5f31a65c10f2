/**
 * Limits that hold over all processes, for what guards secrets: one upsert, so that the row's own lock decides who comes
 * first. rate-limiter-flexible was measured and is as exact (100 of 2,000 concurrent takes over two processes); this is
 * one statement instead of a dependency, by the database's clock instead of each process's, in a table of the
 * migrations, and without writing the subject down.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../engine/db.ts';
import { RATE_WINDOW_HOURS_MAX } from '../engine/lifetimes.ts';

export type Take = {
  /** Which limit: the same subject may have one of each. */
  name: string;
  /** Whom it limits: an address, an e-mail, a key. Written alike for the same one; only its hash is kept. */
  subject: string;
  quota: number;
  /** How long the window is that begins with its first take. At most a day: older windows are tidied away. */
  seconds: number;
};

export type Taken = {
  allowed: boolean;
  /** What is left of the window. */
  left: number;
  /** Whole seconds until the window is over. */
  renewed: number;
  /** Whole seconds until a take is allowed again; null where this one is. */
  retryAfter: number | null;
};

const SECONDS_MAX = RATE_WINDOW_HOURS_MAX * 3_600;

/**
 * Points stop at one above the quota: who goes on asking neither wears the row's integer out nor waits any longer. A
 * statement that waited for the row compares its own, earlier clock, so a window that was renewed meanwhile is not over.
 */
const takeSql = `
insert into rate_window (name, subject, window_start, points) values (?, ?, date_trunc('milliseconds', now()), 1)
on conflict (name, subject) do update set
  points = case when rate_window.window_start + ? * interval '1 second' <= now() then 1
                else least(rate_window.points, ?) + 1 end,
  window_start = case when rate_window.window_start + ? * interval '1 second' <= now() then excluded.window_start
                      else rate_window.window_start end
returning points,
  ceil(extract(epoch from window_start + ? * interval '1 second' - now()))::integer as seconds_left`;

/** Takes one of the subject's quota, or says when to come back. What is refused takes nothing and prolongs nothing. */
export async function take(db: Db, { name, subject, quota, seconds }: Take): Promise<Taken> {
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

/** Gives one take back, of a try that turned out to be good: only what failed is to count, and a refusal took nothing. */
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

/** Keeps what is limited out of tables and backups. Few addresses exist: whoever tries them all finds one from its hash. */
function subjectHash(name: string, subject: string): Buffer {
  return createHash('sha256').update(`${name}\n${subject}`).digest();
}

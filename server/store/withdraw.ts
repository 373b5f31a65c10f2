// Takes a belief back: a release of its own, at once. Earlier cutoffs still show what was known then.
import type { Knex } from 'knex';
import { lockHead, openRelease, retrying } from './clock.ts';
import type { Collection, Instant, Trx } from './db.ts';
import { OPEN_VERSION as openVersion } from './migrations/001-research.ts';

export type Withdrawal = { collection: Collection; id: string; reason: string; now: Instant };

/** Null when no open belief has this id: it never existed, or has been withdrawn before. What is staged stays staged. */
export async function withdrawBelief(
  db: Knex,
  { collection, id, reason, now }: Withdrawal,
): Promise<{ version: number; effectiveAt: Instant } | null> {
  return retrying(db, async (trx) => {
    // Locked before the look: a release in another process may be correcting this very belief.
    await lockHead(trx, collection);
    if (!(await isOpen(trx, collection, id))) return null;
    const release = await openRelease(trx, { collection, kind: 'withdrawal', now, newestObservedAt: null });
    await close(trx, { collection, id, reason, version: release.version });
    return release;
  });
}

async function isOpen(trx: Trx, collection: Collection, id: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select 1 from belief where collection = ? and belief_id = ? and to_version = ${openVersion}`,
    [collection, id],
  );
  return rows.length > 0;
}

type Closing = { collection: Collection; id: string; reason: string; version: number };

// One statement a table: clusters that only speak PostgreSQL's protocol refuse to change two in one.
async function close(trx: Trx, { collection, id, reason, version }: Closing): Promise<void> {
  const open = `where collection = ? and belief_id = ? and to_version = ${openVersion}`;
  await trx.raw(`update belief set to_version = ?, withdrawn_reason = ? ${open}`, [version, reason, collection, id]);
  await trx.raw(`update revision set to_version = ? ${open}`, [version, collection, id]);
  await trx.raw(`update belief_part set to_version = ? ${open}`, [version, collection, id]);
}

// Withdraws one belief and nothing else, for tests of reads, in a separate release like the command.
import type { Knex } from 'knex';
import { lockHead, openRelease, retrying } from '../known/clock.ts';
import type { Collection, Instant } from '../engine/db.ts';
import { closeBeliefs, isOpen } from '../published/withdraw.ts';

export type Withdrawal = { collection: Collection; id: string; reason: string; now: Instant };

/** Null when no open belief has this id: it never existed, or has been withdrawn before. What is staged stays staged. */
export async function withdrawBelief(
  db: Knex,
  { collection, id, reason, now }: Withdrawal,
): Promise<{ version: number; effectiveAt: Instant } | null> {
  return retrying(db, async (trx) => {
    await lockHead(trx, collection);
    if (!(await isOpen(trx, collection, { table: 'belief', id }))) return null;
    const opened = await openRelease(trx, { collection, kind: 'withdrawal', now, newestObservedAt: null });
    await closeBeliefs(trx, { collection, version: opened.version }, { ids: [id], reason });
    return opened;
  });
}

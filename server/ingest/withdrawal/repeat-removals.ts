// Repeats legal removals in a store that is older than they are, such as one that was restored.
import { databaseNow, retrying } from '../../store/known/clock.ts';
import type { Pool } from '../../store/engine/db.ts';
import { type LegalRemoval, noteRemoval, removalOf } from '../../store/published/removals.ts';
import { closedBy } from '../../store/published/withdraw.ts';
import { removeLegally } from './remove-legally.ts';
import { targetOf } from './withdraw-target.ts';

export type NamedRemoval = Omit<LegalRemoval, 'removed_at'>;

export type RepeatReport = {
  dry_run: boolean;
  /** Ids of removals that this store lacked. */
  removed: string[];
  /** Ids of removals of records that this store never released: a later load of them is refused. */
  noted: string[];
  /** Ids of removals that this store has. */
  known: string[];
};

/** In the order in which they were made. An interrupted run goes on where it ended. */
export async function repeatRemovals(
  db: Pool,
  removals: readonly NamedRemoval[],
  { dryRun, actor }: { dryRun: boolean; actor: string },
): Promise<RepeatReport> {
  const report: RepeatReport = { dry_run: dryRun, removed: [], noted: [], known: [] };
  for (const { collection, id, reason, records } of removals) {
    const isKnown = (await removalOf(db, collection, id)) !== null;
    const isReleased = (await closedBy(db, collection, targetOf(id))) !== null;
    if (!isKnown && isReleased) await removeLegally(db, { collection, id, reason, dryRun, actor });
    // Records of a removal that was made when the store had more of them.
    if (!dryRun)
      await retrying(db, async (trx) => {
        await noteRemoval(trx, { collection, ids: records, cause: id, reason, now: await databaseNow(trx) });
      });
    report[isKnown ? 'known' : isReleased ? 'removed' : 'noted'].push(id);
  }
  return report;
}

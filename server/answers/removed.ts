// Refusals for legally removed records, and the repetition of a build that a removal crossed.
import { ProblemError } from '../contract/problems.ts';
import type { Collection, Cutoff, Db } from '../store/engine/db.ts';
import { removalOf } from '../store/published/removals.ts';
import type { Moments } from './moment.ts';

/** The refusal for a removed record, at every cutoff; null if it was not removed. */
export async function removedRecord(
  db: Db,
  { collection }: Cutoff,
  { what, id }: { what: 'belief' | 'source' | 'evidence'; id: string },
): Promise<ProblemError | null> {
  const removal = await removalOf(db, collection, id);
  if (removal === null) return null;
  return new ProblemError('removed-legally', {
    detail: `This ${what} was removed for legal reasons, at every cutoff. Stop using it and delete copies.`,
    extra: { reason: removal.reason },
  });
}

/**
 * A removal may delete rows in the middle of a build. A build that fails because of it runs once more, without them.
 * Other failures are thrown unchanged.
 */
export async function acrossRemovals<T>(moments: Moments, collection: Collection, ask: () => Promise<T>): Promise<T> {
  const before = moments.settled(collection)?.removals;
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown;
    const { removals } = await moments.head(collection);
    if (removals === before) throw thrown;
    return ask();
  }
}

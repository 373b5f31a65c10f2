// Chains of changes as one step: the value of each thing before the first change and after the last.
import type { Change } from './change.ts';

/** The value of a thing: of a view its status and its direction, of everything else a word. */
export type FoldedChange = Pick<Change, 'object' | 'objectId' | 'beliefId' | 'before' | 'after'> &
  Pick<Change, 'directionBefore' | 'directionAfter'>;

/** Changes of one subject in their order; a thing that ends where it began is left out. */
export function folded(changes: readonly FoldedChange[]): ReadonlyMap<string, FoldedChange> {
  const chains = new Map<string, FoldedChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.object, change.beliefId, change.objectId]);
    const { object, objectId, beliefId, after, directionAfter } = change;
    const { before, directionBefore } = chains.get(key) ?? change;
    chains.set(key, { object, objectId, beliefId, before, directionBefore, after, directionAfter });
  }
  for (const [key, { before, after, directionBefore, directionAfter }] of chains)
    if (before === after && directionBefore === directionAfter) chains.delete(key);
  return chains;
}

// The record that an operator means by an id, and the reasons why it cannot be withdrawn.
import type { Collection, Db } from '../../store/engine/db.ts';
import { derivedId, kindOfId, type DerivedKind } from '../../store/engine/ids.ts';
import { removalOf } from '../../store/published/removals.ts';
import { closedBy, type NamedTable } from '../../store/published/withdraw.ts';
import { RefusedInput } from '../files/faults.ts';

export type Target = { kind: Exclude<DerivedKind, 'intent'>; table: NamedTable; id: string };

/** A public id; any other is the source's own id of a belief, or of the statement that opened it. */
export function targetOf(given: string): Target {
  const kind = kindOfId(given);
  if (kind === null || kind === 'intent') return { kind: 'belief', table: 'belief', id: derivedId('belief', given) };
  const isNamed = kind === 'source' || kind === 'evidence' || kind === 'citation' || kind === 'belief';
  return { kind, table: isNamed ? kind : 'belief_part', id: given };
}

type TargetRequest = { collection: Collection; given: string; target: Target };

function refusal(command: string, given: string, what: string, fix: string): RefusedInput {
  return new RefusedInput([{ file: command, line: null, field: given, what, fix }], 1);
}

/** For what is not released now: never there, in another collection, withdrawn already, or removed. */
export async function whyNotOpen(
  db: Db,
  command: string,
  { collection, given, target }: TargetRequest,
): Promise<RefusedInput> {
  const { kind, table, id } = target;
  const removed = await removalOf(db, collection, id);
  if (removed !== null) {
    const what = `this ${kind} was removed at ${removed.removed_at} (${removed.reason})`;
    return refusal(command, given, what, 'nothing is left to do: it answers 451 at every cutoff');
  }
  const closed = await closedBy(db, collection, { table, id });
  if (closed !== null) {
    const why = closed.reason === null ? '' : ` (${closed.reason})`;
    const what = `this ${kind} was withdrawn by release ${closed.version} of ${collection}${why}`;
    return refusal(command, given, what, 'nothing is left to do; remove-legally also takes it from earlier cutoffs');
  }
  const other = collection === 'live' ? 'add --preview if it is in preview' : 'leave --preview out if it is in live';
  const named = given === id ? '' : ` (it would be ${id})`;
  return refusal(command, given, `there is no such ${kind} in ${collection}${named}`, `check the id, or ${other}`);
}

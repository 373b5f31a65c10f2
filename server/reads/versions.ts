// Rows in memory with their versions, and the rule of `store/known/eligible.ts` for them.
import type { Instant } from '../store/engine/db.ts';
import type { Versions } from '../store/known/eligible.ts';

/** A row of a belief, by the instant from which it counts. */
export type VersionedRow = Versions & { counts_from: Instant };

/** A row of one of its revisions. */
export type VersionedRevision = VersionedRow & { revision: number };

type Point = { version: number; asOf: Instant };

export function tells(row: Versions, version: number): boolean {
  return row.from_version <= version && version < row.until_version;
}

/** The first row that is eligible at the cutoff: the state of a belief, where its revisions are newest first. */
export function countedAt<Row extends VersionedRow>(rows: readonly Row[], { version, asOf }: Point): Row | undefined {
  return rows.find((row) => row.counts_from <= asOf && tells(row, version));
}

/** True if the state is another revision than the opening one, by the same rule as `isRevised` of the store. */
export function isRevised(
  opened: VersionedRow,
  course: readonly VersionedRevision[],
  state: VersionedRevision,
  version: number,
): boolean {
  if (state.counts_from > opened.counts_from) return true;
  if (state.revision === 1) return false;
  return course.some(
    (row) => row.counts_from === opened.counts_from && row.revision < state.revision && tells(row, version),
  );
}

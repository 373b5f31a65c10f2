// Releases with what they touched, cached: a release never changes, except by a legal removal.
import { remembered } from '../../memory/remembered.ts';
import { sharedWork } from '../../memory/shared-work.ts';
import type { CollectionHead } from '../../store/known/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { type TouchingRelease, touchingReleases } from '../../store/published/releases-touched.ts';

/** Numbers from `from` to `to`, both included; none if `from` is greater. */
export type ReleaseRange = { readonly from: number; readonly to: number };

/** The releases of a range, the newest first. */
export type ReleasesReader = (db: Db, head: CollectionHead, range: ReleaseRange) => Promise<readonly TouchingRelease[]>;

const ROW_BYTES = 400;
const NAME_BYTES = 24;

export function releasesReader(): ReleasesReader {
  const known = remembered<string, TouchingRelease>('releases', {
    sizeOf: ({ tickers }) => ROW_BYTES + tickers.length * NAME_BYTES,
  });
  const underway = sharedWork<readonly TouchingRelease[]>();
  return async (db, { collection, removals }, { from, to }) => {
    if (from > to) return [];
    const state = `${collection} ${removals}`;
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => to - index);
    const cached = numbers.map((number) => known.get(`${state} ${number}`));
    const missing = numbers.filter((_, index) => cached[index] === undefined);
    if (missing.length === 0) return cached.filter((row) => row !== undefined);
    const range = { collection, from: missing.at(-1) ?? from, to: missing[0] ?? to };
    // One statement for all that is missing: its cost is a pass over the revisions, not their number.
    const read = await underway.of(`${state} ${range.from} ${range.to}`, () => touchingReleases(db, range));
    for (const row of read) known.set(`${state} ${row.version}`, row);
    const found = new Map(read.map((row) => [row.version, row]));
    return numbers.flatMap((number, index) => found.get(number) ?? cached[index] ?? []);
  };
}

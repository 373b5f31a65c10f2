// Records that were staged before their evidence was withdrawn: a release leaves them out, like records of a withdrawn belief.
import type { Collection, Trx } from '../../store/engine/db.ts';
import { restatedKeys } from '../../store/staged/import-restated.ts';
import { openIds, dropUntold } from '../../store/published/withdraw.ts';
import type { BundleRecord } from '../records/records.ts';
import type { ReleaseContext } from './release-identity.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { basesOf, withdrawnAmong, type Base, type BaseTable } from '../judging/withdrawn-bases.ts';

/** Counts of left out records by kind, and the beliefs that may have lost their first revision. */
export type LeftOut = { counts: Map<string, number>; beliefIds: Set<string> };

export const nothingLeftOut = (): LeftOut => ({ counts: new Map(), beliefIds: new Set() });

/** The records of a chunk whose bases stand. What they rest on is published before them, in this release too. */
export async function standing<Record extends BundleRecord>(
  { trx, release: { collection } }: ReleaseContext,
  { records, replaces }: { records: readonly Record[]; replaces: boolean },
  left: LeftOut,
): Promise<Record[]> {
  const again = await restatedSources(trx, collection, records);
  const bases = records.map((record) =>
    basesOf({ record, replaces: replaces || (record.type === 'source' && !again.has(record.source_id)) }),
  );
  const gone = await withdrawnAmong(trx, collection, bases.flat());
  const open = new Map<BaseTable, Set<string>>();
  for (const table of ['source', 'evidence', 'citation'] as const) {
    const ids = bases.flat().flatMap((base) => (isNeeded(base) && base.table === table ? [base.id] : []));
    open.set(table, await openIds(trx, collection, { table, ids: [...new Set(ids)] }));
  }
  const views = await openViews(trx, collection, records);
  const stands = (record: Record, base: Base): boolean => {
    if (gone.has(`${base.table} ${base.id}`)) return false;
    // A statement brings its source along.
    return record.type === 'statement' || !isNeeded(base) || open.get(base.table)?.has(base.id) === true;
  };
  return records.filter((record, index) => {
    const view = reviewedView(record);
    const isOpen = view === null || views.has(view);
    if (isOpen && (bases[index] ?? []).every((base) => stands(record, base))) return true;
    const kind = view === null ? record.type : 'review';
    left.counts.set(kind, (left.counts.get(kind) ?? 0) + 1);
    if (record.type === 'revision') left.beliefIds.add(derivedId('belief', record.belief_id));
    return false;
  });
}

const reviewedView = (record: BundleRecord): string | null =>
  record.type === 'statement' ? (record.review?.belief_id ?? null) : null;

/** Views that reviews among the records are of, and that are not withdrawn. */
async function openViews(trx: Trx, collection: Collection, records: readonly BundleRecord[]): Promise<Set<string>> {
  const ids = [...new Set(records.flatMap((record) => reviewedView(record) ?? []))];
  return ids.length === 0 ? new Set() : openIds(trx, collection, { table: 'belief', ids });
}

async function restatedSources(
  trx: Trx,
  collection: Collection,
  records: readonly BundleRecord[],
): Promise<ReadonlyMap<string, number>> {
  const keys = records.flatMap((record) => (record.type === 'source' ? [record.source_id] : []));
  return keys.length === 0 ? new Map() : restatedKeys(trx, collection, { kind: 'source', keys });
}

/** A belief is published before its revisions, and the revisions themselves leave out those of a withdrawn belief. */
const isNeeded = (base: Base): boolean => base.is === 'base' && base.table !== 'belief';

/** After everything is published: beliefs that got no revision to stand on are not opened. */
export async function settleLeftOut({ trx, release }: ReleaseContext, left: LeftOut): Promise<string[]> {
  if (left.counts.size === 0) return [];
  await dropUntold(trx, release, [...left.beliefIds]);
  const counts = [...left.counts].map(([kind, count]) => `${kind} ${count}`);
  return [`left out, because what it rests on was withdrawn after it was loaded: ${counts.join(', ')}`];
}

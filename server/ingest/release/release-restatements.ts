// Publishing statements that were withdrawn by mistake: their courses are derived as if they had never been withdrawn.
import { derivedId } from '../../store/engine/ids.ts';
import { formerRevisions } from '../../store/published/pair-history.ts';
import type { FullRevision } from '../../store/published/publish-corrections.ts';
import { pairKey, type Pair } from '../../store/published/publish-pairs.ts';
import { replaceRows } from '../../store/published/publish-rows.ts';
import { citationTable, evidenceTable } from '../../store/published/publish-tables.ts';
import { removedAmong } from '../../store/published/removals.ts';
import { lastCounted, restatedKeys } from '../../store/staged/import-restated.ts';
import type { RestatedStatement } from '../statements/retell-course.ts';
import { retellPairs } from '../statements/retell.ts';
import { releasedStatement } from '../statements/statement-entries.ts';
import type { ReleaseContext } from './release-identity.ts';
import { citationRow, evidenceRow, makeSubjectsKnown, type ReleasedStatementRecord } from './release-statements.ts';

/** Statements that no release held before. */
export async function notRestated<Record extends ReleasedStatementRecord>(
  { trx, release }: ReleaseContext,
  records: readonly Record[],
): Promise<Record[]> {
  const keys = records.map(({ record_id: id }) => id);
  const held = await restatedKeys(trx, release.collection, { kind: 'statement', keys });
  return held.size === 0 ? [...records] : records.filter(({ record_id: id }) => !held.has(id));
}

/** Publishes those of the statements that a release held before. */
export async function publishRestated(
  publishing: ReleaseContext,
  loaded: readonly ReleasedStatementRecord[],
): Promise<void> {
  const { trx, release } = publishing;
  const keys = loaded.map(({ record_id: id }) => id);
  const arrivals = await restatedKeys(trx, release.collection, { kind: 'statement', keys });
  const held = loaded.filter(({ record_id: id }) => arrivals.has(id));
  const again = await asBefore(publishing, await notRemoved(publishing, held));
  if (again.length === 0) return;
  await makeSubjectsKnown(publishing, again);
  await replaceRows(trx, release, evidenceTable, again.map(evidenceRow));
  await replaceRows(trx, release, citationTable, again.map(citationRow));
  const citations = again.map(({ record_id: id }) => derivedId('citation', id));
  const former = await formerRevisions(trx, release.collection, citations);
  const pairs = await pairsOf(publishing, again, former);
  const restated = again.map((record, index): RestatedStatement => ({
    pair: pairs[index] as Pair,
    statement: releasedStatement(record),
    arrived: arrivals.get(record.record_id) ?? release.version,
  }));
  const asked = [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()];
  await retellPairs({ trx, release }, asked, { restated, former });
}

async function notRemoved(
  { trx, release: { collection } }: ReleaseContext,
  records: readonly ReleasedStatementRecord[],
): Promise<ReleasedStatementRecord[]> {
  const idsOf = ({ record_id: id, dataset }: ReleasedStatementRecord): string[] => [
    derivedId('evidence', id),
    derivedId('citation', id),
    derivedId('source', dataset),
  ];
  const removed = await removedAmong(trx, collection, records.flatMap(idsOf));
  return records.filter((record) => !idsOf(record).some((id) => removed.has(id)));
}

/** A statement counts from when it counted before. */
async function asBefore(
  { trx, release: { collection } }: ReleaseContext,
  records: readonly ReleasedStatementRecord[],
): Promise<ReleasedStatementRecord[]> {
  const idOf = ({ record_id: id }: ReleasedStatementRecord): string => derivedId('evidence', id);
  const counted = await lastCounted(trx, collection, records.map(idOf));
  return records.map((record) => ({ ...record, counts_from: counted.get(idOf(record)) ?? record.counts_from }));
}

/** The listing that the statement was about; its ticker may belong to another one now. */
async function pairsOf(
  { listings }: ReleaseContext,
  records: readonly ReleasedStatementRecord[],
  former: readonly FullRevision[],
): Promise<Pair[]> {
  const entityIds = await listings.idsOf(records.map(({ security }) => security.ticker));
  return records.map(({ record_id: id, person, security }) => {
    const citation = derivedId('citation', id);
    const last = former.findLast((row) => row.source_citation_id === citation || row.also_cites?.includes(citation));
    return { personId: person.id, entityId: last?.entity_id ?? entityIds.get(security.ticker) ?? '' };
  });
}

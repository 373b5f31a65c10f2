// Publishing corrected statements: evidence and citation are closed and opened anew, and the courses of their pairs are rebuilt.
import { derivedId } from '../../store/engine/ids.ts';
import { evidenceTimes } from '../../store/published/publish-lookups.ts';
import { pairKey, type Pair } from '../../store/published/publish-pairs.ts';
import { replaceRows } from '../../store/published/publish-rows.ts';
import { citationTable, evidenceTable } from '../../store/published/publish-tables.ts';
import type { ReleaseContext } from './release-identity.ts';
import { citationRow, evidenceRow, makeSubjectsKnown, type ReleasedStatementRecord } from './release-statements.ts';
import { retellPairs } from '../statements/retell.ts';
import { releasedStatement } from '../statements/statement-entries.ts';

export async function publishStatementCorrections(
  publishing: ReleaseContext,
  given: readonly ReleasedStatementRecord[],
): Promise<void> {
  const { trx, release, listings } = publishing;
  await makeSubjectsKnown(publishing, given);
  const statements = await asReleased(publishing, given);
  await replaceRows(trx, release, evidenceTable, statements.map(evidenceRow));
  await replaceRows(trx, release, citationTable, statements.map(citationRow));
  const entityIds = await listings.idsOf(statements.map((s) => s.security.ticker));
  const pairs = statements.map(({ person, security }): Pair => ({
    personId: person.id,
    entityId: entityIds.get(security.ticker) ?? '',
  }));
  await retellPairs({ trx, release }, [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()], {
    corrected: new Map(statements.map((statement) => [statement.record_id, releasedStatement(statement)])),
  });
}

/** A correction cannot change when a statement was made, and so it counts from when it counted before. */
async function asReleased(
  { trx, release }: ReleaseContext,
  statements: readonly ReleasedStatementRecord[],
): Promise<ReleasedStatementRecord[]> {
  const evidenceIds = statements.map((statement) => derivedId('evidence', statement.record_id));
  const times = await evidenceTimes(trx, release.collection, evidenceIds);
  return statements.map((statement, index) => {
    const before = times.get(evidenceIds[index] ?? '');
    return before === undefined ? statement : { ...statement, counts_from: before.observed_at };
  });
}

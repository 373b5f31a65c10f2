// A few records that are staged within a transaction which holds the lock on staging.
import type { Collection, Trx } from '../../store/engine/db.ts';
import { knownKey, knownRecords, stageRecords, unstageRecords, type StagedRecord } from '../../store/staged/staging.ts';
import { decide } from '../judging/decide.ts';
import { Faults } from '../files/faults.ts';
import type { ParsedRecord } from './parse-record.ts';
import { countsFrom, observedAs, orderKey } from './record-keys.ts';

/** A record that was loaded with other content since the check is refused. */
export async function stageWithin(
  trx: Trx,
  collection: Collection,
  { importId, origin, records }: { importId: number; origin: string; records: readonly ParsedRecord[] },
): Promise<void> {
  const asked = records.map(({ type, key, contentHash }) => ({ kind: type, key, contentHash }));
  const known = await knownRecords(trx, collection, asked);
  const meanwhile = new Faults(origin);
  const staged: StagedRecord[] = [];
  const unstaged: { kind: string; key: string; importId: number }[] = [];
  for (const record of records) {
    const decision = decide(record, known.get(knownKey(record.type, record.key)));
    if (decision.is === 'new' || decision.is === 'replaced') {
      const corrects = decision.is === 'replaced' ? decision.corrects : null;
      staged.push(stagedRecord(record, { corrects, origin, importId }));
    } else if (decision.is === 'same' && decision.unstage) {
      unstaged.push({ kind: record.type, key: record.key, importId });
    }
    if (decision.is === 'refused') meanwhile.add({ line: record.line, field: 'corrects' }, decision.what, decision.fix);
  }
  meanwhile.throwIfAny();
  await stageRecords(trx, collection, staged);
  await unstageRecords(trx, collection, unstaged);
}

function stagedRecord(
  { type, key, line, contentHash, body, record }: ParsedRecord,
  of: Pick<StagedRecord, 'corrects' | 'origin' | 'importId'>,
): StagedRecord {
  return {
    kind: type,
    key,
    orderKey: orderKey(record),
    contentHash,
    observedAt: countsFrom(record),
    observedAs: observedAs(record),
    body,
    line,
    ...of,
  };
}

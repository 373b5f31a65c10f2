// Publishing corrected statements: the evidence, the citation and every revision that tells the statement are closed and opened anew.
import { derivedId } from '../store/ids.ts';
import { closeIntents, revisionsTelling, type FullRevision } from '../store/publish-corrections.ts';
import { addRows, replaceRows, type Row } from '../store/publish-rows.ts';
import { citationTable, evidenceTable, partTable, revisionTable } from '../store/publish-tables.ts';
import type { StatementRecord } from './records.ts';
import type { Publishing } from './release-identity.ts';
import {
  citationRow,
  evidenceRow,
  intentRow,
  makeSubjectsKnown,
  revisionBody,
  type ReleasedStatementRecord,
} from './release-statements.ts';

export async function publishStatementCorrections(
  publishing: Publishing,
  statements: readonly ReleasedStatementRecord[],
): Promise<void> {
  const { trx, release } = publishing;
  await makeSubjectsKnown(publishing, statements);
  const byRecord = new Map(statements.map((s) => [s.record_id, s]));
  const byCitation = new Map(statements.map((s) => [derivedId('citation', s.record_id), s]));
  const revisions = await revisionsTelling(trx, release.collection, {
    personIds: [...new Set(statements.map((s) => s.person.id))],
    recordKeys: [...byRecord.keys()],
    citationIds: [...byCitation.keys()],
  });
  await replaceRows(trx, release, evidenceTable, statements.map(evidenceRow));
  await replaceRows(trx, release, citationTable, statements.map(citationRow));
  await replaceRows(
    trx,
    release,
    revisionTable,
    revisions.map((r) => corrected(r, byRecord.get(r.record_key), byCitation.get(r.source_citation_id))),
  );
  const own = revisions.filter((r) => byRecord.has(r.record_key) && !r.late);
  await closeIntents(trx, release, own);
  // The statement that reversed a belief is told by two of its revisions; its intent belongs to the belief that it opened.
  const told = own.filter((r) => r.status !== 'reversed');
  await addRows(
    trx,
    release,
    partTable,
    told.flatMap((r) => intentOf(r, byRecord.get(r.record_key))),
  );
}

/** `own` is what the revision was made from; `told` is what its summary says, which for a late one is another statement. */
function corrected(r: FullRevision, own: StatementRecord | undefined, told: StatementRecord | undefined): Row {
  return [
    r.belief_id,
    r.revision,
    r.entity_id,
    r.person_id,
    own?.person.name ?? r.person_name,
    own ? own.person.handle : r.person_handle,
    r.record_key,
    r.observed_at,
    r.late,
    r.direction,
    r.status,
    r.move,
    told?.statement ?? r.summary,
    r.source_citation_id,
    r.validity,
    r.external_state,
    own ? revisionBody(own) : JSON.stringify(r.body),
  ];
}

function intentOf(revision: FullRevision, statement: StatementRecord | undefined): Row[] {
  if (!statement?.intent) return [];
  return [intentRow({ beliefId: revision.belief_id, revision: revision.revision }, statement)];
}

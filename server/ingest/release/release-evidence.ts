// Publishing captured evidence and the citations that lead to it.
import { derivedId } from '../../store/engine/ids.ts';
import { evidenceTimes } from '../../store/published/publish-lookups.ts';
import { replaceRows } from '../../store/published/publish-rows.ts';
import { citationTable, evidenceTable } from '../../store/published/publish-tables.ts';
import { observedAs } from '../records/record-keys.ts';
import type { CitationRecord, EvidenceRecord, ReleaseFields } from '../records/records.ts';
import type { ReleaseContext } from './release-identity.ts';
import { captureHash } from './release-statements.ts';

export async function publishEvidence(
  { trx, release }: ReleaseContext,
  records: readonly (EvidenceRecord & ReleaseFields)[],
): Promise<void> {
  const rows = records.map((r) => [
    derivedId('evidence', r.evidence_id),
    derivedId('source', r.source_id),
    r.url,
    r.title,
    r.author_name,
    r.published_at ?? null,
    r.published_on ?? null,
    r.counts_from,
    observedAs(r),
    r.capture,
    captureHash(r.capture),
    r.verification,
    r.removed_characters ?? 0,
  ]);
  await replaceRows(trx, release, evidenceTable, rows);
}

/** A citation could be made from the moment that its evidence was observed. */
export async function publishCitations(
  { trx, release }: ReleaseContext,
  records: readonly CitationRecord[],
): Promise<void> {
  const evidenceIds = records.map((r) => derivedId('evidence', r.evidence_id));
  const of = await evidenceTimes(trx, release.collection, [...new Set(evidenceIds)]);
  const rows = records.map((r, index) => {
    const evidenceId = evidenceIds[index] ?? '';
    const times = of.get(evidenceId);
    const locator = JSON.stringify(r.locator);
    return [
      derivedId('citation', r.citation_id),
      evidenceId,
      locator,
      times?.observed_at ?? null,
      times?.observed_as ?? null,
    ];
  });
  await replaceRows(trx, release, citationTable, rows);
}

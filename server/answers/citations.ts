// The rows behind the citations of a document: every id must lead to evidence, or the document is not sent.
import type { Cutoff, Db } from '../store/db.ts';
import { type CitationRow, citationsById } from '../store/read-citations.ts';

/** The rows of these ids, by id. Throws when one leads to no evidence: that is a fault of the store, not of the reader. */
export async function resolveCitations(db: Db, cutoff: Cutoff, ids: ReadonlySet<string>): Promise<CitationRow[]> {
  const rows = await citationsById(db, cutoff, [...ids]);
  if (rows.length === ids.size) return rows;
  const found = new Set(rows.map((row) => row.citation_id));
  throw new Error(`citations lead to no evidence: ${[...ids].filter((id) => !found.has(id)).join(', ')}`);
}

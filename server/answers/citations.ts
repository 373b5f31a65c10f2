// Rows of a document's citations: every id must lead to evidence, or the document is not sent.
import type { Cutoff, Db } from '../store/engine/db.ts';
import { type CitationRow, citationsById } from '../store/known/read-citations.ts';
import { readRows } from '../store/engine/read.ts';

/** Returns the rows of these ids. Throws if an id leads to no evidence: a fault of the store, not of the caller. */
export type CitationBook = (ids: ReadonlySet<string>) => Promise<CitationRow[]>;

/**
 * Starts with the citations that were read together with the records. Others are read when needed, such as those of an
 * early move in a long chart.
 */
export function citationBook(db: Db, cutoff: Cutoff, known: readonly CitationRow[]): CitationBook {
  const byId = new Map(known.map((row) => [row.citation_id, row]));
  return async (ids) => {
    const missing = [...ids].filter((id) => !byId.has(id));
    const rows = missing.length === 0 ? [] : await readRows(db, citationsById(cutoff, missing));
    for (const row of rows) byId.set(row.citation_id, row);
    if (rows.length < missing.length) {
      const lost = missing.filter((id) => !byId.has(id));
      throw new Error(`citations lead to no evidence: ${lost.join(', ')}`);
    }
    return [...ids].sort().flatMap((id) => byId.get(id) ?? []);
  };
}

/** Reads the rows of these ids. */
export async function resolveCitations(db: Db, cutoff: Cutoff, ids: ReadonlySet<string>): Promise<CitationRow[]> {
  return citationBook(db, cutoff, [])(ids);
}

// The rows behind the citations of a document: every id must lead to evidence, or the document is not sent.
import type { Cutoff, Db } from '../store/engine/db.ts';
import { type CitationRow, citationsById } from '../store/known/read-citations.ts';
import { readRows } from '../store/engine/read.ts';

/** Gives the rows of these ids, by id. Throws when one leads to no evidence: a fault of the store, not of the reader. */
export type CitationBook = (ids: ReadonlySet<string>) => Promise<CitationRow[]>;

/**
 * Opens on what was read together with the records that cite; what a document cites beside that is read once it is asked
 * for, such as a move inside a chart that ends long before the newest ones.
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

/** The rows of these ids, of which nothing has been read yet. */
export async function resolveCitations(db: Db, cutoff: Cutoff, ids: ReadonlySet<string>): Promise<CitationRow[]> {
  return citationBook(db, cutoff, [])(ids);
}

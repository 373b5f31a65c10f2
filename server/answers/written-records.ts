// Beliefs and citations as pages show them: read, validated and written once, kept with the versions in which they read so.
import { LRUCache } from 'lru-cache';
import { validateDocument } from '../contract/documents-validator.ts';
import { beliefItem } from '../documents/belief-item.ts';
import { citation } from '../documents/citation.ts';
import { type WrittenBelief, type WrittenCitation, writeBelief, writeCitation } from '../documents/written.ts';
import type { Cutoff, Db } from '../store/db.ts';
import type { Versions } from '../store/eligible.ts';
import type { PlacedBelief } from '../store/read-belief-list.ts';
import type { CitationRow } from '../store/read-citations.ts';
import { type ListedBelief, readStated } from '../store/read-stated-beliefs.ts';

export type Asked = { placed: readonly PlacedBelief[]; detailUrl: (beliefId: string) => string };
/** The beliefs in their order, and what they cite, each once, by id. */
export type Told = { beliefs: WrittenBelief[]; citations: WrittenCitation[] };

export type WrittenRecords = {
  /** Reads and writes what is not kept. Throws when something leads to nothing: a fault of the store, not of the reader. */
  told(db: Db, cutoff: Cutoff, asked: Asked): Promise<Told>;
};

/** Of beliefs, and of citations again: some 25,000 of either. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
/** Of versions and objects, beside key and text. */
const RECORD_BYTES = 400;

type Keeping<Record> = {
  /** Null for one that is not kept, or is known to read so in other versions only. */
  at(key: string, cutoff: Cutoff): Record | null;
  keep(key: string, versions: Versions, record: Record): Record;
};

/** What was renamed is kept as it was read last: whoever pages through both sides of that has it written anew. */
function keepRecords<Record extends { bytes: number }>(): Keeping<Record> {
  const kept = new LRUCache<string, Versions & { record: Record }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ record }, key) => RECORD_BYTES + key.length + record.bytes,
  });
  return {
    at(key, { version }) {
      const found = kept.get(key);
      if (found === undefined) return null;
      return found.from_version <= version && version < found.until_version ? found.record : null;
    },
    keep(key, { from_version, until_version }, record) {
      kept.set(key, { from_version, until_version, record });
      return record;
    },
  };
}

/** A legal removal changes what is told in every version: what was kept before has another key than what is asked for since. */
function keyOf({ collection, removals = 0 }: Cutoff, ...names: readonly (string | number | null)[]): string {
  return JSON.stringify([collection, removals, ...names]);
}

/** All that a belief's text is made of, but for its subject, which has versions of its own. */
function beliefKey(cutoff: Cutoff, row: PlacedBelief): string {
  const state = [row.belief_id, row.revision, row.stated_in];
  return keyOf(cutoff, ...state, row.first_observed_at, row.person_name, row.person_handle);
}

export function writtenRecords(): WrittenRecords {
  const beliefs = keepRecords<WrittenBelief>();
  const citations = keepRecords<WrittenCitation>();
  const keptCitation = (cutoff: Cutoff, id: string): WrittenCitation | null => citations.at(keyOf(cutoff, id), cutoff);
  return {
    async told(db, cutoff, { placed, detailUrl }) {
      const known = found(placed, (row) => [row.belief_id, beliefs.at(beliefKey(cutoff, row), cutoff)]);
      const missing = new Map(placed.flatMap((row) => (known.has(row.belief_id) ? [] : [[row.belief_id, row]])));
      const ids = [...known.values()].map(({ citationId }) => citationId);
      const cited = found(ids, (id) => [id, keptCitation(cutoff, id)]);
      const uncited = ids.filter((id) => !cited.has(id));
      if (missing.size + uncited.length > 0) {
        const read = await readStated(db, cutoff, { placed: [...missing.values()], citationIds: uncited });
        for (const stated of read.stated) {
          const row = missing.get(stated.belief_id) ?? lost('belief', stated.belief_id);
          const written = validBelief({ ...row, ...stated }, detailUrl(row.belief_id));
          known.set(row.belief_id, beliefs.keep(beliefKey(cutoff, row), stated, written));
        }
        for (const row of read.citations) {
          cited.set(row.citation_id, citations.keep(keyOf(cutoff, row.citation_id), row, validCitation(row)));
        }
      }
      const told = placed.map(({ belief_id: id }) => known.get(id) ?? lost('belief', id));
      const order = [...new Set(told.map(({ citationId }) => citationId))].sort();
      return { beliefs: told, citations: order.map((id) => cited.get(id) ?? lost('citation', id)) };
    },
  };
}

function found<Item, Record>(
  items: readonly Item[],
  look: (item: Item) => [id: string, record: Record | null],
): Map<string, Record> {
  const records = new Map<string, Record>();
  for (const item of items) {
    const [id, record] = look(item);
    if (record !== null) records.set(id, record);
  }
  return records;
}

function validBelief(row: ListedBelief, detailUrl: string): WrittenBelief {
  const item = beliefItem(row, detailUrl);
  validateDocument('BeliefItem', item);
  return writeBelief(row, item);
}

function validCitation(row: CitationRow): WrittenCitation {
  const shown = citation(row);
  validateDocument('Citation', shown);
  return writeCitation(row, shown);
}

function lost(what: string, id: string): never {
  throw new Error(`${what} ${id} leads to nothing`);
}

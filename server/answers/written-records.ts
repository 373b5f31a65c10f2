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
/** Of names, versions and objects, beside the text. */
const RECORD_BYTES = 700;

/** What the text of a record is made of, but for what has versions; a legal removal changes what is told in all of these. */
type Made = readonly (string | number | null)[];

type Keeping<Record> = {
  /** Null for one that is not kept, was made of something else, or is known to read so in other versions only. */
  at(id: string, made: Made, cutoff: Cutoff): Record | null;
  keep(id: string, made: Made, told: { versions: Versions; record: Record }): Record;
};

/** Of each id the text that was read last: whoever pages through both sides of a new name has it written anew. */
function keepRecords<Record extends { bytes: number }>(): Keeping<Record> {
  const kept = new LRUCache<string, { made: Made; from: number; until: number; record: Record }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ record }) => RECORD_BYTES + record.bytes,
  });
  return {
    at(id, made, { version }) {
      const found = kept.get(id);
      if (found === undefined || version < found.from || version >= found.until) return null;
      return made.every((value, place) => value === found.made[place]) ? found.record : null;
    },
    keep(id, made, { versions, record }) {
      kept.set(id, { made, from: versions.from_version, until: versions.until_version, record });
      return record;
    },
  };
}

const madeAt = ({ collection, removals = 0 }: Cutoff): Made => [collection, removals];

function madeOf(cutoff: Cutoff, row: PlacedBelief): Made {
  const { revision, stated_in, first_observed_at, person_name, person_handle } = row;
  return [...madeAt(cutoff), revision, stated_in, first_observed_at, person_name, person_handle];
}

export function writtenRecords(): WrittenRecords {
  const beliefs = keepRecords<WrittenBelief>();
  const citations = keepRecords<WrittenCitation>();
  return {
    async told(db, cutoff, { placed, detailUrl }) {
      const cites = madeAt(cutoff);
      const known = found(placed, (row) => [row.belief_id, beliefs.at(row.belief_id, madeOf(cutoff, row), cutoff)]);
      const missing = new Map(placed.flatMap((row) => (known.has(row.belief_id) ? [] : [[row.belief_id, row]])));
      const ids = [...known.values()].map(({ citationId }) => citationId);
      const cited = found(ids, (id) => [id, citations.at(id, cites, cutoff)]);
      const uncited = ids.filter((id) => !cited.has(id));
      if (missing.size + uncited.length > 0) {
        const read = await readStated(db, cutoff, { placed: [...missing.values()], citationIds: uncited });
        for (const stated of read.stated) {
          const row = missing.get(stated.belief_id) ?? lost('belief', stated.belief_id);
          const record = validBelief({ ...row, ...stated }, detailUrl(row.belief_id));
          known.set(row.belief_id, beliefs.keep(row.belief_id, madeOf(cutoff, row), { versions: stated, record }));
        }
        for (const row of read.citations) {
          const record = validCitation(row);
          cited.set(row.citation_id, citations.keep(row.citation_id, cites, { versions: row, record }));
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

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
  /** Undefined for one that is not kept, was made of something else, or is known to read so in other versions only. */
  at(id: string, made: Made, cutoff: Cutoff): Record | undefined;
  keep(id: string, made: Made, told: { versions: Versions; record: Record }): Record;
};

/** Of each id the text that was read last: whoever pages through both sides of a new name has it written anew. */
function keepRecords<Record>(bytesOf: (record: Record) => number): Keeping<Record> {
  const kept = new LRUCache<string, { made: Made; from: number; until: number; record: Record }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ record }) => RECORD_BYTES + bytesOf(record),
  });
  return {
    at(id, made, { version }) {
      const found = kept.get(id);
      if (found === undefined || version < found.from || version >= found.until) return undefined;
      return made.every((value, place) => value === found.made[place]) ? found.record : undefined;
    },
    keep(id, made, { versions, record }) {
      kept.set(id, { made, from: versions.from_version, until: versions.until_version, record });
      return record;
    },
  };
}

const madeAt = ({ collection, removals = 0 }: Cutoff): Made => [collection, removals];

function madeOf({ collection, removals = 0 }: Cutoff, row: PlacedBelief): Made {
  const { revision, stated_in, first_observed_at, person_name, person_handle } = row;
  return [collection, removals, revision, stated_in, first_observed_at, person_name, person_handle];
}

export function writtenRecords(): WrittenRecords {
  const beliefs = keepRecords<WrittenBelief>(({ before, after }) => before.bytes.length + after.length);
  const citations = keepRecords<WrittenCitation>(({ record }) => record.bytes.length);

  /** Reads and writes these beliefs, and what they cite with the citations of these ids. */
  async function read(db: Db, cutoff: Cutoff, { placed, citationIds, detailUrl }: Asked & { citationIds: string[] }) {
    const cites = madeAt(cutoff);
    const rows = new Map(placed.map((row) => [row.belief_id, row]));
    const found = await readStated(db, cutoff, { placed, citationIds });
    return {
      beliefs: new Map(
        found.stated.map((stated) => {
          const { belief_id: id } = stated;
          const row = rows.get(id) ?? lost(id);
          const record = validBelief({ ...row, ...stated }, detailUrl(id));
          return [id, beliefs.keep(id, madeOf(cutoff, row), { versions: stated, record })];
        }),
      ),
      citations: new Map(
        found.citations.map((row) => {
          const { citation_id: id } = row;
          return [id, citations.keep(id, cites, { versions: row, record: validCitation(row) })];
        }),
      ),
    };
  }

  return {
    async told(db, cutoff, { placed, detailUrl }) {
      const known = placed.map((row) => beliefs.at(row.belief_id, madeOf(cutoff, row), cutoff));
      const told = known.filter((belief) => belief !== undefined);
      const ids = idsCitedBy(told);
      const shown = ids.map((id) => citations.at(id, madeAt(cutoff), cutoff)).filter((one) => one !== undefined);
      if (told.length === placed.length && shown.length === ids.length) return { beliefs: told, citations: shown };
      const shownOf = new Map(shown.map((one) => [one.citation_id, one]));
      const added = await read(db, cutoff, {
        placed: placed.filter((_, place) => known[place] === undefined),
        citationIds: ids.filter((id) => !shownOf.has(id)),
        detailUrl,
      });
      const all = placed.map((row, place) => known[place] ?? added.beliefs.get(row.belief_id) ?? lost(row.belief_id));
      return {
        beliefs: all,
        citations: idsCitedBy(all).map((id) => shownOf.get(id) ?? added.citations.get(id) ?? lost(id)),
      };
    },
  };
}

/** Of each citation its id once, in their order. */
function idsCitedBy(beliefs: readonly WrittenBelief[]): string[] {
  return [...new Set(beliefs.map(({ citationId }) => citationId))].sort();
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

function lost(id: string): never {
  throw new Error(`${id} leads to nothing`);
}

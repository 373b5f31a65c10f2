// Beliefs and citations as pages show them: read, validated and written once, kept with the versions in which they read so.
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import { beliefItem } from '../../documents/belief-item.ts';
import { citation } from '../../documents/citation.ts';
import { type WrittenBelief, type WrittenCitation, writeBelief, writeCitation } from '../../documents/written.ts';
import { remembered } from '../../memory/remembered.ts';
import type { Collection, Cutoff, Db } from '../../store/engine/db.ts';
import type { Versions } from '../../store/known/eligible.ts';
import type { PlacedBelief } from '../../store/known/read-belief-list.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import { type ListedBelief, readStated } from '../../store/known/read-stated-beliefs.ts';
import { type OnUnfit, fittingOr } from './left-out.ts';

export type Asked = { placed: readonly PlacedBelief[]; detailUrl: (beliefId: string) => string };
/** The beliefs in their order, and what they cite, each once, by id. */
export type RecordsOfPage = {
  /** Null for one that does not fit the contract, or cites what does not. */
  beliefs: (WrittenBelief | null)[];
  citations: WrittenCitation[];
};

export type WrittenRecords = {
  /** Reads and writes what is not kept. Throws when something leads to nothing: a fault of the store, not of the reader. */
  told(db: Db, cutoff: Cutoff, asked: Asked): Promise<RecordsOfPage>;
};

/** Of names, versions and objects, beside the text. */
const RECORD_BYTES = 700;

/** `row` is what the text is made of, but for what has versions. */
type Keeping<Record, Row> = {
  /** Undefined for one that is not kept, was made of something else, or is known to read so in other versions only. */
  at(id: string, cutoff: Cutoff, row: Row): Record | undefined;
  keep(id: string, cutoff: Cutoff, made: { row: Row; versions: Versions; record: Record }): Record;
};

type Made<Record, Row> = {
  collection: Collection;
  /** A legal removal changes what is told in all versions. */
  removals: number;
  row: Row;
  from: number;
  until: number;
  record: Record;
};

/** Of each id the text that was read last: whoever pages through both sides of a new name has it written anew. */
function keepRecords<Record, Row>(
  name: 'beliefs' | 'citations',
  bytesOf: (record: Record) => number,
  isSame: (one: Row, other: Row) => boolean,
): Keeping<Record, Row> {
  const kept = remembered<string, Made<Record, Row>>(name, {
    sizeOf: ({ record }) => RECORD_BYTES + bytesOf(record),
  });
  return {
    at(id, { collection, removals = 0, version }, row) {
      const found = kept.get(
        id,
        (made) =>
          version >= made.from &&
          version < made.until &&
          made.collection === collection &&
          made.removals === removals &&
          isSame(made.row, row),
      );
      return found?.record;
    },
    keep(id, { collection, removals = 0 }, { row, versions, record }) {
      const { from_version: from, until_version: until } = versions;
      kept.set(id, { collection, removals, row, from, until, record });
      return record;
    },
  };
}

function isSamePlaced(one: PlacedBelief, other: PlacedBelief): boolean {
  return (
    one.revision === other.revision &&
    one.stated_in === other.stated_in &&
    one.first_observed_at === other.first_observed_at &&
    one.is_revised === other.is_revised &&
    one.person_name === other.person_name &&
    one.person_handle === other.person_handle
  );
}

/** Reports each record that does not fit, each time that it is read: it is never kept. */
export function writtenRecords(onUnfit: OnUnfit): WrittenRecords {
  const beliefs = keepRecords<WrittenBelief, PlacedBelief>(
    'beliefs',
    ({ before, after }) => before.bytes.length + after.length,
    isSamePlaced,
  );
  const citations = keepRecords<WrittenCitation, null>(
    'citations',
    ({ record }) => record.bytes.length,
    () => true,
  );

  /** Reads and writes these beliefs, and what they cite with the citations of these ids. */
  async function read(db: Db, cutoff: Cutoff, { placed, citationIds, detailUrl }: Asked & { citationIds: string[] }) {
    const rows = new Map(placed.map((row) => [row.belief_id, row]));
    const found = await readStated(db, cutoff, { placed, citationIds });
    return {
      beliefs: new Map(
        found.stated.map((stated) => {
          const { belief_id: id } = stated;
          const row = rows.get(id) ?? lost(id);
          const listed = { ...row, ...stated };
          const record = fittingOr({ list: 'beliefs', id, onUnfit }, () => validBelief(listed, detailUrl(id)));
          if (record === null) return [id, null] as const;
          // Kept records are found by version alone; few listings have names that change within one.
          if (!stated.is_name_dated) beliefs.keep(id, cutoff, { row, versions: stated, record });
          return [id, record] as const;
        }),
      ),
      citations: new Map(
        found.citations.map((row) => {
          const { citation_id: id } = row;
          const record = fittingOr({ list: 'citations', id, onUnfit }, () => validCitation(row));
          if (record === null) return [id, null] as const;
          return [id, citations.keep(id, cutoff, { row: null, versions: row, record })] as const;
        }),
      ),
    };
  }

  return {
    async told(db, cutoff, { placed, detailUrl }) {
      const known = placed.map((row) => beliefs.at(row.belief_id, cutoff, row));
      const told = known.filter((belief) => belief !== undefined);
      const ids = idsCitedBy(told);
      const shown = ids.map((id) => citations.at(id, cutoff, null)).filter((one) => one !== undefined);
      if (told.length === placed.length && shown.length === ids.length) return { beliefs: told, citations: shown };
      const shownOf = new Map(shown.map((one) => [one.citation_id, one]));
      const added = await read(db, cutoff, {
        placed: placed.filter((_, place) => known[place] === undefined),
        citationIds: ids.filter((id) => !shownOf.has(id)),
        detailUrl,
      });
      const all = placed.map((row, place) => known[place] ?? foundIn(added.beliefs, row.belief_id));
      const cited = new Map(
        idsCitedBy(all.filter((belief) => belief !== null)).map((id) => [
          id,
          shownOf.get(id) ?? foundIn(added.citations, id),
        ]),
      );
      return {
        beliefs: all.map((belief) => (belief !== null && cited.get(belief.citationId) === null ? null : belief)),
        citations: [...cited.values()].filter((citation) => citation !== null),
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

/** A record that was read; null if it does not fit. */
function foundIn<Record>(records: ReadonlyMap<string, Record | null>, id: string): Record | null {
  const found = records.get(id);
  return found === undefined ? lost(id) : found;
}

function lost(id: string): never {
  throw new Error(`${id} leads to nothing`);
}

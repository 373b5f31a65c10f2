// Cache of serialised beliefs and citations, each valid for a range of versions.
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import { beliefItem } from '../../documents/belief-item.ts';
import { citation } from '../../documents/citation.ts';
import { type WrittenBelief, type WrittenCitation, writeBelief, writeCitation } from '../../documents/written.ts';
import { remembered } from '../../memory/remembered.ts';
import type { Collection, Cutoff, Db } from '../../store/engine/db.ts';
import type { Versions } from '../../store/known/eligible.ts';
import type { PlacedBelief } from '../../store/known/lists/read-belief-list.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import { type ListedBelief, readStated } from '../../store/known/lists/read-stated-beliefs.ts';
import { admissionReader } from '../../store/known/releases.ts';
import { type OnUnfit, fittingOr } from './left-out.ts';

export type PageQuestion = { placed: readonly PlacedBelief[]; detailUrl: (beliefId: string) => string };
/** The beliefs in their order, and their citations, each once. */
export type RecordsOfPage = {
  /** Null for a belief that does not fit the contract, or cites one that does not. */
  beliefs: (WrittenBelief | null)[];
  citations: WrittenCitation[];
};

export type WrittenRecords = {
  /**
   * Reads and writes the missing records. Throws if an id leads to nothing: a fault of the store, not of the caller.
   */
  ofPage(db: Db, cutoff: Cutoff, question: PageQuestion): Promise<RecordsOfPage>;
};

/** Names, versions and objects of an entry, in addition to the text. */
const RECORD_BYTES = 700;

/** `row` is the input of the text, except for the parts with versions. */
type RecordCache<Record, Row> = {
  /** Undefined if absent, made from another row, or valid for other versions only. */
  at(id: string, cutoff: Cutoff, row: Row): Record | undefined;
  keep(id: string, cutoff: Cutoff, made: { row: Row; versions: Versions; record: Record }): Record;
};

type CacheEntry<Record, Row> = {
  collection: Collection;
  /** A legal removal changes texts in all versions. */
  removals: number;
  row: Row;
  from: number;
  until: number;
  record: Record;
};

/** One text per id, the latest: walks on both sides of a change write it again. */
function recordCache<Record, Row>(
  name: 'beliefs' | 'citations',
  bytesOf: (record: Record) => number,
  isSame: (one: Row, other: Row) => boolean,
): RecordCache<Record, Row> {
  const kept = remembered<string, CacheEntry<Record, Row>>(name, {
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

/** Reports each record that does not fit at each read, because it is not cached. */
export function writtenRecords(onUnfit: OnUnfit): WrittenRecords {
  const beliefBytes = ({ before, after }: WrittenBelief): number => before.bytes.length + after.length;
  const beliefs = recordCache<WrittenBelief, PlacedBelief>('beliefs', beliefBytes, isSamePlaced);
  const admissions = admissionReader();
  const citations = recordCache<WrittenCitation, null>(
    'citations',
    ({ record }) => record.bytes.length,
    () => true,
  );

  /** Reads and writes these beliefs, and their citations together with those of these ids. */
  async function read(
    db: Db,
    cutoff: Cutoff,
    { placed, citationIds, detailUrl }: PageQuestion & { citationIds: string[] },
  ) {
    const rows = new Map(placed.map((row) => [row.belief_id, row]));
    const found = await readStated(db, cutoff, { placed, citationIds });
    const admitted = await admissions(db, cutoff, Math.max(0, ...found.stated.map((row) => row.named_in ?? 0)));
    return {
      beliefs: new Map(
        found.stated.map((stated) => {
          const { belief_id: id, named_in: namedIn } = stated;
          const row = rows.get(id) ?? lost(id);
          const listed = { placed: row, stated, named_before: namedIn === null ? null : (admitted[namedIn] ?? null) };
          const record = fittingOr({ list: 'beliefs', id, onUnfit }, () => validBelief(listed, detailUrl(id)));
          if (record === null) return [id, null] as const;
          // Cached records are found by version alone; few listings have names that change within one.
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
    async ofPage(db, cutoff, { placed, detailUrl }) {
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

/** Ids of the citations, each once, in order. */
function idsCitedBy(beliefs: readonly WrittenBelief[]): string[] {
  return [...new Set(beliefs.map(({ citationId }) => citationId))].sort();
}

function validBelief(listed: ListedBelief, detailUrl: string): WrittenBelief {
  const item = beliefItem(listed, detailUrl);
  validateDocument('BeliefItem', item);
  return writeBelief(listed, item);
}

function validCitation(row: CitationRow): WrittenCitation {
  const shown = citation(row);
  validateDocument('Citation', shown);
  return writeCitation(row, shown);
}

/** The record that was read, or null if it does not fit. */
function foundIn<Record>(records: ReadonlyMap<string, Record | null>, id: string): Record | null {
  const found = records.get(id);
  return found === undefined ? lost(id) : found;
}

function lost(id: string): never {
  throw new Error(`${id} leads to nothing`);
}

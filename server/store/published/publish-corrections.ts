// Whole revisions as a correction or a withdrawal writes them anew, and the statements that a correction names.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { idArray, rowsOf, type Row } from './publish-rows.ts';
import { revisionTable } from './publish-tables.ts';

export type FullRevision = {
  belief_id: string;
  revision: number;
  entity_id: string;
  person_id: string;
  person_name: string | null;
  person_handle: string | null;
  record_key: string;
  /** From when it counts. */
  observed_at: Instant;
  /** As loaded, only where it is known to the day. */
  observed_as: Instant | null;
  late: boolean;
  direction: 'bullish' | 'bearish' | 'mixed' | 'unclear';
  status: string;
  move: string;
  summary: string;
  source_citation_id: string;
  validity: string;
  external_state: string;
  /** The words of this step and their citation, where they are not the summary. */
  said: string | null;
  said_citation_id: string | null;
  /** Every further citation of the statements behind it. */
  also_cites: readonly string[] | null;
  body: { readonly [name: string]: unknown };
};

/** The columns of a full revision, in a query that calls the table by this alias. */
export const fullRevision = (alias: string): string =>
  revisionTable.columns.map(([name]) => `${alias}.${name}`).join(', ');

/** The same as a row of its table. */
export function revisionRow(r: FullRevision): Row {
  const who = [r.belief_id, r.revision, r.entity_id, r.person_id, r.person_name, r.person_handle, r.record_key];
  const state = [r.observed_at, r.observed_as, r.late, r.direction, r.status, r.move, r.summary, r.source_citation_id];
  const words = [r.said, r.said_citation_id, idArray(r.also_cites ?? [])];
  return [...who, ...state, r.validity, r.external_state, ...words, JSON.stringify(r.body)];
}

/** Every open revision of these beliefs, each belief's oldest first. */
export async function openRevisions(
  db: Db,
  collection: Collection,
  beliefIds: readonly string[],
): Promise<FullRevision[]> {
  if (beliefIds.length === 0) return [];
  return rowsOf<FullRevision>(
    db,
    `select ${fullRevision('v')} from revision v
      where v.collection = ? and v.belief_id = any(?::text[]) and v.to_version = ${OPEN_VERSION}
      order by v.belief_id, v.observed_at, v.revision`,
    [collection, beliefIds],
  );
}

/** A statement as a revision keeps it, and what it is about. */
export type ReleasedStatement = {
  ticker: string | null;
  entry: {
    observed_at: Instant;
    day?: true;
    direction: string;
    transaction_date?: string;
    coverage?: string;
    review?: object;
  };
};

/** The statements with this id that this person made on this date, in any release since. */
export async function releasedStatements(
  db: Db,
  collection: Collection,
  asked: { personId: string; observedAt: Instant; recordKey: string },
): Promise<ReleasedStatement[]> {
  const date = asked.observedAt.slice(0, 10);
  // A statement of day precision, and one of the same date as such, counts from another instant of its date.
  return rowsOf<ReleasedStatement>(
    db,
    `select e.ticker_folded as ticker, s.entry
       from revision r
      cross join lateral jsonb_array_elements(r.body -> 'statements') as s(entry)
       left join entity e on e.collection = r.collection and e.entity_id = r.entity_id and e.to_version = ${OPEN_VERSION}
      where r.collection = ? and r.person_id = ? and r.observed_at between ? and ? and s.entry ->> 'record_id' = ?
      order by r.belief_id, r.revision, r.from_version`,
    [collection, asked.personId, `${date}T00:00:00.000Z`, `${date}T23:59:59.999Z`, asked.recordKey],
  );
}

// Statements as revisions keep them, so that a course can be rebuilt without some of them; the words stay in the evidence.
import type { Instant } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import type { FullRevision } from '../../store/published/publish-corrections.ts';
import type { DirectionBasis } from '../records/directions.ts';
import { observedAs } from '../records/record-keys.ts';
import type {
  Direction,
  ReleaseFields,
  StatedIntent,
  StatedReview,
  StatedTarget,
  StatementRecord,
} from '../records/records.ts';
import type { CourseStatement, Horizon } from './statement-groups.ts';

export type StatementEntry = {
  record_id: string;
  observed_at: Instant;
  day?: true;
  direction: Direction;
  basis: DirectionBasis;
  rating?: string;
  transaction_date?: string;
  coverage?: 'dropped';
  truncated?: true;
  horizon?: Horizon;
  intent?: StatedIntent;
  target?: StatedTarget;
  review?: StatedReview;
  /** Where they are not those of the revision. */
  person?: { name: string | null; handle: string | null };
};

export function entryOf(statement: CourseStatement, last: CourseStatement): StatementEntry {
  const { recordId, countsFrom, direction, basis, transactionDate, isDropped, horizon } = statement;
  const { intent, target, review, personName: name, personHandle: handle, words } = statement;
  const isNamed = name === last.personName && handle === last.personHandle;
  return {
    record_id: recordId,
    observed_at: statement.observedAs ?? countsFrom,
    ...(statement.observedAs !== null && { day: true }),
    direction,
    basis,
    ...(statement.rating !== undefined && { rating: statement.rating }),
    ...(transactionDate !== null && { transaction_date: transactionDate }),
    ...(isDropped && { coverage: 'dropped' }),
    ...(words.isCut && { truncated: true }),
    ...(horizon !== null && { horizon }),
    ...(intent !== null && { intent }),
    ...(target !== null && { target }),
    ...(review !== null && { review }),
    ...(!isNamed && { person: { name, handle } }),
  };
}

export function entriesOf({ body }: Pick<FullRevision, 'body'>): readonly StatementEntry[] {
  return (body['statements'] ?? []) as readonly StatementEntry[];
}

/** Fields of a statement that only its evidence has. */
export type CaptureFields = { capture: string; observed_at: Instant };

/** A kept statement as the course reads it; without evidence it has the words of its revision. */
export function statementOf(
  entry: StatementEntry,
  row: FullRevision,
  captured: CaptureFields | undefined,
): CourseStatement {
  const { name, handle } = entry.person ?? { name: row.person_name, handle: row.person_handle };
  return {
    recordId: entry.record_id,
    countsFrom: captured?.observed_at ?? row.observed_at,
    observedAs: entry.day === true ? entry.observed_at : null,
    direction: entry.direction,
    basis: entry.basis,
    ...(entry.rating !== undefined && { rating: entry.rating }),
    words: {
      text: captured?.capture ?? row.said ?? row.summary,
      citationId: derivedId('citation', entry.record_id),
      isCut: entry.truncated === true,
    },
    personName: name,
    personHandle: handle,
    transactionDate: entry.transaction_date ?? null,
    isDropped: entry.coverage === 'dropped',
    horizon: entry.horizon ?? null,
    intent: entry.intent ?? null,
    target: entry.target ?? null,
    review: entry.review ?? null,
  };
}

/** A statement that is released now. */
export function releasedStatement(record: StatementRecord & ReleaseFields): CourseStatement {
  return {
    recordId: record.record_id,
    countsFrom: record.counts_from,
    observedAs: observedAs(record),
    direction: record.direction,
    basis: record.direction_basis,
    ...(record.rating !== undefined && { rating: record.rating }),
    words: {
      text: record.statement,
      citationId: derivedId('citation', record.record_id),
      isCut: record.truncated_by_source === true,
    },
    personName: record.person.name,
    personHandle: record.person.handle,
    transactionDate: record.transaction_date ?? null,
    isDropped: record.coverage === 'dropped',
    horizon: record.horizon ?? null,
    intent: record.intent ?? null,
    target: record.target ?? null,
    review: record.review ?? null,
  };
}

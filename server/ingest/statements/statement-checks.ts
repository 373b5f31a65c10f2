// The store that a statement has to agree with: the ids that it would take, and the statement that it corrects.
import { isDeepStrictEqual } from 'node:util';
import { releasedStatements, type ReleasedStatement } from '../../store/published/publish-corrections.ts';
import type { Faults } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import type { RecordType } from '../records/record-schemas.ts';
import type { StatementRecord } from '../records/records.ts';

type ParsedStatement = { line: number; record: StatementRecord };

/** Record types whose public ids come from the same record ids as a statement's. */
const namesakes: readonly RecordType[] = ['evidence', 'citation', 'belief'];

/** The kinds of records that cannot have the id of one of this kind. */
export function namesakesOf(type: RecordType): readonly RecordType[] {
  if (type === 'statement') return namesakes;
  return namesakes.includes(type) ? ['statement'] : [];
}

export function namesakeFault(kind: RecordType): { what: string; fix: string } {
  return { what: `its id is already that of another record (${kind})`, fix: 'give it another id' };
}

export class StatementChecks {
  readonly #loading: ImportOptions;
  readonly #faults: Faults;

  constructor(loading: ImportOptions, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  async check(corrections: readonly ParsedRecord[]): Promise<void> {
    for (const correction of statementsOf(corrections)) await this.#correction(correction);
  }

  /** Text, link, title and names of a statement can be corrected; who said it, of what, when and which way cannot. */
  async #correction({ line, record }: ParsedStatement): Promise<void> {
    const { db, collection } = this.#loading;
    const before = await releasedStatements(db, collection, {
      personId: record.person.id,
      observedAt: record.observed_at,
      recordKey: record.record_id,
    });
    const fix = 'withdraw the belief and load the statement under a new record_id';
    const fault = correctionFault(record, before);
    if (fault !== null) this.#faults.add({ line, field: fault.field }, fault.what, fix);
  }
}

function correctionFault(
  record: StatementRecord,
  released: readonly ReleasedStatement[],
): { field: string; what: string } | null {
  const day = record.observed_at_precision === 'day';
  const before = released.filter(
    ({ entry }) => entry.observed_at === record.observed_at && (entry.day === true) === day,
  );
  const cannot = (field: string, changed: string) => ({ field, what: `a correction cannot change ${changed}` });
  if (before.length === 0) return cannot('person.id, observed_at', 'who made a statement or when');
  if (before.every(({ ticker }) => ticker !== record.security.ticker))
    return cannot('security.ticker', 'what a statement is about');
  if (before.every(({ entry }) => entry.direction !== record.direction))
    return cannot('direction', 'the direction of a statement');
  // Which statements of an instant give the direction, and whether a belief ends, follows from these.
  if (before.every(({ entry }) => entry.transaction_date !== record.transaction_date))
    return cannot('transaction_date', 'the date of a trade');
  if (before.every(({ entry }) => entry.coverage !== record.coverage))
    return cannot('coverage', 'whether a statement ends coverage');
  if (before.every(({ entry }) => !isDeepStrictEqual(entry.review, record.review)))
    return cannot('review', 'what a review assessed: record a further review');
  return null;
}

function statementsOf(records: readonly ParsedRecord[]): ParsedStatement[] {
  return records.flatMap(({ line, record }) => (record.type === 'statement' ? [{ line, record }] : []));
}

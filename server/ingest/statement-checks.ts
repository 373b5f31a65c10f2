// What a statement has to agree with in the store: the ids it would take, and the statement it corrects.
import { releasedStatements } from '../store/publish-corrections.ts';
import { knownKey, knownRecords } from '../store/staging.ts';
import type { Faults } from './faults.ts';
import type { Loading } from './loading.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { RecordType } from './record-schemas.ts';
import type { StatementRecord } from './records.ts';

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
  readonly #loading: Loading;
  readonly #faults: Faults;

  constructor(loading: Loading, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  async check(chunk: readonly ParsedRecord[], corrections: readonly ParsedRecord[]): Promise<void> {
    await this.#takenIds(chunk);
    for (const correction of statementsOf(corrections)) await this.#correction(correction);
  }

  async #takenIds(chunk: readonly ParsedRecord[]): Promise<void> {
    const asked = chunk.flatMap(({ type, key, line }) => namesakesOf(type).map((kind) => ({ kind, key, line })));
    const known = await knownRecords(this.#loading.db, this.#loading.collection, asked);
    for (const { kind, key, line } of asked) {
      if (!known.has(knownKey(kind, key))) continue;
      const { what, fix } = namesakeFault(kind);
      this.#faults.add({ line }, what, fix);
    }
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
    if (before.length === 0) {
      this.#faults.add(
        { line, field: 'person.id, observed_at' },
        'a correction cannot change who made a statement or when',
        fix,
      );
    } else if (before.every((each) => each.ticker !== record.security.ticker)) {
      this.#faults.add({ line, field: 'security.ticker' }, 'a correction cannot change what a statement is about', fix);
    } else if (before.every((each) => each.stated_direction !== record.direction)) {
      this.#faults.add({ line, field: 'direction' }, 'a correction cannot change the direction of a statement', fix);
    }
  }
}

function statementsOf(records: readonly ParsedRecord[]): ParsedStatement[] {
  return records.flatMap(({ line, record }) => (record.type === 'statement' ? [{ line, record }] : []));
}

// A line as a record: JSON within bounds, of a known type, with all faults of its fields at once.
import { repeatedMember } from '../../contract/validation/repeated-member.ts';
import type { Instant } from '../../store/engine/db.ts';
import { dateFaults } from './date-order.ts';
import { shown, shownName, type Faults } from '../files/faults.ts';
import { identifierFaults } from './identifiers.ts';
import { inputLimits } from '../files/input-limits.ts';
import { normaliseRecord, type NormalisedRecord } from './normalise.ts';
import { splitRatios } from '../layouts/price-rows.ts';
import type { Line } from '../files/read-lines.ts';
import { recordKey } from './record-keys.ts';
import { isRecordType, recordSchemas, recordTypes, schemaErrors, type RecordType } from './record-schemas.ts';
import type { BundleRecord, StatementRecord } from './records.ts';
import { fieldFaults } from './schema-faults.ts';

/** A bundle says the type of each record; a file of statements holds nothing else, and may carry fields of its dataset. */
export type Form = 'bundle' | 'statements';

export type ParsedRecord = NormalisedRecord & { line: number; type: RecordType; key: string };

type Fields = { [name: string]: unknown };

type ObjectSchema = { properties: { [name: string]: { properties?: object } } };

const { properties: statementFields } = recordSchemas.statement as ObjectSchema;
const ofStatement: ReadonlySet<string> = new Set([...Object.keys(statementFields), 'type']);
const ofPerson: ReadonlySet<string> = new Set(Object.keys(statementFields['person']?.properties ?? {}));

/** A file may make its names up, a million of them. */
const ignoredShownMax = 50;

export class RecordParser {
  readonly #form: Form;
  readonly #faults: Faults;
  readonly #now: Instant;
  /** Fields that a file of statements has and the service does not read, with their number: the first, and all others. */
  readonly #ignored = new Map<string, number>();
  #ignoredBeyond = 0;
  /** Characters that were taken out of texts, by field. */
  readonly #removed = new Map<string, number>();

  constructor(form: Form, faults: Faults, now: Instant) {
    this.#form = form;
    this.#faults = faults;
    this.#now = now;
  }

  /** Null if the line has faults, which are added. */
  parse({ line, text }: Line): ParsedRecord | null {
    const fields = this.#object(line, text);
    if (fields === null) return null;
    const type = this.#form === 'statements' ? 'statement' : fields['type'];
    if (!isRecordType(type)) {
      this.#faults.add(
        { line, field: 'type' },
        `${shown(type)} is no record type`,
        `write one of ${recordTypes.join(', ')}`,
      );
      return null;
    }
    return this.accept(line, type, this.#form === 'statements' ? this.#known(fields) : fields);
  }

  /** Fields of a record, wherever they were read. */
  accept(line: number, type: RecordType, raw: Fields): ParsedRecord | null {
    const found = fieldFaults(schemaErrors(type, raw));
    for (const { field, what, fix } of found) this.#faults.add({ line, field }, what, fix);
    return found.length > 0 ? null : this.#accepted(line, raw);
  }

  #object(line: number, text: string): Fields | null {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#faults.add(
        { line },
        'the line is no JSON',
        'write one whole JSON object on the line; a file that ends within one is truncated',
      );
      return null;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#faults.add({ line }, 'the line is no JSON object', 'write one JSON object on each line');
      return null;
    }
    if (isDeeper(value, inputLimits.depth_max)) {
      this.#faults.add({ line }, `the record is nested deeper than ${inputLimits.depth_max}`, 'flatten it');
      return null;
    }
    const field = repeatedMember(text);
    if (field === null) return value as Fields;
    this.#faults.add({ line, field }, 'the record has it more than once', 'keep the one that is meant');
    return null;
  }

  /** Leaves out what the schema does not know; what it needs is still missed. */
  #known(fields: Fields): Fields {
    const raw = this.#only(fields, ofStatement, '');
    const person = fields['person'];
    if (typeof person === 'object' && person !== null) raw['person'] = this.#only(person, ofPerson, 'person.');
    raw['type'] = 'statement';
    return raw;
  }

  #only(fields: object, known: ReadonlySet<string>, prefix: string): Fields {
    const kept: [string, unknown][] = [];
    for (const entry of Object.entries(fields)) {
      if (known.has(entry[0])) kept.push(entry);
      else this.#ignore(prefix + entry[0]);
    }
    return Object.fromEntries(kept);
  }

  #ignore(field: string): void {
    const name = shownName(field);
    const count = this.#ignored.get(name);
    if (count === undefined && this.#ignored.size >= ignoredShownMax) this.#ignoredBeyond += 1;
    else this.#ignored.set(name, (count ?? 0) + 1);
  }

  /** Fields that were not read, and characters that were taken out of texts. */
  notes(): string[] {
    return [...this.#ignoredNotes(), ...removedNotes(this.#removed)];
  }

  #ignoredNotes(): string[] {
    const notes = [...this.#ignored].map(([field, count]) => `${field} is not read (in ${count} of them)`);
    const beyond = `other fields are not read (${this.#ignoredBeyond} times)`;
    return this.#ignoredBeyond === 0 ? notes : [...notes, beyond];
  }

  #accepted(line: number, raw: Fields): ParsedRecord | null {
    const normalised = normaliseRecord(raw);
    const { record, emptied } = normalised;
    for (const field of unreadFields(record.type, raw)) this.#ignore(field);
    for (const field of emptied)
      this.#faults.add({ line, field }, 'holds no character that can be seen', 'write text, or leave the record out');
    const told = [...fieldsOutOfPlace(record), ...dateFaults(record, this.#now)];
    for (const { field, what, fix } of told) this.#faults.add({ line, field }, what, fix);
    if (emptied.length > 0 || told.length > 0) return null;
    for (const [field, removed] of normalised.removedFrom)
      this.#removed.set(field, (this.#removed.get(field) ?? 0) + removed);
    return { ...normalised, line, type: record.type, key: recordKey(record) };
  }
}

/** Fields that a dataset may carry, for its own use, and the service does not read. */
function unreadFields(type: RecordType, raw: Fields): string[] {
  if (type !== 'statement') return [];
  const { person, security } = raw as { person: Fields; security: Fields };
  const ofSecurity = Object.keys(security).filter((name) => name !== 'ticker' && name !== 'name');
  return [
    ...['pair_id', 'pair_seq'].filter((name) => raw[name] != null),
    ...(person['kind'] == null ? [] : ['person.kind']),
    ...ofSecurity.filter((name) => security[name] != null).map((name) => `security.${name}`),
  ];
}

function removedNotes(removed: ReadonlyMap<string, number>): string[] {
  const sum = [...removed.values()].reduce((all, count) => all + count, 0);
  if (sum === 0) return [];
  const fields = [...removed].map(([field, count]) => `${count} in ${field}`).join(', ');
  const characters = sum === 1 ? '1 character that cannot be seen was' : `${sum} characters that cannot be seen were`;
  return [`${characters} removed: ${fields}`];
}

/** Rules between two fields of one record, which a schema cannot express. */
function fieldsOutOfPlace(record: BundleRecord): { field: string; what: string; fix: string }[] {
  if (record.type === 'session') {
    const { close_at, early_close, session_date } = record;
    if (close_at === null && early_close)
      return [{ field: 'early_close', what: 'a closed day has no early close', fix: 'write false' }];
    if (close_at !== null && close_at.slice(0, 10) !== session_date) {
      return [
        {
          field: 'close_at',
          what: `${close_at} is on another day than ${session_date}`,
          fix: 'write the close of that session in UTC',
        },
      ];
    }
  }
  if (record.type === 'split') {
    const ratio = record.numerator / record.denominator;
    if (!(ratio >= splitRatios.min && ratio <= splitRatios.max)) {
      const what = `it is no split ratio from ${splitRatios.said}`;
      return [{ field: 'numerator', what, fix: 'write new shares, and in denominator the old ones' }];
    }
  }
  if (record.type === 'entity' && record.name_from !== undefined && typeof record.name !== 'string') {
    return [
      { field: 'name', what: 'there is a name_from without a name', fix: 'write the name, or leave name_from out' },
    ];
  }
  if (record.type === 'entity') return identifierFaults(record);
  if (
    record.type === 'citation' &&
    record.locator.kind === 'time_range' &&
    record.locator.end_seconds < record.locator.start_seconds
  ) {
    return [{ field: 'locator.end_seconds', what: 'the range ends before it starts', fix: 'exchange the two' }];
  }
  if (record.type === 'target') return targetFault(record, 'high');
  if (record.type !== 'statement') return [];
  return [...(record.target === undefined ? [] : targetFault(record.target, 'target.high')), ...reviewFaults(record)];
}

/** Fields of a view, which a review of its conditions does not state. */
const notOfReview = ['rating', 'transaction_date', 'coverage', 'horizon', 'target', 'intent'] as const;

function reviewFaults(record: StatementRecord): { field: string; what: string; fix: string }[] {
  if (record.review === undefined) return [];
  const stated = notOfReview.filter((field) => record[field] !== undefined);
  const found = stated.map((field) => ({
    field,
    what: 'a review does not state it',
    fix: 'load it as a statement with its own record_id',
  }));
  if (record.direction === 'unclear') return found;
  return [{ field: 'direction', what: 'a review states no direction', fix: 'write unclear' }, ...found];
}

function targetFault(
  { low, high }: { low: string | null; high: string | null },
  field: string,
): { field: string; what: string; fix: string }[] {
  if (low === null || high === null || Number(low) <= Number(high)) return [];
  return [{ field, what: 'it is below low', fix: 'exchange the two' }];
}

function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  return Object.values(value).some(
    (item: unknown) => typeof item === 'object' && item !== null && isDeeper(item, levels - 1),
  );
}

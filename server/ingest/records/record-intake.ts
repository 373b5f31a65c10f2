// The records of a file on their way into their import: sent in chunks while the next lines are read, repeated ones left out.
import { addImportRows, type ImportRow } from '../../store/staged/import-rows.ts';
import { chunkRows } from '../../store/staged/staging.ts';
import { ChunkSender } from '../files/chunk-sender.ts';
import type { Faults } from '../files/faults.ts';
import type { LoadCounter, ImportOptions } from '../files/loading.ts';
import { peopleMax } from '../judging/near-misses.ts';
import type { ParsedRecord } from './parse-record.ts';
import { countsFrom, observedAs, orderKey } from './record-keys.ts';
import { isRecordType, type RecordType } from './record-schemas.ts';
import type { StatementRecord } from './records.ts';
import { referencesOf } from '../judging/references.ts';

export type IntakeOptions = { loading: ImportOptions; importId: number; faults: Faults; counting: LoadCounter };

export class RecordIntake {
  /** The sayings of statements, each with its first line. */
  readonly tickers = new Map<string, number>();
  readonly datasets = new Set<string>();
  readonly people = new Map<string, { name: string; line: number }>();
  readonly kinds = new Set<RecordType>();
  hasReviews = false;
  readonly #options: IntakeOptions;
  #chunk: ImportRow[] = [];
  readonly #sender = new ChunkSender();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  async take(parsed: ParsedRecord): Promise<void> {
    const { record, line } = parsed;
    this.kinds.add(record.type);
    this.#options.counting.count(record.type, 'new');
    if (record.type === 'statement') {
      if (!this.tickers.has(record.security.ticker)) this.tickers.set(record.security.ticker, line);
      this.datasets.add(record.dataset);
      this.hasReviews ||= record.review !== undefined;
      this.#takePerson(record.person, line);
    }
    this.#chunk.push(importRow(parsed));
    if (this.#chunk.length >= chunkRows) await this.#send();
  }

  #takePerson({ id, name }: StatementRecord['person'], line: number): void {
    if (this.people.has(id)) return;
    if (this.people.size < peopleMax || this.#options.loading.strict === true) this.people.set(id, { name, line });
  }

  async finish(): Promise<void> {
    await this.#send();
    await this.#sender.finish();
  }

  async #send(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = [];
    if (chunk.length > 0) await this.#sender.send(() => this.#add(chunk));
  }

  async #add(chunk: readonly ImportRow[]): Promise<void> {
    const { loading, importId, faults, counting } = this.#options;
    for (const { line, kind, isSame } of await addImportRows(loading.db, importId, chunk)) {
      if (!isRecordType(kind)) continue;
      counting.recount(kind, 'same');
      if (isSame) continue;
      const { what, fix } = repeatedFault(kind);
      faults.add({ line }, what, fix);
    }
  }
}

function importRow({ type, key, line, contentHash, corrects, body, record }: ParsedRecord): ImportRow {
  const refs = referencesOf(record);
  return {
    kind: type,
    key,
    line,
    orderKey: orderKey(record),
    contentHash,
    corrects,
    observedAt: countsFrom(record),
    observedAs: observedAs(record),
    body,
    refs: refs.length === 0 ? null : JSON.stringify(refs),
  };
}

/** Records without an id, by the field that names them. */
const namedBy: { readonly [type in RecordType]?: string } = {
  entity: 'ticker, entity_id and name_from',
  industry: 'security and filing day',
  split: 'ticker and session',
  session: 'session_date',
};

function repeatedFault(type: RecordType): { what: string; fix: string } {
  const names = namedBy[type];
  return names === undefined
    ? { what: `an earlier line has a ${type} with the same id and other content`, fix: 'give one of them a new id' }
    : {
        what: `an earlier line has other content for the ${type} of the same ${names}`,
        fix: 'keep the line that holds',
      };
}

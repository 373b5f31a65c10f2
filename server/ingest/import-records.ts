// Imports a file of records in two passes: the first checks all of it, the second stages it in chunks that are kept as they go.
import { databaseNow } from '../store/clock.ts';
import {
  chunkRows,
  knownKey,
  knownRecords,
  stageRecords,
  unstageRecords,
  type StagedRecord,
} from '../store/staging.ts';
import { BundleGraph } from './bundle-graph.ts';
import { decide } from './decide.ts';
import { Faults } from './faults.ts';
import { IdTable } from './id-table.ts';
import { Counting, progressOf, type Loading, type LoadReport } from './loading.ts';
import { RecordParser, type Form, type ParsedRecord } from './parse-record.ts';
import { readLines } from './read-lines.ts';
import { observedAt, orderKey } from './record-keys.ts';
import { StatementChecks } from './statement-checks.ts';
import { checkBases } from './withdrawn-bases.ts';

export async function importRecords(loading: Loading, file: string, form: Form): Promise<LoadReport> {
  const faults = new Faults(file);
  const parser = new RecordParser(form, faults, await databaseNow(loading.db));
  const check = new FileCheck(loading, faults);
  for await (const line of readLines(file, faults, progressOf(loading, file, 'check'))) {
    const record = parser.parse(line);
    if (record !== null) await check.take(record);
  }
  await check.finish();
  faults.throwIfAny();
  const notes = [...parser.ignored].map(([field, count]) => `${field} is not read (in ${count} of them)`);
  if (!loading.dryRun) await stageFile(loading, file, parser);
  return {
    file,
    collection: loading.collection,
    dry_run: loading.dryRun,
    records: check.counting.records,
    notes,
  };
}

async function stageFile(loading: Loading, file: string, parser: RecordParser): Promise<void> {
  const faults = new Faults(file);
  for await (const chunk of chunks(recordsOf(loading, file, { parser, faults })))
    await stageChunk(loading, file, chunk);
  // The first pass found none: the file has changed since.
  faults.throwIfAny();
}

async function* recordsOf(
  loading: Loading,
  file: string,
  { parser, faults }: { parser: RecordParser; faults: Faults },
): AsyncGenerator<ParsedRecord> {
  for await (const line of readLines(file, faults, progressOf(loading, file, 'stage'))) {
    const record = parser.parse(line);
    if (record !== null) yield record;
  }
}

async function* chunks(records: AsyncIterable<ParsedRecord>): AsyncGenerator<ParsedRecord[]> {
  let chunk: ParsedRecord[] = [];
  for await (const record of records) {
    chunk.push(record);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Stages what is new of a chunk. Run again after an interruption, it finds its own rows and skips them. */
export async function stageChunk(
  { db, collection }: Loading,
  origin: string,
  chunk: readonly ParsedRecord[],
): Promise<void> {
  const known = await knownRecords(db, collection, chunk.map(asked));
  const staged: StagedRecord[] = [];
  const unstaged: { kind: string; key: string }[] = [];
  for (const record of chunk) {
    const decision = decide(record, known.get(knownKey(record.type, record.key)));
    if (decision.is === 'new' || decision.is === 'replaced') {
      staged.push(stagedRecord(record, decision.is === 'replaced' ? decision.corrects : null, origin));
    } else if (decision.is === 'same' && decision.unstage) unstaged.push({ kind: record.type, key: record.key });
  }
  await stageRecords(db, collection, staged);
  await unstageRecords(db, collection, unstaged);
}

const asked = (record: ParsedRecord): { kind: string; key: string; contentHash: string } => ({
  kind: record.type,
  key: record.key,
  contentHash: record.contentHash,
});

function stagedRecord(
  { type, key, contentHash, body, record }: ParsedRecord,
  corrects: string | null,
  origin: string,
): StagedRecord {
  return {
    kind: type,
    key,
    orderKey: orderKey(record),
    contentHash,
    corrects,
    observedAt: observedAt(record),
    body,
    origin,
  };
}

/** The first pass: what the file repeats, what the store holds already, and whether everything referred to exists. */
export class FileCheck {
  readonly counting = new Counting();
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #ids = new IdTable();
  readonly #graph: BundleGraph;
  readonly #statements: StatementChecks;
  #chunk: ParsedRecord[] = [];

  constructor(loading: Loading, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
    this.#graph = new BundleGraph(loading, faults);
    this.#statements = new StatementChecks(loading, faults);
  }

  async take(record: ParsedRecord): Promise<void> {
    const seen = this.#ids.add(knownKey(record.type, record.key), record.contentHash);
    if (seen === 'same') return this.counting.count(record.type, 'same');
    if (seen === 'other') {
      const place = { line: record.line };
      return this.#faults.add(
        place,
        `an earlier line has a ${record.type} with the same id and other content`,
        'give one of them a new id',
      );
    }
    this.#graph.take(record);
    this.#chunk.push(record);
    if (this.#chunk.length >= chunkRows) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    // References cannot be judged in a file of which some records could not be read.
    if (!this.#faults.any) await this.#graph.finish();
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = [];
    const known = await knownRecords(this.#loading.db, this.#loading.collection, chunk.map(asked));
    const corrections: ParsedRecord[] = [];
    const added: ParsedRecord[] = [];
    const replacing: ParsedRecord[] = [];
    for (const record of chunk) {
      const decision = decide(record, known.get(knownKey(record.type, record.key)));
      if (decision.is === 'refused')
        this.#faults.add({ line: record.line, field: 'corrects' }, decision.what, decision.fix);
      else this.counting.count(record.type, decision.is);
      if (decision.is === 'replaced' && decision.corrects !== null) corrections.push(record);
      if (decision.is === 'new') added.push(record);
      if (decision.is === 'replaced') replacing.push(record);
    }
    await checkBases(this.#loading, { added, replacing }, this.#faults);
    await this.#statements.check(chunk, corrections);
    this.#graph.corrections(corrections);
  }
}

// Imports a file of records in two passes: the first checks all of it, the second stages it in chunks that are kept as they go.
import { databaseNow } from '../store/clock.ts';
import type { Collection, Trx } from '../store/db.ts';
import {
  chunkRows,
  knownKey,
  knownRecords,
  stageRecords,
  unstageRecords,
  whileStaging,
  type StagedRecord,
} from '../store/staging.ts';
import { BundleGraph } from './bundle-graph.ts';
import { SplitDays } from './check-split-days.ts';
import { TickerChecks } from './check-tickers.ts';
import { decide } from './decide.ts';
import { Faults, refused } from './faults.ts';
import { IdTable } from './id-table.ts';
import { withStagedFields } from './left-out-fields.ts';
import { Counting, progressOf, type Loading, type LoadReport } from './loading.ts';
import { RecordParser, type Form, type ParsedRecord } from './parse-record.ts';
import { readLines } from './read-lines.ts';
import { countsFrom, observedAs, orderKey } from './record-keys.ts';
import { namesakeFault, namesakesOf, StatementChecks } from './statement-checks.ts';
import { TwoPasses } from './two-passes.ts';
import { checkBases } from './withdrawn-bases.ts';

export async function importRecords(loading: Loading, file: string, form: Form): Promise<LoadReport> {
  const faults = new Faults(file);
  const now = await databaseNow(loading.db);
  const parser = new RecordParser(form, faults, now);
  const check = new FileCheck(loading, faults);
  const passes = recordPasses(file);
  for await (const record of passes.first(recordsOf(loading, { file, parser, faults, phase: 'check' })))
    await check.take(record);
  await check.finish();
  faults.throwIfAny();
  if (Object.keys(check.counting.records).length === 0)
    throw refused(file, {}, 'the file has no records', 'write one JSON object on each line');
  const notes = [...parser.notes(), ...check.notes];
  if (!loading.dryRun) {
    const changes = new Faults(file);
    const again = new RecordParser(form, changes, now);
    const records = recordsOf(loading, { file, parser: again, faults: changes, phase: 'stage' });
    await stageFile(loading, file, passes.again(records, changes));
  }
  return {
    file,
    collection: loading.collection,
    dry_run: loading.dryRun,
    records: check.counting.records,
    notes,
  };
}

/** What is checked of a file of records is what is staged of it. */
export function recordPasses(file: string): TwoPasses<ParsedRecord> {
  const textOf = ({ line, key, corrects, body }: ParsedRecord): string => JSON.stringify([line, key, corrects, body]);
  return new TwoPasses({ file, stretch: chunkRows, textOf });
}

type Reading = { file: string; parser: RecordParser; faults: Faults; phase: 'check' | 'stage' };

async function* recordsOf(loading: Loading, { file, parser, faults, phase }: Reading): AsyncGenerator<ParsedRecord> {
  for await (const line of readLines(file, faults, progressOf(loading, file, phase))) {
    const record = parser.parse(line);
    if (record !== null) yield record;
  }
}

/** Stages chunk after chunk; refused, it says whether some were kept. */
export async function stageFile(
  loading: Loading,
  origin: string,
  chunks: AsyncIterable<readonly ParsedRecord[]>,
): Promise<void> {
  let isBegun = false;
  for await (const chunk of chunks) {
    await stageChunk(loading, origin, chunk, isBegun);
    isBegun = true;
  }
}

/**
 * Stages what is new of a chunk. Run again after an interruption, it finds its own rows and skips them. What another import
 * has loaded with other content since the file was checked is refused with all of the chunk.
 */
export async function stageChunk(
  { db, collection }: Loading,
  origin: string,
  chunk: readonly ParsedRecord[],
  isBegun = false,
): Promise<void> {
  await whileStaging(db, collection, (trx) => stageWithin(trx, collection, { origin, chunk, isBegun }));
}

type Chunk = { origin: string; chunk: readonly ParsedRecord[]; isBegun: boolean };

/** The same within a transaction that holds the lock on staging. */
export async function stageWithin(trx: Trx, collection: Collection, { origin, chunk, isBegun }: Chunk): Promise<void> {
  const records = await withStagedFields(trx, collection, chunk);
  const known = await knownRecords(trx, collection, records.map(asked));
  const meanwhile = new Faults(origin);
  const staged: StagedRecord[] = [];
  const unstaged: { kind: string; key: string }[] = [];
  for (const record of records) {
    const decision = decide(record, known.get(knownKey(record.type, record.key)));
    if (decision.is === 'new' || decision.is === 'replaced') {
      staged.push(stagedRecord(record, decision.is === 'replaced' ? decision.corrects : null, origin));
    } else if (decision.is === 'same' && decision.unstage) unstaged.push({ kind: record.type, key: record.key });
    else if (decision.is === 'refused')
      meanwhile.add({ line: record.line, field: 'corrects' }, decision.what, decision.fix);
  }
  meanwhile.throwIfAny(isBegun);
  await stageRecords(trx, collection, staged);
  await unstageRecords(trx, collection, unstaged);
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
    observedAt: countsFrom(record),
    observedAs: observedAs(record),
    body,
    origin,
  };
}

/** The first pass: what the file repeats, what the store holds already, and whether everything referred to exists. */
export class FileCheck {
  readonly counting = new Counting();
  readonly notes: string[] = [];
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #ids = new IdTable();
  readonly #graph: BundleGraph;
  readonly #statements: StatementChecks;
  readonly #tickers: TickerChecks;
  readonly #splitDays: SplitDays;
  #chunk: ParsedRecord[] = [];

  constructor(loading: Loading, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
    this.#graph = new BundleGraph(loading, faults);
    this.#statements = new StatementChecks(loading, faults);
    this.#tickers = new TickerChecks(loading, faults);
    this.#splitDays = new SplitDays(loading, faults);
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
    const namesake = namesakesOf(record.type).find((kind) => this.#ids.has(knownKey(kind, record.key)));
    if (namesake !== undefined) {
      const { what, fix } = namesakeFault(namesake);
      return this.#faults.add({ line: record.line }, what, fix);
    }
    this.#graph.take(record);
    this.#chunk.push(record);
    if (this.#chunk.length >= chunkRows) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#tickers.finish((kind, key) => this.#ids.has(knownKey(kind, key)));
    await this.#splitDays.finish();
    // References cannot be judged in a file of which some records could not be read.
    if (!this.#faults.any) this.notes.push(...(await this.#graph.finish()));
  }

  async #flush(): Promise<void> {
    const { db, collection } = this.#loading;
    const chunk = await withStagedFields(db, collection, this.#chunk);
    this.#chunk = [];
    const known = await knownRecords(db, collection, chunk.map(asked));
    const corrections: ParsedRecord[] = [];
    const added: ParsedRecord[] = [];
    const replacing: ParsedRecord[] = [];
    const waiting: ParsedRecord[] = [];
    for (const record of chunk) {
      const held = known.get(knownKey(record.type, record.key));
      const decision = decide(record, held);
      if (decision.is === 'refused')
        this.#faults.add({ line: record.line, field: 'corrects' }, decision.what, decision.fix);
      else this.counting.count(record.type, decision.is);
      if (decision.is === 'replaced' && decision.corrects !== null) corrections.push(record);
      if (decision.is === 'same' && held?.staged === record.contentHash) waiting.push(record);
      if (decision.is === 'new') added.push(record);
      if (decision.is === 'replaced') replacing.push(record);
    }
    // What is released already changes nothing, whatever its ticker means by now; what waits is released beside this file.
    for (const record of [...added, ...replacing, ...waiting]) {
      this.#tickers.take(record);
      this.#splitDays.take(record);
    }
    await checkBases(this.#loading, { added, replacing }, this.#faults);
    await this.#statements.check(chunk, corrections);
    this.#graph.corrections(corrections);
    for (const record of replacing) this.#graph.replaced(record);
  }
}

// Judgement of an import of records: an outcome for each, from the staged and released records, and the checks of new ones.
import { amongRows, kindsHeld, statementLines } from '../../store/staged/import-lookups.ts';
import {
  bodyRows,
  heldRows,
  importSlices,
  setBodies,
  setOutcomes,
  type BodyRow,
  type DecidedRow,
  type HeldRow,
  type Slice,
  takenIds,
} from '../../store/staged/import-rows.ts';
import { withdrawnRows } from '../../store/staged/import-restated.ts';
import { checkCorrections, checkQuotes, checkTimes } from './check-citations.ts';
import { checkCourses } from './check-courses.ts';
import { checkBases, checkReferences, checkWithdrawnRevisions } from './check-references.ts';
import { checkReviews } from './check-reviews.ts';
import { SplitDays } from './check-split-days.ts';
import { TickerChecks } from './check-tickers.ts';
import { decide } from './decide.ts';
import { Faults } from '../files/faults.ts';
import { withStagedFields } from '../records/left-out-fields.ts';
import type { LoadCounter, ImportOptions } from '../files/loading.ts';
import { checkNearMisses } from './near-misses.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import type { RecordIntake } from '../records/record-intake.ts';
import { isRecordType, recordTypes, type RecordType } from '../records/record-schemas.ts';
import type { BundleRecord } from '../records/records.ts';
import { namesakeFault, namesakesOf, StatementChecks } from '../statements/statement-checks.ts';
import { checkDatasets } from './withdrawn-bases.ts';

export type JudgeOptions = {
  loading: ImportOptions;
  importId: number;
  faults: Faults;
  counting: LoadCounter;
  intake: RecordIntake;
};

export class RecordJudge {
  readonly #options: JudgeOptions;
  readonly #statements: StatementChecks;
  readonly #tickers: TickerChecks;
  readonly #splitDays: SplitDays;
  /** Kinds whose ids may be taken, and the kinds that take them. */
  #namesakes: [kind: RecordType, namesakes: readonly string[]][] = [];
  #restated = 0;

  constructor(options: JudgeOptions) {
    const { loading, faults } = options;
    this.#options = options;
    this.#statements = new StatementChecks(loading, faults);
    this.#tickers = new TickerChecks(loading, faults);
    this.#splitDays = new SplitDays(loading, faults);
  }

  async judge(): Promise<void> {
    const { loading, importId, faults, intake } = this.#options;
    const { db, collection } = loading;
    this.#namesakes = await this.#possibleNamesakes();
    for await (const slice of importSlices(db, { importId, collection })) {
      await this.#slice(slice);
    }
    if (loading.restate !== undefined) this.#noteRestated();
    await checkDatasets(loading, importId, intake.datasets, faults);
    await this.#checkTickers();
    await this.#splitDays.finish();
    // References cannot be judged in a file of which some records could not be read.
    if (!faults.any) await this.#references();
    if (faults.any) return;
    const { tickers, people, kinds } = intake;
    await checkNearMisses({ loading, importId, faults, tickers, people, hasEntities: kinds.has('entity') });
  }

  /** Records of a file refer to one another in any order. Statements refer to nothing, except for reviews. */
  async #references(): Promise<void> {
    const { loading, importId, faults, intake } = this.#options;
    const { db, collection } = loading;
    const of = { importId, collection };
    if (intake.hasReviews) await checkReviews(db, of, faults);
    if (this.#hasStatementsAlone) return;
    for await (const slice of importSlices(db, of)) {
      await checkReferences(db, slice, { opened: intake.tickers, faults });
    }
    if (faults.any) return;
    await checkQuotes(db, of, faults);
    for await (const slice of importSlices(db, of)) {
      await checkTimes(db, slice, faults);
    }
    await checkCorrections(db, of, faults);
    await checkCourses(db, of, faults);
  }

  get #hasStatementsAlone(): boolean {
    return [...this.#options.intake.kinds].every((kind) => kind === 'statement');
  }

  async #slice(slice: Slice): Promise<void> {
    const { loading, importId, faults } = this.#options;
    const { db } = loading;
    if (this.#options.intake.kinds.has('entity')) await this.#fillLeftOut(slice);
    const held = new Map((await heldRows(db, slice)).map((row) => [`${row.kind} ${row.key}`, row]));
    const again = await this.#withdrawn(slice);
    const decided = [...held.values()].flatMap((row) => this.#decided(row, again.has(`${row.kind} ${row.key}`)));
    await setOutcomes(db, importId, decided);
    for (const [kind, namesakes] of this.#namesakes) {
      for (const taken of await takenIds(db, slice, { kind, namesakes })) {
        if (!isRecordType(taken.kind)) continue;
        const { what, fix } = namesakeFault(taken.kind);
        faults.add({ line: taken.line }, what, fix);
      }
    }
    if (this.#hasStatementsAlone && held.size === 0) return;
    await checkBases(db, slice, { isRestating: loading.restate !== undefined, faults });
    if (decided.some(({ kind, outcome }) => kind === 'revision' && outcome === 'replaced'))
      await checkWithdrawnRevisions(db, slice, faults);
    await this.#compare((await bodyRows(db, slice)).map(parsedRow));
  }

  async #withdrawn(slice: Slice): Promise<ReadonlySet<string>> {
    const { db, restate } = this.#options.loading;
    const rows = restate === undefined ? [] : await withdrawnRows(db, slice);
    return new Set(rows.map(({ kind, key }) => `${kind} ${key}`));
  }

  #noteRestated(): void {
    const count = this.#restated;
    const said = count === 0 ? 'nothing of the file was withdrawn' : `${count} withdrawn records are stated again`;
    this.#options.faults.note(`--restate: ${said}`);
  }

  #decided(row: HeldRow, isWithdrawn: boolean): DecidedRow[] {
    const { faults, counting } = this.#options;
    const { kind, key, line, contentHash, corrects, released, staged } = row;
    if (!isRecordType(kind)) return [];
    const known = released === null && staged === null ? undefined : row;
    const record = row.body === null ? {} : { record: recordIn(row.body) };
    const decision = decide({ type: kind, contentHash, corrects, ...record }, known);
    if (decision.is === 'refused') {
      faults.add({ line, field: 'corrects' }, decision.what, decision.fix);
      return [];
    }
    if (decision.is === 'new') return [];
    if (isWithdrawn && decision.is === 'same' && staged === null) {
      this.#restated += 1;
      return [];
    }
    counting.recount(kind, decision.is);
    if (decision.is === 'replaced' && decision.corrects !== null && kind === 'belief') {
      const what = 'whose view of what a belief is cannot be corrected';
      faults.add({ line, field: 'corrects' }, what, 'withdraw it and load it under a new belief_id');
    }
    if (decision.is === 'replaced') return [{ kind, key, outcome: 'replaced', corrects: decision.corrects }];
    const waits = staged === contentHash ? 'waiting' : 'same';
    return [{ kind, key, outcome: decision.unstage ? 'unstage' : waits, corrects }];
  }

  async #fillLeftOut(slice: Slice): Promise<void> {
    const { loading, importId } = this.#options;
    const { db, collection } = loading;
    const rows = (await bodyRows(db, slice)).filter(({ kind }) => kind === 'entity').map(parsedRow);
    const filled = await withStagedFields(
      db,
      collection,
      rows.map(({ parsed }) => parsed),
    );
    const changed = filled.filter((one, at) => one !== rows[at]?.parsed);
    await setBodies(
      db,
      importId,
      changed.map((one) => ({ ...one, kind: one.type })),
    );
  }

  async #compare(rows: readonly Row[]): Promise<void> {
    const by = (...outcomes: BodyRow['outcome'][]): ParsedRecord[] =>
      rows.filter(({ outcome }) => outcomes.includes(outcome)).map(({ parsed }) => parsed);
    // A released statement changes nothing, even if its ticker has moved; a waiting one is released together with this file.
    for (const record of by('new', 'replaced', 'waiting')) {
      if (record.type === 'statement') continue;
      this.#tickers.take(record);
      this.#splitDays.take(record);
    }
    await this.#statements.check(by('replaced').filter(({ corrects }) => corrects !== null));
  }

  async #possibleNamesakes(): Promise<[RecordType, string[]][]> {
    const { loading, importId, intake } = this.#options;
    const { db, collection } = loading;
    const kinds = recordTypes.filter((kind) => intake.kinds.has(kind) && namesakesOf(kind).length > 0);
    const asked = [...new Set(kinds.flatMap(namesakesOf))];
    const held = new Set(await kindsHeld(db, { importId, collection }, asked));
    return kinds
      .map((kind): [RecordType, string[]] => [kind, namesakesOf(kind).filter((each) => held.has(each))])
      .filter(([, namesakes]) => namesakes.length > 0);
  }

  /** Statements are only asked for their lines where one of their tickers is at fault: released ones say nothing. */
  async #checkTickers(): Promise<void> {
    const { loading, importId, faults, intake } = this.#options;
    const tried = new Faults(faults.file);
    const trial = new TickerChecks(loading, tried);
    trial.sayAll(intake.tickers);
    await trial.finish(async () => new Set());
    if (tried.any || this.#tickers.namesListings) {
      const asked = { path: ['security', 'ticker'], values: [...intake.tickers.keys()] };
      const said = await statementLines(loading.db, importId, { ...asked, outcomes: ['new', 'replaced', 'waiting'] });
      this.#tickers.sayAll(new Map([...said].map(([ticker, [line = 0]]) => [ticker, line])));
    } else this.#tickers.sayAll(intake.tickers);
    await this.#tickers.finish((records) => amongRows(loading.db, importId, records));
  }
}

/** Without the count of removed characters, which rides along in the body. */
function recordIn(body: string): BundleRecord {
  const { removed_characters: _, ...record } = JSON.parse(body) as BundleRecord & { removed_characters?: number };
  return record as BundleRecord;
}

type Row = { parsed: ParsedRecord; outcome: BodyRow['outcome'] };

function parsedRow({ outcome, ...row }: BodyRow): Row {
  return { parsed: parsedAs(row), outcome };
}

/** A record as it was read, from the row that keeps it. */
export function parsedAs({ key, line, contentHash, corrects, body }: Omit<BodyRow, 'outcome'>): ParsedRecord {
  const record = JSON.parse(body) as BundleRecord;
  return {
    type: record.type,
    key,
    line,
    contentHash,
    corrects,
    body,
    record,
    removedCharacters: 0,
    removedFrom: new Map<string, number>(),
    emptied: [],
  };
}

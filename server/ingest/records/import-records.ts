// Imports a file of records: one pass streams them into an import, which is judged by queries and then staged or dropped.
import { databaseNow } from '../../store/known/clock.ts';
import { importSlices, stageSlice } from '../../store/staged/import-rows.ts';
import { acceptRecords } from '../../store/staged/staged-imports.ts';
import { beginImport, dropImport, sweepImports } from '../../store/staged/price-imports.ts';
import { holdingStaging, LeaseLost, underLease, whileAlive } from '../../store/staged/staging-lock.ts';
import { namedByImport, type NamedByImport } from '../../store/staged/import-names.ts';
import { loadSentence, noNames } from '../files/load-sentence.ts';
import { Faults, RefusedInput, refused } from '../files/faults.ts';
import { LoadCounter, progressOf, type ImportOptions, type LoadReport } from '../files/loading.ts';
import { RecordParser, type Form, type ParsedRecord } from './parse-record.ts';
import { readLines } from '../files/read-lines.ts';
import { RecordIntake } from './record-intake.ts';
import { RecordJudge, type JudgeOptions } from '../judging/record-judge.ts';

export async function importRecords(loading: ImportOptions, file: string, form: Form): Promise<LoadReport> {
  const faults = new Faults(file);
  const parser = new RecordParser(form, faults, await databaseNow(loading.db));
  const report = await importParsed(loading, faults, linesOf(loading, faults, parser));
  if (Object.keys(report.records).length === 0) throw withoutRecords(file);
  return { ...report, notes: [...report.notes, ...parser.notes()] };
}

const withoutRecords = (file: string): RefusedInput =>
  refused(file, {}, 'the file has no records', 'write one JSON object on each line');

/** Loads several files of records as one import: together they are judged and staged in far fewer statements. */
export async function importBundles(loading: ImportOptions, origin: string, files: readonly string[]): Promise<void> {
  const faults = new Faults(origin);
  await importParsed(loading, faults, bundleLines(loading, faults, files));
}

/** Lines are numbered through all files; a fault names its file and the line in it. */
async function* bundleLines(
  loading: ImportOptions,
  faults: Faults,
  files: readonly string[],
): AsyncGenerator<ParsedRecord> {
  const now = await databaseNow(loading.db);
  let before = 0;
  for (const file of files) {
    const own = new Faults(file);
    faults.beginFile(file, before);
    let last = 0;
    for await (const record of linesOf(loading, own, new RecordParser('bundle', own, now))) {
      last = record.line;
      yield { ...record, line: before + last };
    }
    own.throwIfAny();
    if (last === 0) throw withoutRecords(file);
    before += last;
  }
}

async function* linesOf(loading: ImportOptions, faults: Faults, parser: RecordParser): AsyncGenerator<ParsedRecord> {
  for await (const line of readLines(faults.file, faults, progressOf(loading, faults.file))) {
    const record = parser.parse(line);
    if (record !== null) yield record;
  }
}

/** Loads the records of a file of any format. */
export async function importParsed(
  loading: ImportOptions,
  faults: Faults,
  records: AsyncIterable<ParsedRecord>,
): Promise<LoadReport> {
  const { db, collection, dryRun } = loading;
  const { file } = faults;
  await sweepImports(db);
  const importId = await beginImport(db, collection, file, { kind: 'records', restate: loading.restate });
  const counting = new LoadCounter();
  const intake = new RecordIntake({ loading, importId, faults, counting });
  const judging = { loading, importId, faults, counting, intake };
  let isBegun = false;
  let touched = noNames();
  try {
    await whileAlive(db, importId, async (alive) => {
      for await (const record of records) {
        alive();
        await intake.take(record);
      }
      await intake.finish();
      if (dryRun) {
        touched = await judge(judging);
        return;
      }
      await holdingStaging(db, { collection, importId }, async () => {
        touched = await judge(judging);
        for await (const slice of importSlices(db, { importId, collection })) {
          await underLease(db, { collection, importId }, (trx) => stageSlice(trx, slice, file));
          isBegun = true;
        }
        await acceptRecords(db, importId);
      });
    });
  } catch (error) {
    throw lostTurn(error, file, isBegun);
  } finally {
    // The next import removes all that stays behind.
    await dropImport(db, importId).catch(() => undefined);
  }
  const counts = counting.records;
  const isStaged = !dryRun && Object.values(counts).some(({ new: added, replaced }) => added + replaced > 0);
  const report = { file, collection, dry_run: dryRun, records: counts, import_id: isStaged ? importId : null, touched };
  return { ...report, summary: loadSentence(report), notes: [...faults.notes()] };
}

/** The names in the records that are new or replace others. */
async function judge(judging: JudgeOptions): Promise<NamedByImport> {
  await new RecordJudge(judging).judge();
  judging.faults.throwIfAny();
  const { loading, importId } = judging;
  return namedByImport(loading.db, { importId, collection: loading.collection });
}

export function lostTurn(error: unknown, file: string, isBegun = false): unknown {
  if (!(error instanceof LeaseLost)) return error;
  const what = 'it stood still for so long that others had their turn';
  return new RefusedInput([{ file, line: null, field: null, what, fix: 'run it again' }], 1, isBegun);
}

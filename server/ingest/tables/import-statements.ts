// Imports a file of statements: a workbook, a table of text, a JSON array, or NDJSON.
import { databaseNow } from '../../store/known/clock.ts';
import { Faults, refused } from '../files/faults.ts';
import { progressOf, type ImportOptions, type LoadReport } from '../files/loading.ts';
import type { Line } from '../files/read-lines.ts';
import { importParsed, importRecords } from '../records/import-records.ts';
import { RecordParser, type ParsedRecord } from '../records/parse-record.ts';
import { fieldNames } from './columns.ts';
import { formatOf } from './formats/file-format.ts';
import { headerOf, labelsOf, type Header } from './header.ts';
import { arrayElements } from './formats/json-array.ts';
import { loadWorkbook, wholeFile } from './formats/load-workbook.ts';
import { RowFields, type RawStatement } from './row-fields.ts';
import type { Row, Sheet } from './table.ts';
import { TableFaults } from './table-faults.ts';
import { noOptions, type TableOptions } from './table-options.ts';
import { statementRows } from './table-rows.ts';
import { readTextTable } from './formats/text-table.ts';

export type TableReport = {
  format: 'workbook' | 'text';
  sheet: string | null;
  header_row: number;
  /** Each field with the label of its column. */
  columns: { [field: string]: string };
  people: { id: string; name: string; statements: number }[];
};

export type StatementsReport = LoadReport & { table?: TableReport };

export async function importStatements(
  loading: ImportOptions,
  file: string,
  options: TableOptions = noOptions,
): Promise<StatementsReport> {
  const format = await formatOf(file);
  switch (format) {
    case 'json-lines':
      return importRecords(loading, file, 'statements');
    case 'json-array':
      return importArray(loading, file);
    case 'workbook':
      return importTable(loading, new TableFaults(file), options, 'workbook');
    case 'text-table':
      return importTable(loading, new TableFaults(file), options, 'text');
  }
}

async function importArray(loading: ImportOptions, file: string): Promise<LoadReport> {
  const text = textOf(file, await wholeFile(file, progressOf(loading, file)));
  const faults = new Faults(file);
  const parser = new RecordParser('statements', faults, await databaseNow(loading.db));
  const report = await importParsed(loading, faults, parsedLines(arrayElements(file, text), parser));
  if (Object.keys(report.records).length === 0)
    throw refused(file, {}, 'the array has no records', 'write each statement as one object of the array');
  return { ...report, notes: [...report.notes, ...parser.notes()] };
}

function textOf(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, {}, 'the file is not UTF-8', 'save it as UTF-8');
  }
}

async function* parsedLines(lines: Iterable<Line>, parser: RecordParser): AsyncGenerator<ParsedRecord> {
  for (const line of lines) {
    const record = parser.parse(line);
    if (record !== null) yield record;
  }
}

async function importTable(
  loading: ImportOptions,
  faults: TableFaults,
  options: TableOptions,
  format: TableReport['format'],
): Promise<StatementsReport> {
  const progress = progressOf(loading, faults.file);
  const sheets: Sheet[] =
    format === 'workbook'
      ? await loadWorkbook(faults.file, progress)
      : [await readTextTable(faults.file, faults, progress)];
  const header = headerOf(sheets, options, faults);
  const rows = statementRows(header, options, faults);
  const fields = new RowFields(header, rows, options, faults);
  const statements = distinct(rows, fields, faults);
  fields.finish();
  const parser = new RecordParser('bundle', faults, await databaseNow(loading.db));
  const parsed = statements.flatMap(({ row, raw }) => parser.accept(row, 'statement', raw) ?? []);
  faults.throwIfAny();
  if (parsed.length === 0) throw refused(faults.file, {}, 'the table has no statements', 'write a row for each');
  for (const note of parser.notes()) faults.note(note);
  const report = await importParsed(loading, faults, eachOf(parsed));
  return { ...report, table: tableReport(header, fields, format) };
}

async function* eachOf(records: readonly ParsedRecord[]): AsyncGenerator<ParsedRecord> {
  yield* records;
}

type Statement = { row: number; raw: RawStatement };

/** Rows of one id have to be the same row twice. */
function distinct(rows: readonly Row[], fields: RowFields, faults: TableFaults): Statement[] {
  const first = new Map<unknown, Statement>();
  const all: Statement[] = [];
  for (const row of rows) {
    const raw = fields.fields(row);
    if (raw === null) continue;
    const id = raw['record_id'];
    const before = first.get(id);
    if (before === undefined) first.set(id, { row: row.row, raw });
    else if (!isSame(before, { row: row.row, raw }, faults)) continue;
    else fields.notes.same.push({ row: row.row, first: before.row });
    all.push({ row: row.row, raw });
  }
  return all;
}

function isSame(before: Statement, { row, raw }: Statement, faults: TableFaults): boolean {
  const names = [...new Set([...Object.keys(before.raw), ...Object.keys(raw)])];
  const other = names.filter((name) => JSON.stringify(before.raw[name]) !== JSON.stringify(raw[name]));
  if (other.length === 0) return true;
  const what = `it is the statement of row ${before.row} with another ${other.join(', ').replaceAll('_', ' ')}`;
  faults.add({ line: row }, what, 'keep the row that holds, or give each a record_id of its own');
  return false;
}

function tableReport(header: Header, fields: RowFields, format: TableReport['format']): TableReport {
  const labels = labelsOf(header);
  const columns = fieldNames.flatMap((field) => {
    const label = labels.get(field);
    return label === undefined ? [] : [[field, label] as const];
  });
  return {
    format,
    sheet: header.sheet.name,
    header_row: header.row.row,
    columns: Object.fromEntries(columns),
    people: fields.people.list(),
  };
}

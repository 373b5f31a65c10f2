// Imports a CSV file whose rows become records, like a bundle.
import { databaseNow } from '../../store/known/clock.ts';
import { Faults, refused, shownName } from '../files/faults.ts';
import { importParsed } from './import-records.ts';
import { progressOf, type ImportOptions, type LoadReport } from '../files/loading.ts';
import { RecordParser, type ParsedRecord } from './parse-record.ts';
import { columnName, readCsv } from '../files/read-csv.ts';
import { isRecordType } from './record-schemas.ts';

export type TableRow = { line: number; cell: (column: string) => string | undefined };

export type Table = {
  /** Each column under the names it may have, letters only; the first name stands for it. */
  columns: { readonly [column: string]: readonly string[] };
  required: readonly string[];
  /** The records of a row; a row may hold none. */
  records: (row: TableRow, faults: Faults) => readonly { [field: string]: unknown }[];
};

export async function importTable(loading: ImportOptions, file: string, table: Table): Promise<LoadReport> {
  const faults = new Faults(file);
  const now = await databaseNow(loading.db);
  return importParsed(loading, faults, tableRecords(loading, { file, table, faults, now }));
}

type TableFile = { file: string; table: Table; faults: Faults; now: string };

async function* tableRecords(
  loading: ImportOptions,
  { file, table, faults, now }: TableFile,
): AsyncGenerator<ParsedRecord> {
  const parser = new RecordParser('bundle', faults, now);
  let positions: Map<string, number> | null = null;
  for await (const { line, cells } of readCsv(file, faults, progressOf(loading, file))) {
    if (positions === null) {
      positions = positionsOf(file, cells, table);
      noteUnread(cells, positions, faults);
      continue;
    }
    const at = positions;
    const cell = (column: string): string | undefined => {
      const index = at.get(column);
      return index === undefined ? undefined : (cells[index] ?? '');
    };
    for (const fields of table.records({ line, cell }, faults)) {
      const record = isRecordType(fields['type']) ? parser.accept(line, fields['type'], { ...fields }) : null;
      if (record !== null) yield record;
    }
  }
  for (const note of parser.notes()) faults.note(note);
}

/** A file may have a thousand columns. */
const unreadShownMax = 20;

function noteUnread(header: readonly string[], positions: ReadonlyMap<string, number>, faults: Faults): void {
  const read = new Set(positions.values());
  const unread = header.filter((name, index) => !read.has(index) && name !== '');
  if (unread.length === 0) return;
  const more = unread.length > unreadShownMax ? `, and ${unread.length - unreadShownMax} more` : '';
  const columns = unread.length === 1 ? '1 column is' : `${unread.length} columns are`;
  faults.note(`${columns} not read: ${unread.slice(0, unreadShownMax).map(shownName).join(', ')}${more}`);
}

function positionsOf(file: string, header: readonly string[], table: Table): Map<string, number> {
  const found = header.map(columnName);
  const positions = new Map<string, number>();
  for (const [column, known] of Object.entries(table.columns)) {
    const columns = found.filter((each) => known.includes(each));
    if (columns.length > 1) {
      const what = `two columns could be the ${column}: ${columns.join(', ')}`;
      throw refused(file, { line: 1, field: column }, what, 'remove one of them');
    }
    const [name] = columns;
    if (name !== undefined) positions.set(column, found.indexOf(name));
    else if (table.required.includes(column)) {
      throw refused(
        file,
        { line: 1, field: column },
        `there is no column ${column}`,
        `name one ${known.join(', or ')}`,
      );
    }
  }
  return positions;
}

// Imports a CSV file whose rows become records: checked as a whole, then staged, like a bundle.
import { databaseNow } from '../store/clock.ts';
import { Faults, refused, shownName } from './faults.ts';
import { FileCheck, recordPasses, stageFile } from './import-records.ts';
import { progressOf, type Loading, type LoadReport } from './loading.ts';
import { RecordParser, type ParsedRecord } from './parse-record.ts';
import { columnName, readCsv } from './read-csv.ts';
import { isRecordType } from './record-schemas.ts';

export type TableRow = { line: number; cell: (column: string) => string | undefined };

export type Table = {
  /** Each column under the names it may have, letters only; the first name stands for it. */
  columns: { readonly [column: string]: readonly string[] };
  required: readonly string[];
  /** The records of a row; a row may hold none. */
  records: (row: TableRow, faults: Faults) => readonly { [field: string]: unknown }[];
};

export async function importTable(loading: Loading, file: string, table: Table): Promise<LoadReport> {
  const now = await databaseNow(loading.db);
  const faults = new Faults(file);
  const check = new FileCheck(loading, faults);
  const passes = recordPasses(file);
  const parser = new RecordParser('bundle', faults, now);
  let unread: readonly string[] = [];
  const onUnread = (columns: readonly string[]): void => void (unread = columns);
  const checked = tableRecords(loading, { file, table, faults, parser, phase: 'check', onUnread });
  for await (const record of passes.first(checked)) await check.take(record);
  await check.finish();
  faults.throwIfAny();
  if (!loading.dryRun) {
    const changes = new Faults(file);
    const again = new RecordParser('bundle', changes, now);
    const records = tableRecords(loading, { file, table, faults: changes, parser: again, phase: 'stage' });
    await stageFile(loading, file, passes.again(records, changes));
  }
  const notes = [...notesOf(unread), ...parser.notes()];
  return { file, collection: loading.collection, dry_run: loading.dryRun, records: check.counting.records, notes };
}

/** A file may have a thousand columns. */
const unreadShownMax = 20;

function notesOf(unread: readonly string[]): string[] {
  if (unread.length === 0) return [];
  const more = unread.length > unreadShownMax ? `, and ${unread.length - unreadShownMax} more` : '';
  const columns = unread.length === 1 ? '1 column is' : `${unread.length} columns are`;
  return [`${columns} not read: ${unread.slice(0, unreadShownMax).map(shownName).join(', ')}${more}`];
}

type Reading = {
  file: string;
  table: Table;
  faults: Faults;
  parser: RecordParser;
  phase: 'check' | 'stage';
  /** Is told of the columns that the table does not know. */
  onUnread?: (columns: readonly string[]) => void;
};

async function* tableRecords(
  loading: Loading,
  { file, table, faults, parser, phase, onUnread }: Reading,
): AsyncGenerator<ParsedRecord> {
  let positions: Map<string, number> | null = null;
  for await (const { line, cells } of readCsv(file, faults, progressOf(loading, file, phase))) {
    if (positions === null) {
      positions = positionsOf(file, cells, table);
      const read = new Set(positions.values());
      onUnread?.(cells.filter((name, index) => !read.has(index) && name !== ''));
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

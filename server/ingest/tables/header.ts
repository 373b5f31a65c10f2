// The header of a table: which sheet and row it is, and which column gives which field.
import { RefusedInput, shown } from '../files/faults.ts';
import { columnName } from '../files/read-csv.ts';
import { fieldNames, fieldOf, namedFields, remarkOf, tableFields, type TableField } from './columns.ts';
import { cellAt, type Row, type Sheet } from './table.ts';
import { columnLabel, type TableFaults } from './table-faults.ts';
import type { TableOptions } from './table-options.ts';
import { linesAboveHeaderMax } from './formats/text-table.ts';

export type Header = {
  sheet: Sheet;
  row: Row;
  names: readonly string[];
  columns: ReadonlyMap<TableField, number>;
  /** The currency that the header of a target names. */
  currency: string | null;
  /** Rows below the header. */
  rows: readonly Row[];
};

/** Fewer names make no header. */
const namesMin = 3;

type Candidate = Header & { doubled: [field: TableField, columns: number[]][]; missing: ColumnFault[] };
type ColumnFault = { field: TableField; what: string };

export function headerOf(sheets: readonly Sheet[], options: TableOptions, faults: TableFaults): Header {
  const [first, ...more] = candidates(sheets, options, faults);
  if (first === undefined) throw noTable(sheets, faults);
  const others = [...more].map(({ sheet }) => sheet);
  if (first.missing.length === 0 && more.some(({ missing }) => missing.length === 0))
    throw refusedSheet(
      faults,
      `more than one sheet has statements: ${namesOf([first.sheet, ...others])}`,
      `say which to load: --sheet ${shown(first.sheet.name ?? '')}`,
    );
  faults.locate(first.sheet.name, labelsOf(first));
  complain(first, faults);
  faults.throwIfAny();
  note(first, sheets, faults);
  return first;
}

/** Sheets with a header, the most complete first. */
function candidates(sheets: readonly Sheet[], options: TableOptions, faults: TableFaults): Candidate[] {
  const chosen =
    options.sheet === undefined ? sheets.filter((sheet) => !sheet.isHidden) : named(sheets, options, faults);
  const found = chosen.flatMap((sheet) => candidate(sheet, options) ?? []);
  return found.toSorted((a, b) => a.missing.length - b.missing.length || b.columns.size - a.columns.size);
}

function named(sheets: readonly Sheet[], { sheet: name = '' }: TableOptions, faults: TableFaults): Sheet[] {
  const found = sheets.filter((sheet) => sheet.name?.trim().toLowerCase() === name.trim().toLowerCase());
  if (found.length > 0) return found;
  throw refusedSheet(faults, `there is no sheet ${shown(name)}`, `name one of ${namesOf(sheets)}`);
}

const namesOf = (sheets: readonly Sheet[]): string => sheets.map(({ name }) => shown(name ?? '')).join(', ');

function refusedSheet(faults: TableFaults, what: string, fix: string): RefusedInput {
  return new RefusedInput([{ file: faults.file, line: null, field: null, what, fix }], 1);
}

function noTable(sheets: readonly Sheet[], faults: TableFaults): RefusedInput {
  const among = sheets.length > 1 ? ` in the sheets ${namesOf(sheets)}` : '';
  const what = `no row names the columns of statements${among}`;
  return refusedSheet(
    faults,
    what,
    'write a header such as that of import-statements --template, or name columns by --column',
  );
}

function candidate(sheet: Sheet, options: TableOptions): Candidate | null {
  const stated = new Map([...options.columns].map(([field, header]) => [folded(header), field]));
  const rows = sheet.rows.slice(0, linesAboveHeaderMax);
  const counts = rows.map((row) => {
    const names = headersOf(row);
    return new Set([...namedFields(names).keys(), ...names.flatMap((name) => stated.get(folded(name)) ?? [])]).size;
  });
  const at = counts.findIndex((count) => count >= namesMin);
  const row = rows[at];
  if (row === undefined) return null;
  const names = headersOf(row);
  const { columns, doubled } = columnsOf(names, stated);
  const targets = (['target', 'target_low', 'target_high'] as const).map((field) => names[columns.get(field) ?? -1]);
  const currency = targets.map((name) => remarkOf(name ?? '')).find((code) => code !== null) ?? null;
  const missing = missingOf(columns, options);
  return { sheet, row, names, columns, currency, doubled, rows: sheet.rows.slice(at + 1), missing };
}

export const folded = (header: string): string => header.toLowerCase().replaceAll(/\s+/g, ' ').trim();

export const headersOf = (row: Row): string[] => Array.from(row.cells, (cell) => cell?.text ?? '');

function columnsOf(
  names: readonly string[],
  stated: ReadonlyMap<string, TableField>,
): Pick<Candidate, 'columns' | 'doubled'> {
  const statedFields = new Set(stated.values());
  const found = new Map<TableField, number[]>();
  for (const [column, name] of names.entries()) {
    if (name === '') continue;
    const byName = fieldOf(name);
    const field = stated.get(folded(name)) ?? (byName !== undefined && !statedFields.has(byName) ? byName : undefined);
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), column]);
  }
  const isPerson = (field: TableField): boolean => ['person_id', 'person', 'handle', 'firm'].includes(field);
  const authors = found.get('author_name');
  // A table without a column of persons names the person by the author.
  if (authors !== undefined && ![...found.keys()].some(isPerson)) {
    found.delete('author_name');
    found.set('person', authors);
  }
  const columns = new Map([...found].map(([field, [column = 0]]) => [field, column] as const));
  return { columns, doubled: [...found].filter(([, several]) => several.length > 1) };
}

const needed: readonly { fields: readonly TableField[]; what: string }[] = [
  { fields: ['date'], what: 'the date' },
  { fields: ['person', 'handle', 'firm'], what: 'the person' },
  { fields: ['ticker'], what: 'the ticker' },
  { fields: ['direction', 'rating'], what: 'the direction or rating' },
  { fields: ['statement', 'rating'], what: 'the statement' },
  { fields: ['source_url'], what: 'the link to the source' },
  { fields: ['source_title'], what: 'the title of the source' },
  { fields: ['dataset'], what: 'the name of the collection that the statements come from' },
];

function missingOf(columns: ReadonlyMap<TableField, number>, { values }: TableOptions): ColumnFault[] {
  return needed.flatMap(({ fields, what }) => {
    const [field] = fields;
    return field === undefined || fields.some((one) => columns.has(one) || values.has(one)) ? [] : [{ field, what }];
  });
}

function complain({ sheet, row, names, doubled, missing, rows }: Candidate, faults: TableFaults): void {
  const line = row.row;
  for (const [field, columns] of doubled) {
    const labels = columns.map((column) => columnLabel(names[column] ?? '', column)).join(' and ');
    const fix = `say which: --column ${shownOption(field, names[columns[0] ?? 0] ?? '')}; or rename the others`;
    faults.add({ line }, `two columns could be the ${field}: ${labels}`, fix);
  }
  for (const { field, what } of missing) faults.add({ line }, `there is no column for ${what}`, fixOf(field));
  if (missing.length > 0 && sheet.merges.some(({ fromRow, toRow }) => fromRow <= line && line <= toRow))
    faults.add({ line }, 'cells of the header are merged', 'unmerge them and give each column a name');
  const [second] = rows;
  if (second === undefined) return;
  const below = headersOf(second).filter((name) => name !== '');
  if (below.length > 0 && below.every((name) => fieldOf(name) !== undefined) && !isRepeated(second, names))
    faults.add({ line: second.row }, 'the header has two rows', 'write the names of all columns in one row');
}

function fixOf(field: TableField): string {
  if (field === 'dataset') return 'name it once for all files of its kind: --set dataset=broker-ratings';
  const [names = ''] = tableFields[field];
  const set = ['source_url', 'source_title', 'person'].includes(field) ? `, or --set ${field}=…, for all rows` : '';
  return `name it "${field}" or "${names.split(' ')[1] ?? field}", or say which it is: --column ${field}=HEADER${set}`;
}

const shownOption = (field: string, header: string): string => shown(`${field}=${header.replaceAll(/\s+/g, ' ')}`);

/** Programs that print pages write the header again on each. */
export function isRepeated(row: Row, names: readonly string[]): boolean {
  const own = headersOf(row);
  return (
    own.some((name) => name !== '') && own.every((name, column) => columnName(name) === columnName(names[column] ?? ''))
  );
}

export function labelsOf({ columns, names }: Pick<Header, 'columns' | 'names'>): Map<TableField, string> {
  return new Map([...columns].map(([field, column]) => [field, columnLabel(names[column] ?? '', column)]));
}

function note({ sheet, row, names, columns, rows }: Header, sheets: readonly Sheet[], faults: TableFaults): void {
  const others = sheets.filter((other) => other !== sheet);
  if (others.length > 0) faults.note(`sheet ${shown(sheet.name ?? '')} is read; not read: ${namesOf(others)}`);
  const above = sheet.rows.filter((other) => other.row < row.row);
  if (above.length > 0)
    faults.note(`${rowsNamed(above.map((one) => one.row))} above the header ${isAre(above)} not read`);
  const mapped = new Set(columns.values());
  const unread = names.flatMap((name, column) =>
    mapped.has(column) || name === '' ? [] : [columnLabel(name, column)],
  );
  if (unread.length > 0)
    faults.note(`${unread.length === 1 ? 'a column is' : `${unread.length} columns are`} not read: ${listed(unread)}`);
  const unnamed = unnamedColumns(names, rows);
  if (unnamed.length > 0) faults.note(`columns without a name are not read: ${listed(unnamed)}`);
  const hidden = fieldNames.filter((field) => sheet.hiddenColumns.includes(columns.get(field) ?? -1));
  if (hidden.length > 0)
    faults.note(
      `hidden columns are read: ${listed(hidden.map((field) => columnLabel(names[columns.get(field) ?? 0] ?? '', columns.get(field) ?? 0)))}`,
    );
}

function unnamedColumns(names: readonly string[], rows: readonly Row[]): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const unnamed = columns.filter(
    (column) => (names[column] ?? '') === '' && rows.some((row) => cellAt(row, column) !== null),
  );
  return unnamed.map((column) => columnLabel('', column));
}

const isAre = (list: readonly unknown[]): string => (list.length === 1 ? 'is' : 'are');

const listedMax = 20;

export function listed(names: readonly string[]): string {
  const more = names.length > listedMax ? `, and ${names.length - listedMax} more` : '';
  return `${names.slice(0, listedMax).join(', ')}${more}`;
}

const rowsNamedMax = 5;

export function rowsNamed(rows: readonly number[]): string {
  const more = rows.length > rowsNamedMax ? ` and ${rows.length - rowsNamedMax} more` : '';
  return `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, rowsNamedMax).join(', ')}${more}`;
}

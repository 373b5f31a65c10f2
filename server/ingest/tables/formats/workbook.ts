// An XLSX workbook as sheets of cells: values as they were computed, dates as numbers, and all that a reader of the sheet cannot see marked.
import * as xlsx from '@e965/xlsx';
import { tableLimits, type Cell, type Merge, type Row, type Sheet, type TableLimits } from '../table.ts';
import { spelledForParser } from './workbook-text.ts';
import { WorkbookFault, zipParts } from './zip-parts.ts';

type WorkbookReader = typeof xlsx.read;
/** The types of the package leave it out. */
const { parse_zip: parseParts } = xlsx as unknown as {
  parse_zip: (parts: unknown, options: Parameters<WorkbookReader>[1]) => ReturnType<WorkbookReader>;
};

export function readWorkbook(bytes: Buffer, limits: TableLimits = tableLimits): Sheet[] {
  const parts = zipParts(bytes, limits.bytes_max);
  refuseOthers(parts);
  const container: unknown = xlsx.CFB.utils.cfb_new();
  for (const [name, content] of parts)
    if (content.length > 0) xlsx.CFB.utils.cfb_add(container, `/${name}`, spelledForParser(name, content));
  const book = parseParts(container, {
    type: 'buffer',
    dense: true,
    cellDates: false,
    cellStyles: true,
    cellFormula: true,
    cellHTML: false,
    cellNF: true,
    sheetStubs: true,
  });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name] as DenseSheet | undefined;
    if (sheet?.['!data'] === undefined) return [];
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    return [sheetOf(sheet, { name, isHidden, is1904 }, limits)];
  });
}

function refuseOthers(parts: ReadonlyMap<string, Buffer>): void {
  const others: readonly [part: string, what: string][] = [
    ['xl/workbook.bin', 'it is a binary workbook (.xlsb)'],
    ['content.xml', 'it is an OpenDocument file (.ods)'],
    ['Index/Document.iwa', 'it is a file of Numbers'],
    ['word/document.xml', 'it is a text document'],
  ];
  const other = others.find(([part]) => parts.has(part));
  if (other !== undefined) throw new WorkbookFault(other[1], 'save it as .xlsx or as CSV');
  if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /^xl\/worksheets\//i.test(name)))
    throw new WorkbookFault('it is not a workbook', 'save the table as .xlsx or as CSV');
}

type DenseSheet = xlsx.WorkSheet & { '!data'?: (xlsx.CellObject | undefined)[][] };
type About = Pick<Sheet, 'name' | 'isHidden' | 'is1904'>;

function sheetOf(sheet: DenseSheet, about: About, limits: TableLimits): Sheet {
  const rows: Row[] = [];
  const hidden = new Set((sheet['!rows'] ?? []).flatMap((row, index) => (row?.hidden === true ? [index] : [])));
  // Arrays of the parser have holes, which forEach leaves out.
  sheet['!data']?.forEach((cells, index) => {
    const read = cellsOf(cells ?? [], { name: about.name, row: index + 1 }, limits);
    if (read.every((cell) => cell === null)) return;
    rows.push({ row: index + 1, cells: read, isHidden: hidden.has(index) });
    if (rows.length > limits.rows_max)
      throw new WorkbookFault(
        `sheet "${about.name}" has more than ${limits.rows_max} rows`,
        'split it into several files',
      );
  });
  const hiddenColumns = (sheet['!cols'] ?? []).flatMap((column, index) => (column?.hidden === true ? [index] : []));
  return { ...about, rows, merges: (sheet['!merges'] ?? []).map(mergeOf), hiddenColumns };
}

function mergeOf({ s, e }: xlsx.Range): Merge {
  return { fromRow: s.r + 1, toRow: e.r + 1, fromColumn: s.c, toColumn: e.c };
}

function cellsOf(
  cells: readonly (xlsx.CellObject | undefined)[],
  { name, row }: { name: string | null; row: number },
  limits: TableLimits,
): (Cell | null)[] {
  const read: (Cell | null)[] = [];
  cells.forEach((cell, column) => {
    const one = cell === undefined ? null : cellOf(cell);
    if (one === null) return;
    if (column >= limits.columns_max)
      throw new WorkbookFault(
        `sheet "${name}" has more than ${limits.columns_max} columns (row ${row})`,
        'delete what is not needed',
      );
    while (read.length < column) read.push(null);
    read[column] = one;
  });
  return read;
}

function cellOf(cell: xlsx.CellObject): Cell | null {
  const link = cell.l?.Target;
  const more = { ...(cell.f !== undefined && { formula: 'computed' as const }), ...(link && { link }) };
  switch (cell.t) {
    case 's':
      return String(cell.v).trim() === '' ? null : { kind: 'text', text: String(cell.v).trim(), ...more };
    case 'n':
      return { ...numberCell(cell), ...more };
    case 'b':
      return { kind: 'boolean', text: cell.v === true ? 'TRUE' : 'FALSE', ...more };
    case 'e':
      if (cell.v === undefined) return { kind: 'error', text: '', formula: 'uncomputed' };
      return { kind: 'error', text: String(cell.w ?? cell.v), ...more };
    default:
      return cell.f === undefined ? null : { kind: 'error', text: '', formula: 'uncomputed' };
  }
}

function numberCell(cell: xlsx.CellObject): Cell {
  const value = Number(cell.v);
  const format = String(cell.z ?? 'General');
  if (!xlsx.SSF.is_date(format)) return { kind: 'number', text: String(value) };
  // Quoted words, escaped letters and names of languages do not belong to the date.
  const hasHour = /h/i.test(format.replaceAll(/"[^"]*"|\\.|\[\$[^\][]*\]/g, ''));
  return { kind: 'date', text: String(cell.w ?? value), serial: value, hasHour };
}

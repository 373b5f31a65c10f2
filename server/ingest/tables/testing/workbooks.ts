// Workbooks of made-up calls, as desks save them, and the mistakes that can be made in them.
import * as xlsx from '@e965/xlsx';

export const header = ['Date', 'Person', 'Firm', 'Ticker', 'Rating', 'Statement', 'Source link', 'Source title'];

export type Value = string | number | boolean | null | xlsx.CellObject;

/** A call of fictional people about a fictional listing; what matters to a test is given by its header. */
export function call(given: { [name: string]: Value } = {}): Value[] {
  const whole: { [name: string]: Value } = {
    Date: '2026-03-02',
    Person: 'Ada Quill',
    Firm: 'Quill & Sons',
    Ticker: 'ZQRX',
    Rating: 'Buy',
    Statement: 'The quarry is sold out until spring.',
    'Source link': 'https://letters.example/ada/1',
    'Source title': 'Letter 1',
    ...given,
  };
  return Object.values(whole);
}

/** The header and calls, with the columns that they add. */
export function table(...calls: { [name: string]: Value }[]): Value[][] {
  const more = calls.flatMap((one) => Object.keys(one)).filter((name) => !header.includes(name));
  const added = [...new Set(more)];
  const rowOf = (given: { [name: string]: Value }): Value[] => {
    return [...call(given).slice(0, header.length), ...added.map((name) => given[name] ?? '')];
  };
  return [[...header, ...added], ...calls.map(rowOf)];
}

const cellText = (value: Value): string => (typeof value === 'object' ? '' : String(value));

export function csv(rows: readonly (readonly Value[])[], separator = ','): string {
  const quoted = (text: string): string => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map((value) => quoted(cellText(value))).join(separator)}\n`).join('');
}

export const dateCell = (serial: number, format = 'yyyy-mm-dd'): xlsx.CellObject => ({ t: 'n', v: serial, z: format });
export const errorCell = (): xlsx.CellObject => ({ t: 'e', v: 0x17 });
export const formulaCell = (formula: string, value: string): xlsx.CellObject => ({ t: 's', v: value, f: formula });
export const linkCell = (text: string, target: string): xlsx.CellObject => ({ t: 's', v: text, l: { Target: target } });

export type BookOptions = {
  is1904?: boolean;
  hiddenRows?: readonly number[];
  hiddenSheets?: readonly string[];
  /** Ranges such as A2:A3. */
  merges?: readonly string[];
};

export function workbook(
  sheets: { [name: string]: readonly (readonly Value[])[] },
  { is1904 = false, hiddenRows = [], hiddenSheets = [], merges = [] }: BookOptions = {},
): Buffer {
  const book = xlsx.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = sheetOf(rows);
    const heights: xlsx.RowInfo[] = [];
    for (const row of hiddenRows) heights[row - 1] = { hidden: true };
    sheet['!rows'] = heights;
    sheet['!merges'] = merges.map((range) => xlsx.utils.decode_range(range));
    xlsx.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    WBProps: { date1904: is1904 },
    Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hiddenSheets.includes(name) ? 1 : 0 })),
  };
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }) as Buffer;
}

function sheetOf(rows: readonly (readonly Value[])[]): xlsx.WorkSheet {
  const sheet: xlsx.WorkSheet = {};
  let width = 0;
  for (const [r, row] of rows.entries())
    for (const [c, value] of row.entries()) {
      width = Math.max(width, c);
      if (value === null || value === '') continue;
      sheet[xlsx.utils.encode_cell({ r, c })] = typeof value === 'object' ? value : plainCell(value);
    }
  sheet['!ref'] = xlsx.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: width } });
  return sheet;
}

function plainCell(value: string | number | boolean): xlsx.CellObject {
  if (typeof value === 'string') return { t: 's', v: value };
  return typeof value === 'number' ? { t: 'n', v: value } : { t: 'b', v: value };
}

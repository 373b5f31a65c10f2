// Sheets, rows and cells of a table, in one form for every kind of file that holds one.

export type Cell = {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error';
  /** As a reader of the table sees it; of a number, all its digits. */
  text: string;
  /** The number behind a date. */
  serial?: number;
  /** The format of a date shows its hour. */
  hasHour?: boolean;
  formula?: 'computed' | 'uncomputed';
  /** Address of the cell's hyperlink. */
  link?: string;
};

/** Null for an empty cell. */
export type Row = { row: number; cells: readonly (Cell | null)[]; isHidden: boolean };

/** Rows from 1, columns from 0. */
export type Merge = { fromRow: number; toRow: number; fromColumn: number; toColumn: number };

export type Sheet = {
  /** Null for the one table of a text file. */
  name: string | null;
  isHidden: boolean;
  /** Days are counted from 1904 instead of 1900. */
  is1904: boolean;
  rows: readonly Row[];
  merges: readonly Merge[];
  hiddenColumns: readonly number[];
};

export const tableLimits = {
  /** Of a text file, of a workbook, and of all parts of a workbook unpacked. */
  bytes_max: 50 * 1024 * 1024,
  rows_max: 200_000,
  columns_max: 1_000,
} as const;

export type TableLimits = { readonly [Name in keyof typeof tableLimits]: number };

export const cellAt = ({ cells }: Row, column: number): Cell | null => cells[column] ?? null;

/** A column as spreadsheet programs letter it: A for the first, AA after Z. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}

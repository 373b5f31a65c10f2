// Settings of an operator for tables of statements: what a table leaves open and nobody may guess.
import type { TableField } from './columns.ts';
import type { Meaning } from './ratings.ts';

export type DateOrder = 'day-first' | 'month-first';
export type DecimalMark = 'point' | 'comma';

export type TableOptions = {
  sheet?: string;
  /** Columns by the header that the table gives them. */
  columns: ReadonlyMap<TableField, string>;
  /** One value for all rows, of a field without a column. */
  values: ReadonlyMap<TableField, string>;
  /** Words of authors, folded, with what they mean. */
  ratings: ReadonlyMap<string, Meaning>;
  timeZone?: string;
  dateOrder?: DateOrder;
  decimal?: DecimalMark;
  hiddenRows?: 'load' | 'skip';
};

export const noOptions: TableOptions = { columns: new Map(), values: new Map(), ratings: new Map() };

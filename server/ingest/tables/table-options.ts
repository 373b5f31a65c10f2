// Settings of an operator for tables of statements, for everything that a table leaves open.
import type { TableField } from './columns.ts';
import type { RatingSense } from './ratings.ts';

export type DateOrder = 'day-first' | 'month-first';
export type DecimalMark = 'point' | 'comma';

export type TableOptions = {
  sheet?: string;
  /** Columns by the header that the table gives them. */
  columns: ReadonlyMap<TableField, string>;
  /** One value for all rows, of a field without a column. */
  values: ReadonlyMap<TableField, string>;
  /** Words of authors, folded, with what they mean. */
  ratings: ReadonlyMap<string, RatingSense>;
  timeZone?: string;
  dateOrder?: DateOrder;
  decimal?: DecimalMark;
  hiddenRows?: 'load' | 'skip';
};

export const noOptions: TableOptions = { columns: new Map(), values: new Map(), ratings: new Map() };

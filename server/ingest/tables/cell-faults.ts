// Cells whose value is lost, or is not what was typed: errors of formulas, and dates and numbers in columns of names.
import { shown } from '../files/faults.ts';
import type { TableField } from './columns.ts';
import type { TextFault } from './date-text.ts';
import type { Cell } from './table.ts';

/** Cells in which a date or a number is what a spreadsheet program made of something else. */
const plainText: readonly TableField[] = [
  'ticker',
  'person',
  'handle',
  'person_id',
  'firm',
  'record_id',
  'rating',
  'direction',
];
/** Longer numbers lose digits in spreadsheets. */
const digitsMax = 15;

export function cellFault(field: TableField, cell: Cell): TextFault | null {
  if (cell.formula === 'uncomputed')
    return {
      what: 'the cell holds a formula without its value',
      fix: 'open the file, let it compute, and save it again; or type the value',
    };
  if (cell.kind === 'error')
    return { what: `the cell holds the error ${shown(cell.text)}`, fix: 'correct its formula, or type the value' };
  if (!plainText.includes(field)) return null;
  if (cell.kind === 'date')
    return {
      what: `${shown(cell.text)} is a date`,
      fix: 'give the column the format of text, and type again what was meant',
    };
  if (field === 'ticker' && cell.kind === 'number')
    return {
      what: `${cell.text} is a number, whose leading zeros may be lost`,
      fix: 'give the column the format of text, and type the ticker',
    };
  const isRounded = /^\d[.,]\d+E\+\d+$/i.test(cell.text) || (cell.kind === 'number' && cell.text.length > digitsMax);
  if (isRounded && field !== 'rating')
    return {
      what: `${shown(cell.text)} is a number that was rounded`,
      fix: 'give the column the format of text, and type it again',
    };
  return null;
}

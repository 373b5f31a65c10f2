// Imports a security master: each row is a listing, with the industry code that one of its filings showed.
import { basename } from 'node:path';
import type { CalendarDate } from '../../store/engine/db.ts';
import type { Faults } from '../files/faults.ts';
import type { ImportOptions, LoadReport } from '../files/loading.ts';
import { NameHistory } from './name-history.ts';
import { identifierFields } from './identifiers.ts';
import { importTable, type Table, type TableRow } from './import-table.ts';
import { calendarDate } from '../layouts/price-rows.ts';

const columns = {
  ticker: ['ticker', 'symbol'],
  name: ['name', 'companyname', 'company'],
  name_from: ['namefrom'],
  exchange: ['exchange'],
  cik: ['cik'],
  figi: ['figi', 'compositefigi'],
  isin: ['isin'],
  sic: ['sic', 'siccode'],
  sic_title: ['sictitle', 'sicdescription'],
  filed_on: ['sicfiled', 'filedon', 'filed', 'filingdate'],
  source: ['sicsource', 'source'],
} as const;

/** How tools write that a cell has no value. A listing whose name is unknown is shown by its ticker, and not as nan. */
const noValues = new Set(['null', 'nan', 'none', 'n/a', '#n/a', '<na>']);

/** Undefined if the file has no such column. */
function valueOf(row: TableRow, column: keyof typeof columns): string | undefined {
  const value = row.cell(column);
  return value !== undefined && noValues.has(value.toLowerCase()) ? '' : value;
}

export async function importSecurities(loading: ImportOptions, file: string): Promise<LoadReport> {
  let undated = 0;
  const names = new NameHistory();
  const table: Table = {
    columns,
    required: ['ticker'],
    records: (row, faults) => {
      const filedOn = dateOf(row, 'filed_on', faults);
      const nameFrom = dateOf(row, 'name_from', faults);
      if (filedOn === undefined || nameFrom === undefined) return [];
      const [ticker, name] = [row.cell('ticker') ?? '', valueOf(row, 'name') ?? ''];
      if (name !== '') names.take(ticker, name, nameFrom);
      const sic = valueOf(row, 'sic') ?? '';
      if (sic === '') return [listing(row, nameFrom)];
      if (filedOn === null) undated += 1;
      return [listing(row, nameFrom), industry(row, filedOn, basename(file))];
    },
  };
  const report = await importTable(loading, file, table);
  const note = `${undated} industry codes have no filing date: they are kept and relate to nothing`;
  const notes = [...report.notes, ...(undated === 0 ? [] : [note]), ...(await names.notes(loading))];
  return { ...report, notes };
}

/** Null for an empty cell or no such column; undefined for what is not a date, which is a fault. */
function dateOf(row: TableRow, column: 'filed_on' | 'name_from', faults: Faults): CalendarDate | null | undefined {
  const value = valueOf(row, column) ?? '';
  if (value === '') return null;
  const date = calendarDate(value);
  if (date !== null) return date;
  const place = { line: row.line, field: column };
  faults.add(place, 'it is not a calendar date that exists', 'write it as 2021-01-28 or 20210128');
  return undefined;
}

/** A column that the file does not have says nothing; an empty cell says that there is none. */
function listing(row: TableRow, nameFrom: CalendarDate | null): { [field: string]: unknown } {
  const optional = (['name', 'exchange', ...identifierFields] as const).flatMap((column) => {
    const value = valueOf(row, column);
    return value === undefined ? [] : [[column, value === '' ? null : value] as const];
  });
  return {
    type: 'entity',
    kind: 'listing',
    ticker: row.cell('ticker'),
    ...Object.fromEntries(optional),
    ...(nameFrom !== null && { name_from: nameFrom }),
  };
}

function industry(row: TableRow, filedOn: string | null, file: string): { [field: string]: unknown } {
  return {
    type: 'industry',
    ticker: row.cell('ticker'),
    sic: valueOf(row, 'sic'),
    sic_title: valueOf(row, 'sic_title') || null,
    filed_on: filedOn,
    source: valueOf(row, 'source') || file,
  };
}

// Imports a security master: each row is a listing, with the industry code that one of its filings showed.
import { basename } from 'node:path';
import type { Loading, LoadReport } from './loading.ts';
import { importTable, type Table, type TableRow } from './import-table.ts';
import { calendarDate } from './price-rows.ts';

const columns = {
  ticker: ['ticker', 'symbol'],
  name: ['name', 'companyname', 'company'],
  exchange: ['exchange'],
  cik: ['cik'],
  sic: ['sic', 'siccode'],
  sic_title: ['sictitle', 'sicdescription'],
  filed_on: ['sicfiled', 'filedon', 'filed', 'filingdate'],
  source: ['sicsource', 'source'],
} as const;

/** How tools write that a cell has no value. A listing whose name is unknown is shown by its ticker, and not as nan. */
const noValues = new Set(['null', 'nan', 'none', 'n/a', '#n/a', '<na>']);

/** Undefined where the file has no such column. */
function valueOf(row: TableRow, column: keyof typeof columns): string | undefined {
  const value = row.cell(column);
  return value !== undefined && noValues.has(value.toLowerCase()) ? '' : value;
}

export async function importSecurities(loading: Loading, file: string): Promise<LoadReport> {
  let undated = 0;
  const table: Table = {
    columns,
    required: ['ticker'],
    records: (row, faults) => {
      const filed = valueOf(row, 'filed_on') ?? '';
      const filedOn = filed === '' ? null : calendarDate(filed);
      if (filed !== '' && filedOn === null) {
        faults.add(
          { line: row.line, field: 'filed_on' },
          'it is no calendar date that exists',
          'write it as 2021-01-28 or 20210128',
        );
        return [];
      }
      const sic = valueOf(row, 'sic') ?? '';
      if (sic === '') return [listing(row)];
      if (filedOn === null) undated += 1;
      return [listing(row), industry(row, filedOn, basename(file))];
    },
  };
  const report = await importTable(loading, file, table);
  // Rows are read twice when they are staged.
  const count = loading.dryRun ? undated : undated / 2;
  const note = `${count} industry codes have no filing date: they are kept and relate to nothing`;
  return count === 0 ? report : { ...report, notes: [...report.notes, note] };
}

/** A column that the file does not have says nothing; an empty cell says that there is none. */
function listing(row: TableRow): { [field: string]: unknown } {
  const optional = (['name', 'exchange', 'cik'] as const).flatMap((column) => {
    const value = valueOf(row, column);
    return value === undefined ? [] : [[column, value === '' ? null : value] as const];
  });
  return {
    type: 'entity',
    kind: 'listing',
    ticker: row.cell('ticker'),
    ...Object.fromEntries(optional),
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

// Mistakes that spreadsheets have: each is refused in the table's own words or mended with a note, and none is silently wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';
import { importStatements, type StatementsReport } from './import-statements.ts';
import { ratingKey, type Meaning } from './ratings.ts';
import type { TableOptions } from './table-options.ts';
import {
  call,
  csv,
  dateCell,
  errorCell,
  formulaCell,
  header,
  linkCell,
  table,
  workbook,
  type BookOptions,
  type Value,
} from './testing/workbooks.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

const words: [string, Meaning][] = [
  ['Buy', 'bullish'],
  ['Sell', 'bearish'],
];

function options(more: Partial<TableOptions> = {}): TableOptions {
  return {
    columns: new Map(),
    values: new Map([['dataset', 'desk-calls']]),
    ratings: new Map(words.map(([word, meaning]) => [ratingKey(word), meaning])),
    ...more,
  };
}

type TableFile = { content: string | Buffer; more?: Partial<TableOptions> };

async function load(name: string, { content, more }: TableFile): Promise<StatementsReport> {
  return importStatements({ ...bench.loading(), dryRun: true }, await bench.file(name, content), options(more));
}

const book = (rows: readonly (readonly Value[])[], more: BookOptions = {}): Buffer => workbook({ Calls: rows }, more);

/** 2 March 2026, as spreadsheets count days. */
const march2 = 46083;

const refused: [mistake: string, name: string, given: TableFile, faults: string[]][] = [
  [
    'a header of two rows',
    'calls.csv',
    { content: csv([[...header.slice(0, 6), 'Source', ''], ['', '', '', '', '', '', 'Link', 'Title'], call()]) },
    [
      'calls.csv, row 1: there is no column for the link to the source; name it "source_url" or "sourcelink", or say which it is: --column source_url=HEADER, or --set source_url=…, for all rows',
      'calls.csv, row 1: there is no column for the title of the source; name it "source_title" or "title", or say which it is: --column source_title=HEADER, or --set source_title=…, for all rows',
      'calls.csv, row 2: the header has two rows; write the names of all columns in one row',
    ],
  ],
  [
    'merged cells of people',
    'calls.xlsx',
    {
      content: book([header, call(), call({ Person: null, 'Source link': 'https://letters.example/ada/2' })], {
        merges: ['B2:B3'],
      }),
    },
    [
      'calls.xlsx, sheet "Calls", row 2: the cells B2:B3 are merged; unmerge them and fill each row',
      'calls.xlsx, sheet "Calls", row 3: the cells B2:B3 are merged; unmerge them and fill each row',
    ],
  ],
  [
    'dates that are day and month, or month and day',
    'calls.csv',
    { content: csv(table({ Date: '03/04/2026' })) },
    [
      'calls.csv, row 2, column "Date" (A): "03/04/2026" could be day and month, or month and day; say which: --date-order day-first, or month-first',
    ],
  ],
  [
    'a column that is read in two orders',
    'calls.csv',
    { content: csv(table({ Date: '13/04/2026' }, { Date: '04/13/2026' })) },
    [
      'calls.csv, row 2, column "Date" (A): "13/04/2026" begins with the day, and "04/13/2026" in row 3 with the month; write all dates as 2026-09-10',
      'calls.csv, row 3, column "Date" (A): "04/13/2026" has no month 13, read day-first; correct it, or --date-order',
    ],
  ],
  [
    'days and months that a program exchanged in some rows',
    'calls.xlsx',
    { content: book(table({ Date: '13/02/2026' }, { Date: dateCell(march2) })) },
    [
      'calls.xlsx, sheet "Calls", row 2, column "Date" (A): "13/02/2026" is text, and row 3 has a date: a spreadsheet program may have exchanged day and month in some rows; import the column as text again, or write all dates as 2026-09-10',
    ],
  ],
  [
    'the number of a day',
    'calls.csv',
    { content: csv(table({ Date: '46083' })) },
    [
      'calls.csv, row 2, column "Date" (A): "46083" is the number of a day of a spreadsheet; give the cells the format of a date, and save again',
    ],
  ],
  [
    'a time without a zone',
    'calls.csv',
    { content: csv(table({ Date: '2026-03-02 16:30' })) },
    [
      'calls.csv, row 2, column "Date" (A): "2026-03-02 16:30" has a time without a time zone; say whose time it is, such as --time-zone America/New_York, or UTC; or leave only the date',
    ],
  ],
  [
    'a zone of several meanings',
    'calls.csv',
    { content: csv(table({ Date: '2026-03-02 16:30 EST' })) },
    [
      'calls.csv, row 2, column "Date" (A): "2026-03-02 16:30 EST" ends with "EST", which is not one time zone; remove it and name the zone, such as --time-zone America/New_York, or write the offset, as in 16:30-04:00',
    ],
  ],
  [
    'an hour that clocks skipped',
    'calls.csv',
    { content: csv(table({ Date: '2026-03-08 02:30' })), more: { timeZone: 'America/New_York' } },
    [
      'calls.csv, row 2, column "Date" (A): "2026-03-08 02:30" clocks in America/New_York skipped 2026-03-08 02:30; correct it, or write the offset',
    ],
  ],
  [
    'an error of a formula',
    'calls.xlsx',
    { content: book(table({ Ticker: errorCell() })) },
    [
      'calls.xlsx, sheet "Calls", row 2, column "Ticker" (D): the cell holds the error "#REF!"; correct its formula, or type the value',
    ],
  ],
  [
    'an error of a formula, saved as text',
    'calls.csv',
    { content: csv(table({ Statement: '#N/A' })) },
    [
      'calls.csv, row 2, column "Statement" (F): the cell holds the error "#N/A"; correct its formula, or type the value',
    ],
  ],
  [
    'a formula that was saved as its text',
    'calls.csv',
    { content: csv(table({ 'Source link': '=HYPERLINK("https://letters.example/1")' })) },
    [
      'calls.csv, row 2, column "Source link" (G): the cell holds a formula without its value; open the file, let it compute, and save it again; or type the value',
    ],
  ],
  [
    'thousands that could be decimals',
    'calls.csv',
    { content: csv(table({ Target: '1,234', Currency: 'USD' })) },
    [
      'calls.csv, row 2, column "Target" (I): "1,234" could be 1234 or 1.234; say what the mark is: --decimal point, or comma',
    ],
  ],
  [
    'a target without a currency',
    'calls.csv',
    { content: csv(table({ Target: '$120' })) },
    [
      'calls.csv, row 2, column "Target" (I): it is not said which dollar the target is in; add a column currency, or say it for all rows: --set currency=USD',
    ],
  ],
  [
    'hidden rows',
    'calls.xlsx',
    { content: book(table({}, { Person: 'Hollis Grane' }), { hiddenRows: [3] }) },
    ['calls.xlsx, sheet "Calls", row 3: the row is hidden; show it or delete it, or say --hidden-rows load, or skip'],
  ],
  [
    'a ticker that became a date',
    'calls.xlsx',
    { content: book(table({ Ticker: dateCell(march2, 'd-mmm') })) },
    [
      'calls.xlsx, sheet "Calls", row 2, column "Ticker" (D): "2-Mar" is a date; give the column the format of text, and type again what was meant',
    ],
  ],
  [
    'a ticker that lost its zeros',
    'calls.xlsx',
    { content: book(table({ Ticker: 700 })) },
    [
      'calls.xlsx, sheet "Calls", row 2, column "Ticker" (D): 700 is a number, whose leading zeros may be lost; give the column the format of text, and type the ticker',
    ],
  ],
  [
    'ids that were rounded',
    'calls.csv',
    { content: csv(table({ 'Record id': '1.23457E+17' })) },
    [
      'calls.csv, row 2, column "Record id" (I): "1.23457E+17" is a number that was rounded; give the column the format of text, and type it again',
    ],
  ],
  [
    'smart quotes around a cell with a comma',
    'calls.csv',
    {
      content: `${csv([header])}2026-03-02,Ada Quill,Quill,ZQRX,Buy,“Sold out, until spring”,https://letters.example/1,Letter 1\n`,
    },
    [
      'calls.csv, row 2: it has 9 cells and the header 8; put a cell with separators or line ends into straight quotes ("); a file that ends within a row is truncated',
    ],
  ],
  [
    'a note below the table',
    'calls.xlsx',
    { content: book([...table({}), ['Source: the desk']]) },
    ['calls.xlsx, sheet "Calls", row 3: the row holds only "Source: the desk"; complete it; remove notes and totals'],
  ],
  [
    'one statement with two ratings',
    'calls.csv',
    { content: csv(table({}, { Rating: 'Sell' })) },
    [
      'calls.csv, row 3: it is the statement of row 2 with another direction, rating; keep the row that holds, or give each a record_id of its own',
    ],
  ],
  [
    'words without a meaning',
    'calls.csv',
    {
      content: csv(
        table(
          { Rating: 'Strong Buy' },
          { Rating: 'Hold', Person: 'Hollis Grane' },
          { Rating: 'HOLD', Person: 'Wren Tolliver' },
        ),
      ),
    },
    [
      `calls.csv, row 2, column "Rating" (E): "Strong Buy" has no meaning yet (1 row); say what it means: --map 'rating=Strong Buy:bullish', or bearish, mixed, unclear, dropped`,
      `calls.csv, row 3, column "Rating" (E): "Hold" has no meaning yet (2 rows); say what it means: --map 'rating=Hold:bullish', or bearish, mixed, unclear, dropped`,
    ],
  ],
  [
    'two columns of one name',
    'calls.csv',
    {
      content: csv([
        [...header, 'Date'],
        [...call(), '2026-03-03'],
      ]),
    },
    [
      'calls.csv, row 1: two columns could be the date: "Date" (A) and "Date" (I); say which: --column "date=Date"; or rename the others',
    ],
  ],
  [
    'a wrong sheet',
    'calls.xlsx',
    {
      content: workbook({
        Prices: [
          ['Day', 'Close'],
          ['2026-03-02', 12],
        ],
        Notes: [['to do']],
      }),
    },
    [
      'calls.xlsx: no row names the columns of statements in the sheets "Prices", "Notes"; write a header such as that of import-statements --template, or name columns by --column',
    ],
  ],
  [
    'two sheets of statements',
    'calls.xlsx',
    { content: workbook({ March: table({}), April: table({}) }) },
    ['calls.xlsx: more than one sheet has statements: "March", "April"; say which to load: --sheet "March"'],
  ],
  [
    'a workbook of an old format',
    'calls.xls',
    { content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) },
    [
      'calls.xls: it is a workbook of an old format (.xls), or one with a password; save it as .xlsx without a password, or as CSV',
    ],
  ],
  [
    'text in UTF-16',
    'calls.csv',
    { content: Buffer.from(`\uFEFF${csv(table({}))}`, 'utf16le') },
    ['calls.csv: the text is in UTF-16 ("Unicode Text"); save it as "CSV UTF-8"'],
  ],
];

const mended: [mistake: string, name: string, given: TableFile, count: number, notes: string[]][] = [
  [
    'a title above the header',
    'calls.csv',
    { content: `Calls of the week\n\n${csv(table({}), ';')}` },
    1,
    ['row 1 above the header is not read'],
  ],
  [
    'a merged title',
    'calls.xlsx',
    { content: book([['Calls of the week'], ...table({})], { merges: ['A1:H1'] }) },
    1,
    ['row 1 above the header is not read'],
  ],
  [
    'totals',
    'calls.xlsx',
    { content: book([...table({}), ['Total', null, null, null, 1]]) },
    1,
    ['totals are left out: row 3'],
  ],
  [
    'a header on every page',
    'calls.csv',
    { content: csv([...table({}), header, call({ Person: 'Hollis Grane' })]) },
    2,
    ['the header is repeated: row 3'],
  ],
  ['dates of a spreadsheet', 'calls.xlsx', { content: book(table({ Date: dateCell(march2) })) }, 1, []],
  [
    'repeated rows',
    'calls.csv',
    { content: csv(table({}, { Person: 'Hollis Grane' }, {})) },
    3,
    ['repeated rows count once: row 4 is row 2'],
  ],
  [
    'formulas',
    'calls.xlsx',
    { content: book(table({ Rating: formulaCell('IF(1,"Buy","Sell")', 'Buy') })) },
    1,
    ['cells with formulas are read by their saved values: 1'],
  ],
  [
    'an order that the column decides',
    'calls.csv',
    { content: csv(table({ Date: '03/02/2026' }, { Date: '13/02/2026' })) },
    2,
    ['dates are read day-first, which "13/02/2026" in row 3 decides'],
  ],
  [
    'thousands that the column decides',
    'calls.csv',
    {
      content: csv(
        table({ Target: '1,234', Currency: 'USD' }, { Person: 'Hollis Grane', Target: '1,250.50', Currency: 'USD' }),
      ),
    },
    2,
    ['2 prices are read with a decimal point, such as "1,234"'],
  ],
  [
    'hidden rows to leave out',
    'calls.xlsx',
    { content: book(table({}, { Person: 'Hollis Grane' }), { hiddenRows: [3] }), more: { hiddenRows: 'skip' } },
    1,
    ['hidden rows are left out: row 3'],
  ],
  [
    'a link behind its text',
    'calls.xlsx',
    { content: book(table({ 'Source link': linkCell('Letter', 'https://letters.example/1') })) },
    1,
    ['links are taken from behind the text of their cells: 1'],
  ],
  [
    'cashtags',
    'calls.csv',
    { content: csv(table({ Ticker: '$ZQRX' })) },
    1,
    ['the $ in front of a ticker is left out: 1 times'],
  ],
  [
    'midnights of a data frame',
    'calls.csv',
    { content: csv(table({ Date: '2026-03-02 00:00:00' })) },
    1,
    ['all times are midnight: they are read as dates without a time'],
  ],
  [
    'other sheets, one of them hidden',
    'calls.xlsx',
    { content: workbook({ About: [['of the desk']], Calls: table({}), Old: table({}) }, { hiddenSheets: ['Old'] }) },
    1,
    ['sheet "Calls" is read; not read: "About", "Old"'],
  ],
  [
    'a column of remarks',
    'calls.csv',
    { content: csv(table({ Remarks: 'ask again' })) },
    1,
    ['a column is not read: "Remarks" (I)'],
  ],
  [
    'a rating without words',
    'calls.csv',
    { content: csv(table({ Statement: '' })) },
    1,
    ['rows without words are rendered from rating, target and horizon: 1'],
  ],
  [
    'namesakes',
    'calls.csv',
    { content: csv(table({}, { Firm: 'Other House' })) },
    2,
    [
      'namesakes are kept apart (a column person_id makes them one): "Ada Quill" is p:ada-quill@quill-&-sons (from row 2), p:ada-quill@other-house (from row 3)',
    ],
  ],
];

describe('a mistake in a table', () => {
  it.each(refused)('is refused with its place and its fix: %s', async (_mistake, name, given, faults) => {
    expect(await bench.faults(() => load(name, given))).toEqual(faults);
  });

  it.each(mended)('is mended with a note: %s', async (_mistake, name, given, count, notes) => {
    const report = await load(name, given);
    expect(report.records).toMatchObject({ statement: { read: count } });
    expect(report.notes).toEqual(expect.arrayContaining(notes));
  });
});

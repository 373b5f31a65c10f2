// Rows, columns and files that a desk may have by mistake: each is refused in the table's own words.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';
import { book, loadTable, march2, type TableFile } from './testing/mistakes.ts';
import { call, csv, dateCell, header, table, workbook } from './testing/workbooks.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

const refused: [mistake: string, name: string, given: TableFile, faults: string[]][] = [
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

it.each(refused)('a table is refused with its place and its fix: %s', async (_mistake, name, file, faults) => {
  expect(await bench.faults(() => loadTable(bench, name, file))).toEqual(faults);
});

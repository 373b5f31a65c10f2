// Cells that a table may have by mistake: each is refused in the table's own words, and none is silently wrong.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';
import { book, loadTable, march2, type TableFile } from './testing/mistakes.ts';
import { call, csv, dateCell, errorCell, header, table } from './testing/workbooks.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

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
];

it.each(refused)('a table is refused with its place and its fix: %s', async (_mistake, name, file, faults) => {
  expect(await bench.faults(() => loadTable(bench, name, file))).toEqual(faults);
});

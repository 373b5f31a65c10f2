// Mistakes of spreadsheets that have one meaning: each is mended with a note.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';
import { book, loadTable, march2, type TableFile } from './testing/mistakes.ts';
import { call, csv, dateCell, formulaCell, header, linkCell, table, workbook } from './testing/workbooks.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

const mended: [mistake: string, name: string, file: TableFile, count: number, notes: string[]][] = [
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

it.each(mended.map(([mistake, name, file, count, notes]) => ({ mistake, name, file, count, notes })))(
  'a table is mended with a note: $mistake',
  async ({ name, file, count, notes }) => {
    const report = await loadTable(bench, name, file);
    expect(report.records).toMatchObject({ statement: { read: count } });
    expect(report.notes).toEqual(expect.arrayContaining(notes));
  },
);

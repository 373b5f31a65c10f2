// Statements from tables and arrays as they are staged and released, and the command that loads them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountBench } from '../../admin/testing/account-bench.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { csv, dateCell, table, workbook } from './testing/workbooks.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const set = ['--set', 'dataset=desk-calls'];
const map = ['--map', 'rating=Outperform:bullish', '--map', 'rating=No longer covered:dropped'];

const run = (...words: string[]) => accountBench(bench.store).run('import-statements', ...words);

it('keeps the word of the author, and counts a mapped direction as classified by the operator', async () => {
  const rows = table(
    { Rating: 'Outperform', Target: '1,250.50', Currency: 'USD', Horizon: '12 months' },
    { Rating: 'No longer covered', Date: '2026-04-02', Statement: '' },
  );
  const { stdout } = await run(await bench.file('calls.csv', csv(rows)), ...set, ...map);
  expect(stdout).toContain('columns (row 1): date = "Date" (A); person = "Person" (B); firm = "Firm" (C)');
  expect(stdout).toContain(
    'directions from words, as mapped: "Outperform" = bullish (1); "No longer covered" = dropped (1)',
  );
  await bench.release();
  const revisions = await bench.rows<{ body: { statements: object[]; direction_basis: string } }>(
    'select direction, status, body from revision order by revision',
  );
  expect(revisions).toMatchObject([
    {
      direction: 'bullish',
      status: 'active',
      body: {
        direction_basis: 'operator_classified',
        statements: [
          {
            rating: 'Outperform',
            day: true,
            horizon: { text: '12 months' },
            target: { low: '1250.50', high: '1250.50', currency: 'USD' },
          },
        ],
      },
    },
    { direction: 'bullish', status: 'abandoned', body: { statements: [{ rating: 'No longer covered' }] } },
  ]);
  expect(await bench.rows('select capture from evidence order by observed_at')).toEqual([
    { capture: 'The quarry is sold out until spring.' },
    { capture: 'Rating: No longer covered.' },
  ]);
});

it('adds nothing by another export of the same rows in another order, as a workbook or as text', async () => {
  const calls = [
    { Rating: 'Outperform' },
    { Rating: 'Outperform', Person: 'Hollis Grane', Date: dateCell(46084), Statement: 'Two lines:\nboth hold.' },
  ];
  const inText = calls.map((one) => ({ ...one, ...('Date' in one && { Date: '2026-03-13' }) }));
  await run(await bench.file('calls.csv', csv(table(...inText))), ...set, ...map);
  await bench.release();
  const other = [
    { ...calls[1], Date: dateCell(46094) },
    { ...calls[0], Date: dateCell(46083) },
  ];
  const book = await bench.file('calls.xlsx', workbook({ Calls: table(...other) }));
  const { stdout, stderr } = await run(book, ...set, ...map);
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('statement: 2 read, 0 new, 2 unchanged, 0 replaced')]);
  expect(stdout).toContain('nothing new: nothing is staged for live');
});

it('loads an array as it loads its lines, and says where an array is wrong', async () => {
  const records = [
    statement('a'),
    statement('b', { observed_at: '2020-03-03T15:00:00Z', statement: 'A ] in "words".' }),
  ];
  await run(await bench.file('array.json', JSON.stringify(records, null, 2)));
  const { stdout } = await run(await bench.lines('lines.ndjson', records));
  expect(stdout).toContain('statement: 2 read, 0 new, 2 unchanged, 0 replaced');
  const broken: [content: string, fault: string][] = [
    ['[{"a": 1}\n {"b": 2}]', 'broken.json:2: there is no comma between two records; write a comma between them'],
    ['[{"a": 1', 'broken.json:1: the array does not end; close it with ]; a file that ends within one is truncated'],
    ['[{"a": 1}] more', 'broken.json:1: something follows the array; write one array of records and no more'],
    ['[]', 'broken.json: the array has no records; write each statement as one object of the array'],
    ['[{"a": 1}, 2]', 'broken.json:1: the element is not a record; write each record as a JSON object'],
  ];
  for (const [content, fault] of broken) {
    const { exit, stderr } = await run(await bench.file('broken.json', content));
    expect([exit, stderr.replaceAll(`${bench.folder}/`, '')]).toEqual([1, expect.stringContaining(fault)]);
  }
});

it('knows a format by what is in the file, not by its name', async () => {
  const rows = table({ Rating: 'Outperform' });
  const files = [
    await bench.file('a.ndjson', csv(rows)),
    await bench.file('b.dat', csv(rows, '\t')),
    await bench.file('c.csv', workbook({ Calls: rows })),
    await bench.lines('d.csv', [statement('d')]),
  ];
  const { exit, stdout } = await run(...files, ...set, ...map, '--dry-run');
  expect([exit, stdout.match(/statement: 1 read, 1 new/g)]).toEqual([
    0,
    Array.from({ length: 4 }, () => 'statement: 1 read, 1 new'),
  ]);
});

it.each(['statements.csv', 'statements.xlsx'])('writes a template that loads as it is: %s', async (name) => {
  const file = join(bench.folder, name);
  expect(await run('--template', file)).toMatchObject({ exit: 0 });
  expect((await run('--template', file)).stderr).toContain('there is a file of this name');
  expect((await readFile(file)).length).toBeGreaterThan(400);
  const { exit, stdout } = await run(file);
  expect([exit, stdout]).toEqual([0, expect.stringContaining('statement: 2 read, 2 new, 0 unchanged, 0 replaced')]);
});

it('reads meanings from a file, and refuses options that it does not understand', async () => {
  const file = await bench.file('calls.csv', csv(table({ Rating: 'OUTPERFORM' })));
  const ratings = await bench.file('ratings.csv', 'word,meaning\nOutperform,bullish\n');
  expect(await run(file, ...set, '--map', `rating=${ratings}`)).toMatchObject({ exit: 0 });
  const refused: [words: string[], message: string][] = [
    [['--map', 'rating=Hold:good'], '--map rating=Hold:good is not understood: write rating=WORD:MEANING'],
    [
      ['--map', 'rating=Hold:mixed', '--map', 'rating=HOLD:bearish'],
      '--map gives "HOLD" two meanings: mixed and bearish',
    ],
    [['--column', 'tocker=A'], '"tocker" is not a field; the fields are record_id, dataset, date'],
    [['--time-zone', 'EST'], '--time-zone EST is not the name of a time zone'],
    [['--date-order', 'dmy'], '--date-order dmy is not known: write day-first or month-first'],
  ];
  for (const [words, message] of refused) await expect(run(file, ...words)).rejects.toThrow(message);
});

it('takes a column by its own header', async () => {
  const [header = [], ...rows] = table({ Rating: 'Outperform' });
  const named = header.map((name) => (name === 'Person' ? 'Sprecher' : name === 'Firm' ? 'Haus' : name));
  const file = await bench.file('calls.csv', csv([named, ...rows]));
  const { exit, stdout } = await run(file, ...set, ...map, '--column', 'person=sprecher', '--time-zone', 'UTC');
  expect([exit, stdout]).toEqual([0, expect.stringContaining('person = "Sprecher" (B)')]);
  expect(stdout).toContain('1 person: p:ada-quill = "Ada Quill" (1)');
});

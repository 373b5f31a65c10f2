// Near misses: what a file opens and resembles is named in its report, and refused under --strict.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRecords } from '../records/import-records.ts';
import { importSecurities } from '../records/import-securities.ts';
import type { LoadReport } from '../files/loading.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await importSecurities(bench.loading(), await bench.file('m.csv', 'ticker,name\nZQRX,Zeta Quarry\nZK.B,Kappa\n'));
  await bench.bundle({ type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: null });
});
afterEach(() => bench.close());

const of = (ticker: string) => ({ security: { ticker, name: null } });
const by = (id: string, name: string) => ({ person: { id, name, handle: null } });
const master = async (content: string): Promise<LoadReport> =>
  importSecurities(bench.loading(), await bench.file('master.csv', content));

async function strict(...records: object[]): Promise<string[]> {
  const file = await bench.lines('s.ndjson', records);
  return bench.faults(() => importRecords({ ...bench.loading(), strict: true }, file, 'statements'));
}

describe.each([
  ['staged', async () => undefined],
  ['released', async () => void (await bench.release())],
])('beside what is %s', (_what, settle) => {
  beforeEach(settle);

  it.each([
    ['a letter more', 'ZQRXX', 'ZQRX'],
    ['another letter', 'ZQRY', 'ZQRX'],
    ['another sign', 'ZK-B', 'ZK.B'],
    ['no sign', 'ZKB', 'ZK.B'],
  ])('a ticker with %s is named', async (_how, ticker, known) => {
    const { notes } = await bench.statements(statement('r:1', of('ZQRX')), statement('r:2', of(ticker)));
    expect(notes).toContain(
      `1 new tickers that no security master names resemble listed ones: ${ticker} (line 2), like ${known}`,
    );
  });

  it.each([
    ['the same name', 'p:quill', 'Ada Quill'],
    ['the name in other letters', 'p:quill', 'ADA  QUILL'],
    ['the name with other signs', 'p:quill', 'Áda-Quill'],
    ['the id in capitals', 'P:ADA', 'Somebody'],
  ])('a person with %s is named', async (_how, id, name) => {
    const { notes } = await bench.statements(statement('r:1', by(id, name)));
    expect(notes).toContainEqual(expect.stringMatching(`^1 new people have .*: ${id} ".*" \\(line 1\\), like p:ada$`));
  });

  it('a listing of a later master with the name or the spelling of another is named', async () => {
    const { notes } = await master('ticker,name\nZNEW,Zeta Quarry\nZK-B,Other\nZZZZ,Else\nZQRX,Zeta Quarry\n');
    expect(notes).toEqual([
      '2 new listings have the name, or another spelling of the ticker, of a known one: ZNEW (line 2), like ZQRX; ZK-B (line 3), like ZK.B',
    ]);
  });

  it('what is known, or like nothing, is not named', async () => {
    const { notes } = await bench.statements(
      statement('r:1'),
      statement('r:2', { ...of('OTHR'), ...by('p:bo', 'Bo Reed') }),
    );
    expect(notes.filter((note) => note.includes('like'))).toEqual([]);
  });

  it('--strict refuses a ticker and a person that no master names, and nothing else', async () => {
    expect(
      await strict(
        statement('r:1'),
        statement('r:2', of('ZQRY')),
        statement('r:3', of('ZQRY')),
        statement('r:4', by('p:bo', 'Bo Reed')),
      ),
    ).toEqual([
      's.ndjson:2:security.ticker: no security master names ZQRY (nearest: ZQRX); correct it, or load its security first',
      's.ndjson:4:person.id: no person record names "p:bo" ("Bo Reed"); correct it, or load a person record first',
    ]);
    expect(await strict(statement('r:1'))).toEqual([]);
  });
});

it('people of one file with one name are named once, and released statements count as known', async () => {
  const [one, two] = [by('p:bo', 'Bo Reed'), by('p:reed', 'Bo Reed')];
  const first = await bench.statements(statement('r:1', one), statement('r:2', two));
  expect(first.notes).toContainEqual(expect.stringContaining('1 new people have'));
  await bench.release();
  const later = await bench.statements(statement('r:3', by('p:bo2', 'bo reed')));
  expect(later.notes).toContainEqual(expect.stringContaining('p:bo2 "bo reed" (line 1), like p:bo'));
});

/** Letters for the digits of a number, and one that checks them: two tickers differ in at least two places. */
function tickerOf(number: number): string {
  const digits = [...String(number).padStart(4, '0')].map(Number);
  const check = digits.reduce((sum, digit) => sum + digit, 0) % 10;
  return [...digits, check].map((digit) => String.fromCodePoint(65 + digit)).join('');
}

it('200 new tickers and people are compared with 2,000 known ones of each', async () => {
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  await master(`ticker,name\n${numbers.map((number) => `${tickerOf(number)},Quarry ${number}\n`).join('')}`);
  const people = numbers.map((number) => ({
    type: 'person',
    person_id: `known:${number}`,
    name: `Quill ${number}`,
    handle: null,
  }));
  await bench.bundle(...people);
  const opening = (count: number, name: string) =>
    numbers.slice(0, count).map((number) =>
      statement(`${name}:${number}`, {
        ...of(`Z${tickerOf(number * 10).slice(1)}`),
        ...by(`${name}:${number}`, `QUILL-${number * 10}`),
      }),
    );
  const { notes } = await bench.statements(...opening(200, 'new'));
  const [tickers = '', persons = ''] = ['200 new tickers', '200 new people'].map((start) =>
    notes.find((note) => note.startsWith(start)),
  );
  expect(tickers).toContain(`: Z${tickerOf(0).slice(1)} (line 1), like ${tickerOf(0)}; `);
  expect(tickers).toMatch(/; and 195 more$/);
  expect(persons).toContain(': new:0 "QUILL-0" (line 1), like known:0; ');
  expect(persons).toMatch(/; and 195 more$/);
});

it('more people than are compared are counted in a note', async () => {
  const records = Array.from({ length: 1_001 }, (_, at) => statement(`r:${at}`, by(`p:${at}`, 'Ada Quill')));
  const { notes } = await bench.statements(...records);
  expect(notes).toContain('1001 new people are opened; above 1000 they are not compared with the known ones');
});

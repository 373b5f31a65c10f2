// Files that are made to do harm: each is refused with its place and what to do, quickly, and the store stays as it was.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRecords } from '../records/import-records.ts';
import { importSecurities } from '../records/import-securities.ts';
import { importSessions } from '../records/import-sessions.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

const MEBIBYTE = 1024 * 1024;
const good = `${JSON.stringify(statement('s:1'))}\n`;
const header = 'Date,Open,High,Low,Close,Adj Close,Volume\n';
const row = '2020-03-02,1,1,1,1,1,1\n';
const blank = `${' '.repeat(1_023)}\n`;
const many = (text: string, times: number): Buffer => Buffer.alloc(Buffer.byteLength(text) * times, text);
/** Many whole files in one: what comes out of each begins anew. */
const members = Buffer.concat(Array.from({ length: 10 }, () => gzipSync(many(blank, 8 * 1_024))));

type Bomb = [what: string, content: string | Buffer, fault: string | RegExp];

const bombs: readonly Bomb[] = [
  [
    'a line of 8 MiB',
    Buffer.concat([Buffer.from(good), many('x', 8 * MEBIBYTE)]),
    'x:2: the line is longer than 1 MiB; split the record',
  ],
  [
    'a line of 60 MiB, compressed',
    gzipSync(many('x', 60 * MEBIBYTE)),
    'x:1: the line is longer than 1 MiB; split the record',
  ],
  [
    '500,000 lists in one another',
    `${'['.repeat(500_000)}${']'.repeat(500_000)}\n`,
    'x:1: the line is no JSON object; write one JSON object on each line',
  ],
  [
    '100,000 objects in one another',
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n`,
    'x:1: the record is nested deeper than 32; flatten it',
  ],
  [
    '33 objects in one another',
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}\n`,
    'x:1: the record is nested deeper than 32; flatten it',
  ],
  [
    '80 MiB of empty lines in 80 KB',
    gzipSync(many(blank, 80 * 1_024)),
    /^x:\d+: it decompresses to more than 200 times its size; no research does/,
  ],
  [
    '80 MiB of nothing in 80 KB',
    gzipSync(Buffer.alloc(80 * MEBIBYTE)),
    /^x:1: it decompresses to more than 200 times its size; no research does/,
  ],
  ['ten compressed files in one', members, /^x:\d+: it decompresses to more than 200 times its size; no research does/],
  [
    'a compressed file in a compressed file',
    gzipSync(gzipSync(good)),
    /^x:\d+: the line is not UTF-8; save the file as UTF-8/,
  ],
  [
    '60,000 fields that nobody knows',
    `{${Array.from({ length: 60_000 }, (_, at) => `"f${at}":1`).join(',')}}\n`,
    /^x:1:record_id: /,
  ],
  ['a name of a prototype', '{"__proto__":{"type":"person"},"constructor":{}}\n', /^x:1:record_id: /],
];

const tables: readonly Bomb[] = [
  [
    'a field of 2 MiB',
    `${header}${row}"${'x'.repeat(2 * MEBIBYTE)}",1,1,1,1,1,1\n`,
    /^x:\d+: the row is longer than 1 MiB; close the quotes/,
  ],
  [
    'a quote that never ends',
    `${header}${row}"${'\n'.repeat(2 * MEBIBYTE)}`,
    /^x:\d+: the row is longer than 1 MiB; close the quotes/,
  ],
  [
    'a header of 1,001 columns',
    `${Array.from({ length: 1_001 }, (_, at) => `c${at}`).join(',')}\n${row}`,
    'x:1: the header has 1001 columns, more than 1000; leave out what is not needed',
  ],
  ['a row of 500,000 cells', `${header}${','.repeat(500_000)}\n`, /^x:2: it has 500001 cells and the header 7/],
  [
    '80 MiB of empty lines in 80 KB',
    gzipSync(Buffer.concat([Buffer.from(header), many(blank, 80 * 1_024)])),
    /^x:\d+: it decompresses to more than 200 times its size; no research does/,
  ],
];

async function refusedBy(load: (path: string) => Promise<unknown>, content: string | Buffer): Promise<string[]> {
  const path = await bench.file('x', content);
  return bench.faults(() => load(path));
}

const isSaid = (faults: readonly string[], fault: string | RegExp): void => {
  expect(faults[0]).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
};

describe('a file of records', () => {
  it.each(bombs)('with %s is refused, and nothing is staged', async (_what, content, fault) => {
    const before = await bench.counts();
    isSaid(await refusedBy((path) => importRecords(bench.loading(), path, 'statements'), content), fault);
    expect(await bench.counts()).toEqual(before);
    expect(await bench.rows('select 1 from staged')).toEqual([]);
  });

  it('that is none, but goes on for ever, is not even opened', async () => {
    const faults = await bench.faults(() => importRecords(bench.loading(), '/dev/zero', 'bundle'));
    expect(faults).toEqual(['/dev/zero: it is no regular file; save it to a file first']);
  });
});

describe('a table', () => {
  it.each(tables)(
    'with %s is refused as prices, securities and sessions, and nothing is staged',
    async (_what, content, fault) => {
      const before = await bench.counts();
      const prices = await bench.faults(() => bench.prices('x', content as string));
      isSaid(prices, fault);
      for (const load of [importSecurities, importSessions]) {
        const faults = await refusedBy((path) => load(bench.loading(), path), content);
        // These look for their own columns first, in a header that is none of theirs.
        expect(faults[0]).toMatch(
          typeof fault === 'string' ? /^x:1: the header has 1001 columns/ : /^x:1:.*: there is no column/,
        );
      }
      expect(await bench.counts()).toEqual(before);
      expect(await bench.rows('select 1 from import_price union all select 1 from staged')).toEqual([]);
    },
  );
});

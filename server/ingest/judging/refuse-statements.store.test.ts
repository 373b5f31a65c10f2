import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefusedInput } from '../files/faults.ts';
import { importRecords } from '../records/import-records.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const good = `${JSON.stringify(statement('s:1'))}\n`;

const broken: [name: string, content: string | Buffer, fault: string][] = [
  [
    'a truncated gzip',
    gzipSync(good.repeat(50)).subarray(0, 60),
    'x.ndjson: the compressed file ends too early: it is truncated; copy or download it again',
  ],
  [
    'a damaged gzip',
    Buffer.concat([gzipSync(good).subarray(0, 12), Buffer.alloc(80, 7)]),
    'x.ndjson: the compressed data is damaged; copy or download it again',
  ],
  [
    'a broken line',
    `${good}{"record_id": "s:2"`,
    'x.ndjson:2: the line is no JSON; write one whole JSON object on the line; a file that ends within one is truncated',
  ],
  [
    'a line that is no object',
    `${good}[]\n`,
    'x.ndjson:2: the line is no JSON object; write one JSON object on each line',
  ],
  [
    'a line that is not UTF-8',
    Buffer.concat([Buffer.from(good), Buffer.from([0x22, 0xff, 0x22, 0x0a])]),
    'x.ndjson:2: the line is not UTF-8; save the file as UTF-8',
  ],
  [
    'a line longer than 1 MiB',
    `${good}${JSON.stringify({ a: 'x'.repeat(1024 * 1024) })}\n`,
    'x.ndjson:2: the line is longer than 1 MiB; split the record',
  ],
  [
    'a record nested too deep',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}\n`,
    'x.ndjson:1: the record is nested deeper than 32; flatten it',
  ],
  [
    'a date that does not exist',
    JSON.stringify(statement('s:1', { observed_at: '2020-02-30T10:00:00Z' })),
    'x.ndjson:1:observed_at: "2020-02-30T10:00:00Z" is no UTC instant on a day that exists; write it as 2014-06-30T23:59:59Z',
  ],
  [
    'an instant in another zone',
    JSON.stringify(statement('s:1', { observed_at: '2020-02-03T10:00:00+01:00' })),
    'x.ndjson:1:observed_at: "2020-02-03T10:00:00+01:00" is no UTC instant on a day that exists; write it as 2014-06-30T23:59:59Z',
  ],
  [
    'a missing quote',
    JSON.stringify(statement('s:1', { statement: undefined })),
    'x.ndjson:1:statement: is missing; add it',
  ],
  [
    'an invisible quote',
    JSON.stringify(statement('s:1', { statement: '\u200B\u2060' })),
    'x.ndjson:1:statement: holds no character that can be seen; write text, or leave the record out',
  ],
  [
    'an unknown direction',
    JSON.stringify(statement('s:1', { direction: 'up' })),
    'x.ndjson:1:direction: "up" is not an allowed value; write one of bullish, bearish, mixed, unclear',
  ],
  [
    'a link that is no web address',
    JSON.stringify(statement('s:1', { source_url: 'ftp://a.example/x' })),
    'x.ndjson:1:source_url: "ftp://a.example/x" is no http or https address; write the whole address, from https:// on',
  ],
  [
    'a link with a lone percent sign',
    `${good}${JSON.stringify(statement('s:2', { source_url: 'https://a.example/?q=50%off' }))}`,
    'x.ndjson:2:source_url: "https://a.example/?q=50%off" has a percent sign that is not followed by two hexadecimal digits at position 24; write https://a.example/?q=50%25off',
  ],
  [
    'a link with square brackets',
    `${good}${JSON.stringify(statement('s:2', { source_url: 'https://a.example/?fields[]=a' }))}`,
    'x.ndjson:2:source_url: "https://a.example/?fields[]=a" has an unescaped [ in the query at position 26, an unescaped ] in the query at position 27; write https://a.example/?fields%5B%5D=a',
  ],
  [
    'two records under one id',
    `${good}${JSON.stringify(statement('s:1', { statement: 'else' }))}\n`,
    'x.ndjson:2: an earlier line has a statement with the same id and other content; give one of them a new id',
  ],
  [
    'a correction of nothing',
    JSON.stringify(statement('s:1', { corrects: 'a'.repeat(64) })),
    'x.ndjson:1:corrects: there is no statement with this id to correct; remove "corrects", or write the id of the one that is meant',
  ],
];

describe('refusing statements', () => {
  it.each(broken)(
    'refuses %s with its place and a fix, and leaves the store as it was',
    async (_name, content, fault) => {
      await bench.statements(statement('s:0', { observed_at: '2020-01-01T00:00:00Z' }));
      const before = await bench.counts();
      const path = await bench.file('x.ndjson', content);
      const faults = await bench.faults(() => importRecords(bench.loading(), path, 'statements'));
      expect(faults).toContain(fault);
      expect(await bench.counts()).toEqual(before);
    },
  );

  it('refuses what is observed in the future of the database', async () => {
    const faults = await bench.faults(() =>
      bench.statements(statement('s:1', { observed_at: '2999-01-01T00:00:00Z' })),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^statements\.ndjson:1:observed_at: 2999-01-01T00:00:00\.000Z is in the future \(it is .*Z\); correct it, or load the record later$/,
    );
  });

  it('tells every fault of a file at once, and one of many rows once', async () => {
    const bad = Array.from({ length: 120 }, (_, index) =>
      statement(`s:${index}`, { direction: 'up', source_title: '' }),
    );
    const path = await bench.lines('x.ndjson', bad);
    const error = await importRecords(bench.loading(), path, 'statements').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'RefusedInput', total: 240 });
    const { faults } = error as RefusedInput;
    expect(faults.map(({ line, field, repeated }) => [line, field, repeated?.count])).toEqual([
      [1, 'direction', 119],
      [1, 'source_title', 119],
    ]);
  });

  it('tells the first fifty of faults that have nothing in common', async () => {
    const bad = Array.from({ length: 60 }, (_, index) =>
      statement(`s:${index}`, { source_url: `https://a.example/${index}[` }),
    );
    const path = await bench.lines('x.ndjson', bad);
    const error = await importRecords(bench.loading(), path, 'statements').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'RefusedInput', total: 60 });
    expect((error as RefusedInput).faults).toHaveLength(50);
  });

  it('keeps nothing in a dry run', async () => {
    const before = await bench.counts();
    const path = await bench.lines('x.ndjson', [statement('s:1')]);
    const report = await importRecords({ ...bench.loading(), dryRun: true }, path, 'statements');
    expect(report).toMatchObject({ dry_run: true, records: { statement: { new: 1 } } });
    expect(await bench.counts()).toEqual(before);
  });

  it('ignores and counts fields that a dataset has beside its statements', async () => {
    const report = await bench.statements(
      statement('s:1', { likes: 3, person: { id: 'p:ada', name: 'Ada', followers: 9 } }),
    );
    const unread = ['likes', 'person.followers', 'pair_id', 'pair_seq', 'security.sic', 'security.sic_title'];
    expect(report.notes).toEqual(unread.map((field) => `${field} is not read (in 1 of them)`));
  });
});

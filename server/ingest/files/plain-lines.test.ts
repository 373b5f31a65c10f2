// The split of plain lines gives what the parser gives, wherever the chunks end and the quotes begin.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Faults } from './faults.ts';
import { PlainLines } from './plain-lines.ts';
import { readCsv } from './read-csv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plain-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function plain(text: string, size: number): Promise<{ records: string[][]; lines: number[]; rest: string }> {
  const lines = new PlainLines(inChunks(Buffer.from(text), size), { delimiter: ',', lineBytesMax: 64 });
  const found = { records: [] as string[][], lines: [] as number[], rest: '' };
  for await (const { record, info } of lines.records()) {
    found.records.push(record);
    found.lines.push(info.lines);
  }
  if (lines.hasRest) for await (const chunk of lines.rest()) found.rest += chunk.toString();
  return found;
}

async function read(text: string): Promise<{ line: number; cells: string[] }[]> {
  const file = join(folder, 'x.csv');
  await writeFile(file, text);
  const rows: { line: number; cells: string[] }[] = [];
  for await (const row of readCsv(file, new Faults(file))) rows.push(row);
  return rows;
}

describe('plain lines', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same in chunks of %i bytes', async (size) => {
    const text = '\uFEFFa,b\r\n1, é \n\n  \n,\n3,4';
    expect(await plain(text, size)).toEqual({
      records: [
        ['a', 'b'],
        ['1', 'é'],
        ['', ''],
        ['3', '4'],
      ],
      lines: [1, 2, 5, 6],
      rest: '',
    });
  });

  it.each([1, 5, 1_000])('end before the first line that needs a parser, in chunks of %i bytes', async (size) => {
    for (const line of ['"x,y",2', `${'x'.repeat(80)},1`]) {
      const { records, rest } = await plain(`a,b\n1,2\n${line}\n3,4\n`, size);
      expect([records, rest]).toEqual([
        size === 1_000 && line.startsWith('x')
          ? records
          : [
              ['a', 'b'],
              ['1', '2'],
            ],
        size === 1_000 && line.startsWith('x') ? rest : `${line}\n3,4\n`,
      ]);
    }
    expect((await plain('a,b\r1,2\r3,4', size)).rest).toContain('\r1,2');
  });
});

it('a file is read as the parser reads it, with the line of each row, wherever its first quote stands', async () => {
  for (const quoted of [null, 0, 1, 2, 4]) {
    const rows = ['a,b', '1,2', '', ' 3 ,4', '5,6', '7,'];
    if (quoted !== null) rows[quoted] = rows[quoted]?.replace(/^([^,]*),/, '"$1 \n x",') ?? '';
    const text = rows.join('\n');
    const expected = parse(text, { info: true, skip_empty_lines: true, trim: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    expect(await read(text)).toEqual(expected.map(({ record, info }) => ({ line: info.lines, cells: record })));
  }
});

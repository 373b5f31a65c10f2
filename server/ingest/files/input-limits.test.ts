// The limits on what is read, with smaller numbers than those that people meet.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { Faults, RefusedInput, faultLine } from './faults.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';
import { readCsv } from './read-csv.ts';
import { readLines } from './read-lines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limits-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readers = { lines: readLines, rows: readCsv } as const;

/** How much was read before it was refused, and why it was; null when it was not. */
async function read(how: keyof typeof readers, content: string | Buffer, changed: Partial<InputLimits>) {
  const file = join(folder, 'x');
  await writeFile(file, content);
  let count = 0;
  try {
    for await (const _one of readers[how](file, new Faults(file), undefined, { ...inputLimits, ...changed }))
      count += 1;
    return [count, null];
  } catch (error) {
    if (!(error instanceof RefusedInput) || !error.faults[0]) throw error;
    return [count, faultLine(error.faults[0]).replace(`${folder}/`, '')];
  }
}

it('a path that the system cannot follow is a refusal that says so', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '1\n');
  const faults = await readLines(join(file, 'x.csv'), new Faults('x'))
    .next()
    .catch((error: unknown) => (error instanceof RefusedInput ? error.faults.map(faultLine) : error));
  expect(faults).toEqual([`${join(file, 'x.csv')}: the system cannot read it (ENOTDIR); check its path and its disk`]);
});

describe('the limits of a file', () => {
  it('are its lines, empty ones too, and its rows', async () => {
    expect(await read('lines', 'a\n\nb\n', { rows_max: 3 })).toEqual([2, null]);
    const lines = [2, 'x:4: the file has more than 3 lines; split it into several files'];
    expect(await read('lines', 'a\n\nb\n\n', { rows_max: 3 })).toEqual(lines);
    expect(await read('rows', 'a,b\n1,2\n3,4\n', { rows_max: 3 })).toEqual([3, null]);
    const rows = [3, 'x:4: the file has more than 3 rows; split it into several files'];
    expect(await read('rows', 'a,b\n1,2\n3,4\n5,6\n', { rows_max: 3 })).toEqual(rows);
  });

  it('are its bytes, decompressed', async () => {
    const limits = { file_bytes_max: 100 };
    const said = 'it holds more than 100 bytes; split it into several files';
    expect(await read('lines', 'a\n'.repeat(50), limits)).toEqual([50, null]);
    expect(await read('lines', gzipSync('a\n'.repeat(51)), limits)).toEqual([0, `x: ${said}`]);
    expect(await read('rows', `a\n${'1\n'.repeat(50)}`, limits)).toEqual([0, `x: ${said}`]);
  });

  it('are how many times its size it may decompress to, once that is much', async () => {
    const content = gzipSync('1\n'.repeat(100_000));
    const [times, free] = [200_000 / content.length, 1_000];
    expect(await read('lines', content, { expansion_max: Math.ceil(times), expansion_bytes_free: free })).toEqual([
      100_000,
      null,
    ]);
    expect(await read('lines', content, { expansion_max: 20, expansion_bytes_free: 200_000 })).toEqual([100_000, null]);
    const [, said] = await read('lines', content, { expansion_max: 20, expansion_bytes_free: free });
    expect(said).toMatch(/it decompresses to more than 20 times its size; no research does/);
  });
});

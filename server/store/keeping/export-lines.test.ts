// The lines of an export come out of its bytes whole, in any chunks; a malformed line is refused with its position.
import { describe, expect, it } from 'vitest';
import { exportLineBytesMax, linesOf } from './export-lines.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, { size = 4, max = exportLineBytesMax } = {}): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for await (const lines of linesOf(pieces(bytes, size), max))
    found.push(...lines.map(({ line, bytes: own }): [number, string] => [line, own.toString()]));
  return found;
}

describe('lines', () => {
  it('are the same for pieces of every size', async () => {
    const bytes = Buffer.from('one\n\nzwölf 🜨\nlast\n');
    const whole = [
      [1, 'one'],
      [2, ''],
      [3, 'zwölf 🜨'],
      [4, 'last'],
    ];
    for (let size = 1; size <= bytes.length; size += 1) expect(await read(bytes, { size })).toEqual(whole);
    expect(bytes.length).toBeGreaterThan(20);
    expect(await read(Buffer.alloc(0))).toEqual([]);
  });

  it('that break off, are no UTF-8 or never end are refused with their number', async () => {
    await expect(read(Buffer.from('one\ntw'))).rejects.toMatchObject({
      line: 2,
      message: expect.stringContaining('truncated'),
    });
    await expect(read(Buffer.from([0x61, 0x0a, 0xc3, 0x28, 0x0a]))).rejects.toMatchObject({
      line: 2,
      message: 'it is not UTF-8',
    });
    await expect(read(Buffer.from(`a\n${'b'.repeat(99)}\n`), { max: 98 })).rejects.toMatchObject({
      line: 2,
      message: 'it is longer than 98 bytes',
    });
    expect(await read(Buffer.from(`${'b'.repeat(98)}\n`), { max: 98 })).toHaveLength(1);
  });
});

import { deflateRawSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { dateCell, errorCell, table, workbook } from '../testing/workbooks.ts';
import { readWorkbook } from './workbook.ts';
import { tableLimits } from '../table.ts';
import { zipParts } from './zip-parts.ts';

type Container = { FullPaths: string[]; FileIndex: { content: Buffer; size: number }[] };

/** A workbook with one of its parts written otherwise. */
function edited(bytes: Buffer, name: string, edit: (text: string) => string): Buffer {
  const container = xlsx.CFB.read(bytes, { type: 'buffer' }) as Container;
  const at = container.FullPaths.findIndex((path) => path.endsWith(name));
  const part = container.FileIndex[at];
  if (part === undefined) throw new Error(`no part ${name}`);
  part.content = Buffer.from(edit(part.content.toString('utf8')));
  part.size = part.content.length;
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer', fileType: 'zip', compression: true }) as Uint8Array);
}

const textsOf = (bytes: Buffer): (string | undefined)[] =>
  (readWorkbook(bytes)[0]?.rows[1]?.cells ?? []).map((cell) => cell?.text);

describe('a workbook', () => {
  it('keeps texts as they are: entities, signs outside the basic plane, and line ends', () => {
    const text = 'A &#39;B&#39; &lt;C&gt; & \u{1F4C8}\nD';
    expect(textsOf(workbook({ Calls: table({ Statement: text }) }))[5]).toBe(text);
  });

  it('keeps them where a program writes references, and where a cell was computed', () => {
    const bytes = workbook({ Calls: table({ Statement: 'Words.' }) });
    const references = edited(bytes, 'sharedStrings.xml', (xml) =>
      xml.replace('Words.', '&#x1F4C8; &#8217; &amp;#39;'),
    );
    expect(textsOf(references)[5]).toBe('\u{1F4C8} \u2019 &#39;');
    const computed = edited(bytes, 'sheet1.xml', (xml) =>
      xml.replace(
        /<c r="F2" t="s"[^>]*><v>\d+<\/v><\/c>/,
        '<c r="F2" t="str"><f>A1</f><v>&amp;lt; &#8217; &lt;</v></c>',
      ),
    );
    expect(textsOf(computed)[5]).toBe('&lt; \u2019 <');
  });

  it('counts days from 1900 or 1904, and marks what cannot be seen', () => {
    const [sheet] = readWorkbook(
      workbook({ Calls: table({ Date: dateCell(44621) }) }, { is1904: true, hiddenRows: [2], merges: ['A1:B1'] }),
    );
    expect(sheet).toMatchObject({ name: 'Calls', is1904: true, isHidden: false });
    expect(sheet?.rows.map(({ row, isHidden }) => [row, isHidden])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(sheet?.rows[1]?.cells[0]).toMatchObject({ kind: 'date', serial: 44621, hasHour: false });
    expect(sheet?.merges).toEqual([{ fromRow: 1, toRow: 1, fromColumn: 0, toColumn: 1 }]);
  });

  it('tells errors and formulas without a value from values', () => {
    const [sheet] = readWorkbook(
      workbook({ Calls: [['a'], [errorCell(), { t: 'n', f: 'A1+1' } as xlsx.CellObject, true, 0.1]] }),
    );
    expect(sheet?.rows[1]?.cells).toEqual([
      { kind: 'error', text: '#REF!' },
      { kind: 'error', text: '', formula: 'uncomputed' },
      { kind: 'boolean', text: 'TRUE' },
      { kind: 'number', text: '0.1' },
    ]);
  });

  it('is refused beyond its bounds', () => {
    const bytes = workbook({ Calls: table({}, { Person: 'Hollis Grane' }) });
    expect(() => readWorkbook(bytes, { ...tableLimits, rows_max: 2 })).toThrow('sheet "Calls" has more than 2 rows');
    expect(() => readWorkbook(bytes, { ...tableLimits, columns_max: 4 })).toThrow('more than 4 columns (row 1)');
    expect(() => readWorkbook(bytes, { ...tableLimits, bytes_max: 4_096 })).toThrow('when unpacked');
  });

  it.each([
    ['content.xml', 'OpenDocument'],
    ['xl/workbook.bin', '.xlsb'],
    ['Index/Document.iwa', 'Numbers'],
    ['word/document.xml', 'text document'],
    ['other.xml', 'not a workbook'],
  ])('is not an archive with %s', (name, words) => {
    expect(() => readWorkbook(archive([{ name, content: Buffer.from('<a/>') }]))).toThrow(words);
  });
});

type Part = { name: string; content: Buffer; stated?: number; flags?: number };

/** An archive that may lie about the size of its parts. */
function archive(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content, stated = content.length, flags = 0 } of parts) {
    const packed = deflateRawSync(content);
    const file = Buffer.alloc(30);
    file.writeUInt32LE(0x04034b50, 0);
    file.writeUInt16LE(8, 8);
    file.writeUInt32LE(packed.length, 18);
    file.writeUInt32LE(stated, 22);
    file.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(stated, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    files.push(file, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += file.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, directory, end]);
}

describe('an archive', () => {
  const bomb = Buffer.alloc(3 * 1024 * 1024);

  it('is unpacked within one budget, whatever sizes it states', () => {
    const lying = archive([{ name: 'xl/a.xml', content: bomb, stated: 10 }]);
    expect(lying.length).toBeLessThan(10_000);
    expect(() => zipParts(lying, 1024 * 1024)).toThrow('more than 1 MB when unpacked');
    const several = ['a', 'b', 'c'].map((name) => ({ name: `xl/${name}.xml`, content: bomb.subarray(0, 1024 * 1024) }));
    expect(() => zipParts(archive(several), 2 * 1024 * 1024)).toThrow('more than 2 MB when unpacked');
    expect([...zipParts(archive(several), 3 * 1024 * 1024).values()].map((part) => part.length)).toEqual(
      Array.from({ length: 3 }, () => 1024 * 1024),
    );
  });

  it('does not unpack pictures', () => {
    const pictures = archive([
      { name: 'xl/media/a.png', content: bomb },
      { name: 'xl/b.xml', content: Buffer.from('<b/>') },
    ]);
    expect([...zipParts(pictures, 1_000).keys()]).toEqual(['xl/b.xml']);
  });

  it.each([
    ['encrypted', archive([{ name: 'a.xml', content: bomb, flags: 1 }]), 'encrypted'],
    ['cut', archive([{ name: 'a.xml', content: bomb }]).subarray(0, 60), 'damaged'],
    ['two parts of one name', archive([1, 2].map(() => ({ name: 'a.xml', content: Buffer.from('<a/>') }))), 'damaged'],
  ])('is refused: %s', (_name, bytes, words) => {
    expect(() => zipParts(bytes, tableLimits.bytes_max)).toThrow(words);
  });
});

// The XML parts of a ZIP archive, each unpacked within what is left of one budget: the sizes that the archive states are not believed.
import { inflateRawSync } from 'node:zlib';

/** Reason why a workbook cannot be read, with its fix. */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault';
  readonly fix: string;

  constructor(what: string, fix: string) {
    super(what);
    this.fix = fix;
  }
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 } as const;
/** The end record with the longest comment. */
const endBytesMax = 22 + 0xffff;
const entriesMax = 5_000;
const isEncrypted = 1;
const stored = 0;
const deflated = 8;

const damaged = (): WorkbookFault =>
  new WorkbookFault('the file is damaged or incomplete', 'open it, save it again as .xlsx, and load that');

export function zipParts(bytes: Buffer, unpackedMax: number): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  let left = unpackedMax;
  for (const entry of entriesOf(bytes)) {
    // Pictures and macros are not read.
    if (!/\.(xml|rels|bin|iwa)$/i.test(entry.name) && entry.name !== 'mimetype') continue;
    if (parts.has(entry.name)) throw damaged();
    const part = /\.(xml|rels)$/i.test(entry.name) ? unpacked(bytes, entry, left) : Buffer.alloc(0);
    if (part === null) throw tooLarge(unpackedMax);
    left -= part.length;
    parts.set(entry.name, part);
  }
  return parts;
}

function tooLarge(unpackedMax: number): WorkbookFault {
  return new WorkbookFault(
    `the workbook holds more than ${Math.floor(unpackedMax / 1024 / 1024)} MB when unpacked`,
    'split it into several files, or save the sheet alone as CSV',
  );
}

type Entry = { name: string; method: number; packedSize: number; at: number };

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > entriesMax) throw damaged();
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== signatures.entry) throw damaged();
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    if ((bytes.readUInt16LE(at + 8) & isEncrypted) !== 0)
      throw new WorkbookFault('the file is encrypted', 'save it without a password');
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + (nameSize ?? 0)),
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + (nameSize ?? 0) + (extraSize ?? 0) + (commentSize ?? 0);
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - endBytesMax); at -= 1)
    if (bytes.readUInt32LE(at) === signatures.end) return at;
  throw damaged();
}

/** Null for more than what is left. */
function unpacked(bytes: Buffer, { method, packedSize, at }: Entry, left: number): Buffer | null {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== signatures.file) throw damaged();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const end = start + packedSize;
  if (end > bytes.length) throw damaged();
  const packed = bytes.subarray(start, end);
  if (method === stored) return packed.length > left ? null : packed;
  if (method !== deflated) throw damaged();
  try {
    return left === 0 ? null : inflateRawSync(packed, { maxOutputLength: left });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw damaged();
  }
}

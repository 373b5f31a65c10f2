// Documents in whose frame records stand that other documents tell too: their bytes are written, hashed and kept once.
import { hash } from 'node:crypto';

/** UTF-8 JSON, whole or in part, and its SHA-256 in 32 characters, one for each byte: they are written a hundred times a page. */
export interface SharedRecord {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A document without its records: the frame has RECORD_PLACE where each of them stands, in their order. */
export interface Parts {
  readonly frame: Buffer;
  readonly records: readonly SharedRecord[];
}

/** U+0001, which JSON never holds: in its texts it is escaped, and it is no white space. */
export const RECORD_PLACE = 1;

/** Hashed when somebody asks for it: most of what a list is walked through once for, nobody does. */
export function sharedRecord(text: string): SharedRecord {
  const bytes = ownBytes(text);
  let sha256: string | null = null;
  return {
    bytes,
    get sha256() {
      return (sha256 ??= hash('sha256', bytes, 'binary'));
    },
  };
}

/** Buffer.from puts small texts into 8 KB that many share, and one that is kept would keep all of it: five times its size. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The whole document. */
export function joined({ frame, records }: Parts): Buffer {
  const size = records.reduce((sum, { bytes }) => sum + bytes.length - 1, frame.length);
  const whole = Buffer.allocUnsafeSlow(size);
  let from = 0;
  let end = 0;
  for (const { bytes } of records) {
    const place = frame.indexOf(RECORD_PLACE, from);
    if (place === -1) throw new Error(`a frame has fewer places than its ${records.length} records`);
    end += frame.copy(whole, end, from, place);
    whole.set(bytes, end);
    end += bytes.length;
    from = place + 1;
  }
  if (frame.includes(RECORD_PLACE, from)) throw new Error(`a frame has more places than its ${records.length} records`);
  frame.copy(whole, end, from);
  return whole;
}

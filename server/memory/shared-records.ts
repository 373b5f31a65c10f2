// Documents in whose frame records stand that other documents tell too: their bytes are written, hashed and kept once.
import { hash } from 'node:crypto';
import type { Parts, SharedRecord } from '../terms/page-parts.ts';

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
  let places = 0;
  let end = 0;
  // A frame is commas between its places for the most part: byte by byte is sooner done than finding and copying each part.
  for (const byte of frame) {
    if (byte !== RECORD_PLACE) {
      whole[end] = byte;
      end += 1;
      continue;
    }
    const record = records[places];
    places += 1;
    if (record === undefined) throw new Error(`a frame has more places than its ${records.length} records`);
    whole.set(record.bytes, end);
    end += record.bytes.length;
  }
  if (places < records.length) throw new Error(`a frame has fewer places than its ${records.length} records`);
  return whole;
}

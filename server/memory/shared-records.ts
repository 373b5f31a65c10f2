// Documents as a frame with shared records, which are serialised, hashed and kept once.
import { hash } from 'node:crypto';
import type { Parts, SharedRecord } from '../terms/page-parts.ts';

/** U+0001 never occurs in JSON: texts escape it, and it is not white space. */
export const RECORD_PLACE = 1;

/** Hashed lazily: a one-off page walk never needs the digest. */
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

/**
 * Buffer.from places small texts in a shared 8 KB pool, and a cached one would retain all of it: five times its size.
 */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

export function joined({ frame, records }: Parts): Buffer {
  const size = records.reduce((sum, { bytes }) => sum + bytes.length - 1, frame.length);
  const whole = Buffer.allocUnsafeSlow(size);
  let places = 0;
  let end = 0;
  // A frame is mostly commas between its places, so a loop over bytes beats searching and copying each part.
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

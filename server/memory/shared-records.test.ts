// A document of parts has the same bytes as a whole one, and mismatched parts are refused.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORD_PLACE, joined, sharedRecord } from './shared-records.ts';

const place = String.fromCharCode(RECORD_PLACE);
const frameOf = (texts: readonly string[]): Buffer => Buffer.from(texts.join(place));

describe('documents of shared records', () => {
  it('are the frame with its records in their order, whatever their texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => JSON.stringify(value));
    let seen = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 12 }), text, (pairs, last) => {
        const frame = frameOf([...pairs.map(([before]) => before), last]);
        const whole = joined({ frame, records: pairs.map(([, record]) => sharedRecord(record)) });
        expect(whole.toString()).toBe(pairs.flat().join('') + last);
        seen += 1;
      }),
      { numRuns: 500 },
    );
    expect(seen).toBe(500);
  });

  it('have as many records as their frame has places', () => {
    const records = [sharedRecord('1'), sharedRecord('2')];
    expect(() => joined({ frame: frameOf(['[', ']']), records })).toThrow('fewer places than its 2 records');
    expect(() => joined({ frame: frameOf(['[', ',', ',', ']']), records })).toThrow('more places than its 2 records');
  });

  it('name a record by the SHA-256 of its bytes, in memory that it shares with nothing', () => {
    const record = sharedRecord('{"thesis":"Für später"}');
    expect(record.sha256).toBe(createHash('sha256').update('{"thesis":"Für später"}').digest('binary'));
    expect(record.bytes.buffer.byteLength).toBe(record.bytes.length);
  });
});

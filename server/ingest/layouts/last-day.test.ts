// The last day that a date can name: no record of it counts as observed before every other.
import { describe, expect, it } from 'vitest';
import { Faults, RefusedInput } from '../files/faults.ts';
import { RecordParser } from '../records/parse-record.ts';

describe('the last day that a date can name', () => {
  it('is in the future of an industry code, as of every other record', () => {
    const faults = new Faults('codes.ndjson');
    const record = { type: 'industry', ticker: 'ZQRX', sic: '1400', filed_on: '9999-12-31', source: 'a filing' };
    const parser = new RecordParser('bundle', faults, '2026-01-01T00:00:00.000Z');
    expect(parser.parse({ line: 1, text: JSON.stringify(record) })).toBeNull();
    expect(() => faults.throwIfAny()).toThrow(RefusedInput);
  });
});

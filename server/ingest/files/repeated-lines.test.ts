import { expect, it } from 'vitest';
import { Faults, RefusedInput, faultLine } from './faults.ts';
import { RecordParser } from '../records/parse-record.ts';

it('refuses a line with a member that its object has twice, and reads no record', () => {
  const faults = new Faults('x');
  const parser = new RecordParser('bundle', faults, '2026-01-01T00:00:00.000Z');
  const text = '{"type":"person","person_id":"p:ada","name":"Ada Quill","handle":null,"name":"Ada Reed"}';
  expect(parser.parse({ line: 3, text })).toBeNull();
  expect(reported(faults)).toEqual(['x:3:name: the record has it more than once; keep the one that is meant']);
});

function reported(faults: Faults): string[] {
  try {
    faults.throwIfAny();
    return [];
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return error.faults.map(faultLine);
  }
}

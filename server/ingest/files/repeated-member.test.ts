import { describe, expect, it } from 'vitest';
import { Faults, RefusedInput, faultLine } from './faults.ts';
import { RecordParser } from '../records/parse-record.ts';
import { repeatedMember } from './repeated-member.ts';

describe('a member that an object has twice', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{"c":2,"d":3, "c" : 4}}', 'b.c'],
    ['{"a":[{"b":1},{"b":1,"b":2}]}', 'a.b'],
    ['{"ab":1,"\\u0061b":2}', 'ab'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('is found in %s', (text, path) => {
    expect(repeatedMember(text)).toBe(path);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '{"a":[{"b":1},{"b":2}],"c":["c","c"]}',
    '{"a":"\\\\","b":"\\"a\\":1,\\"a\\":2","c":"}{"}',
    '{"a":1,"A":2}',
  ])('is not found in %s', (text) => {
    expect(repeatedMember(text)).toBeNull();
  });

  it('is a fault of its line, and no record', () => {
    const faults = new Faults('x');
    const parser = new RecordParser('bundle', faults, '2026-01-01T00:00:00.000Z');
    const text = '{"type":"person","person_id":"p:ada","name":"Ada Quill","handle":null,"name":"Ada Reed"}';
    expect(parser.parse({ line: 3, text })).toBeNull();
    expect(told(faults)).toEqual(['x:3:name: the record has it more than once; keep the one that is meant']);
  });
});

function told(faults: Faults): string[] {
  try {
    faults.throwIfAny();
    return [];
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return error.faults.map(faultLine);
  }
}

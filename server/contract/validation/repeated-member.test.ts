import { describe, expect, it } from 'vitest';
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
});

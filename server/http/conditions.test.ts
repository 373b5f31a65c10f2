// If-Match and If-None-Match in every form that RFC 9110 allows, and in forms that it does not.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { conditionOf, heldTag } from './conditions.ts';
import { entityTag } from './respond.ts';

const sha256 = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=';
const bytes = Buffer.alloc(2_000);
const plain = entityTag(sha256);
const gzip = entityTag(sha256, 'gzip');

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const conditionWith = (headers: Record<string, string>) => conditionOf(request(headers), { bytes, sha256 });

describe('If-Match', () => {
  it.each([
    ['*', 'met'],
    [' * ', 'met'],
    [plain, 'met'],
    [`"x", ${plain}`, 'met'],
    [`"x",${plain} , W/"y"`, 'met'],
    [`"a,b", ${plain}`, 'met'],
    [`W/${plain}`, 'failed'],
    [`W/${plain}, "x"`, 'failed'],
    ['"x"', 'failed'],
    ['"*"', 'failed'],
    ['"x", *', 'failed'],
    ['"a,*,b"', 'failed'],
    [plain.slice(1, -1), 'failed'],
    [`${plain.slice(0, -1)}`, 'failed'],
    [plain.toUpperCase(), 'failed'],
    ['', 'failed'],
    [gzip, 'failed'],
  ])('%s is %s', (header, condition) => {
    expect(conditionWith({ 'if-match': header })).toBe(condition);
  });

  it('compares with the tag of the coding that would be sent', () => {
    expect(conditionWith({ 'if-match': gzip, 'accept-encoding': 'gzip' })).toBe('met');
    expect(conditionWith({ 'if-match': plain, 'accept-encoding': 'gzip' })).toBe('failed');
    expect(conditionWith({ 'if-match': `${plain}, ${gzip}`, 'accept-encoding': 'gzip' })).toBe('met');
  });

  it.each([
    [{ 'if-match': plain, 'if-none-match': plain }, 'unchanged'],
    [{ 'if-match': '*', 'if-none-match': '*' }, 'unchanged'],
    [{ 'if-match': plain, 'if-none-match': '"x"' }, 'met'],
    [{ 'if-match': '"x"', 'if-none-match': plain }, 'failed'],
    [{ 'if-match': '"x"', 'if-none-match': '"x"' }, 'failed'],
    [{}, 'met'],
  ])('comes before If-None-Match: %o is %s', (headers, condition) => {
    expect(conditionWith(headers)).toBe(condition);
  });
});

describe('If-None-Match', () => {
  it('reads a list tag by tag, so that a comma or a star within a tag is a part of it', () => {
    const held = (header: string) => heldTag(request({ 'if-none-match': header }), sha256);
    expect([held('*'), held(plain), held(`W/${gzip}`), held(`"a,b", ${plain}`)]).toEqual(['*', plain, gzip, plain]);
    expect([held('"a,*,b"'), held('"*"'), held('"x"'), held('x')]).toEqual([null, null, null, null]);
  });
});

// Targets of requests: the same path in every spelling that RFC 3986 calls equivalent.
import { describe, expect, it } from 'vitest';
import { pathOf } from './message.ts';

describe('the path of a target', () => {
  it.each([
    ['/v1/brief?ticker=A', '/v1/brief?ticker=A'],
    ['*', '*'],
    ['http://a.example/v1/brief?x=1', '/v1/brief?x=1'],
    ['http://a.example', '/'],
    ['http://a.example?x=1', '/?x=1'],
    ['', '/'],
    ['/v1/%62rief?ticker=%42', '/v1/brief?ticker=%42'],
    ['/%76%31/%62%52%69ef', '/v1/bRief'],
    ['http://a.example/v1/%62rief', '/v1/brief'],
    ['/v1/beliefs/bel%5Fa%2d1%2E%7e', '/v1/beliefs/bel_a-1.~'],
    // Other characters mean something else when they are encoded, or are not decoded twice.
    ['/v1%2Fbrief', '/v1%2Fbrief'],
    ['/v1/beliefs/a%3Fb%23%25%20%00%C3%A9', '/v1/beliefs/a%3Fb%23%25%20%00%C3%A9'],
    ['/v1/%2562rief', '/v1/%2562rief'],
    ['/v1/%6', '/v1/%6'],
    ['/v1/%', '/v1/%'],
    ['/v1/%40%5B%60%7B%2F%3A', '/v1/%40%5B%60%7B%2F%3A'],
  ])('of %s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  it('is decoded for each letter, digit and -._~, and for nothing else', () => {
    const decoded = Array.from({ length: 256 }, (_, code) => `/%${code.toString(16).padStart(2, '0')}`)
      .map((target) => pathOf(target).slice(1))
      .filter((path) => path.length === 1);
    expect(decoded.join('')).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
  });
});

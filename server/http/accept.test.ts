// Accept headers that a JSON answer satisfies, and those that it does not.
import { describe, expect, it } from 'vitest';
import { acceptsAny } from './accept.ts';

describe('Accept', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['Application/JSON', true],
    ['application/json; charset=utf-8', true],
    ['application/json;charset="UTF-8";q=0.5', true],
    ['application/json;version=2', true],
    ['text/html, application/json;charset=utf-8', true],
    ['application/*;x=y', true],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', true],
    ['application/json;q=0, application/json;charset=utf-8', true],
    ['application/json;q=0', false],
    ['application/json;charset=utf-8;q=0', false],
    ['application/json;Q=0.000', false],
    ['application/json;q=0, */*', false],
    ['application/*;q=0, */*;q=1', false],
    ['text/html;x="application/json"', false],
    ['application/jsonp', false],
    ['application/problem+json', false],
    [',', false],
  ];

  it('is satisfied by the media type alone, by its most specific range', () => {
    for (const [header, accepted] of cases) {
      expect([header, acceptsAny(header, ['application/json'])]).toEqual([header, accepted]);
    }
  });
});

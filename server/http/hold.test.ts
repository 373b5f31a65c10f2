/** Preferences of a request to wait (RFC 7240). */
import { describe, expect, it } from 'vitest';
import { waitOf } from './hold.ts';

describe('the wait of a request', () => {
  it.each([
    ['wait=10', 10],
    ['WAIT = 10', 10],
    ['wait="10"', 10],
    ['respond-async, wait=10', 10],
    ['respond-async; wait=10; foo=bar', 10],
    ['wait=10, wait=20', 10],
    ['wait=55', 55],
    ['wait=600', 55],
    ['wait=999999999', 55],
    ['wait=0', null],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['wait=1e3', null],
    ['wait', null],
    ['wait=', null],
    ['wait="', null],
    ['waiting=10', null],
    ['return=minimal', null],
    ['', null],
    ['wait=1234567890123', null],
  ])('%j is %j seconds', (header, seconds) => {
    expect(waitOf(header)).toBe(seconds);
  });

  it('is none without the header', () => {
    expect(waitOf(undefined)).toBeNull();
  });
});

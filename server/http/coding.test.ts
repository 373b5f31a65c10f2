// Content codings: the one that a client prefers, and bytes that decode to the document.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContentCoding, codingOf, encode, encodeOnce } from './coding.ts';

const document = Buffer.from(JSON.stringify({ text: 'Orders cover two years of output. '.repeat(60) }));
const chosen = (header: string | undefined, bytes: Uint8Array = document): ContentCoding =>
  codingOf({ headers: header === undefined ? {} : { 'accept-encoding': header } } as unknown as IncomingMessage, bytes);

describe('the coding of an answer', () => {
  const cases: [header: string | undefined, coding: ContentCoding][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['X-GZIP;q=0.5, br;q=0.1', 'gzip'],
    ['x-gzip;q=0', 'identity'],
    ['x-gzipped', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=1.0', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['GZIP;Q=1', 'gzip'],
    [' gzip ; q=0.2 , br ; q=0.1 ', 'gzip'],
    ['deflate, compress', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    // More digits than the grammar allows are still clear.
    ['gzip;q=0.0001', 'gzip'],
    ['gzip;q=0.0001, br;q=0.001', 'br'],
    ['gzip;q=0.9999, br;q=0.99999', 'br'],
    ['br;q=0.0000, gzip', 'gzip'],
    ['br;q=1.0000, gzip;q=0.5', 'br'],
    // A malformed weight excludes the coding: the client may have meant that.
    ['br;q=, gzip;q=0.1', 'gzip'],
    ['br;q=2, gzip;q=0.1', 'gzip'],
    ['br;q=-0, gzip;q=0.1', 'gzip'],
    ['br;q=1.5, gzip;q=0.1', 'gzip'],
    ['br;q=.5, gzip;q=0.1', 'gzip'],
    ['br;q=1e-1, gzip;q=0.1', 'gzip'],
    ['br;q=NaN, gzip;q=0.1', 'gzip'],
    ['br;q = 1, gzip;q=0.1', 'gzip'],
    ['br;q="1", gzip;q=0.1', 'gzip'],
    ['br;level=5;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=1;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=none', 'identity'],
    ['*;q=none', 'identity'],
    ['*;q=none, gzip', 'gzip'],
    ['identity;q=none, gzip;q=0.1', 'gzip'],
    // A separator without an item is ignored.
    ['br;, gzip;q=0.1', 'br'],
    // If nothing is acceptable, plain bytes are sent: every client can read them.
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['*;q=0, identity;q=0', 'identity'],
    ['identity;q=0, *;q=0.5', 'br'],
    ['*;q=0, identity', 'identity'],
    ['br;q=0, gzip;q=0, identity;q=0', 'identity'],
  ];

  it.each(cases)('for Accept-Encoding %j is %s', (header, coding) => {
    expect(chosen(header)).toBe(coding);
  });

  it('is none below a kilobyte, whatever is accepted', () => {
    expect([1_023, 1_024].map((size) => chosen('br, gzip', Buffer.alloc(size)))).toEqual(['identity', 'br']);
  });

  it('is never one that the client excludes, for any header', () => {
    const quality = fc.constantFrom('', ';q=0', ';q=0.0', ';q=0.5', ';q=1', ';q=1.000', ';q=2', ';q=', ';x=1');
    const name = fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', '');
    const part = fc.tuple(name, quality).map(([one, q]) => one + q);
    const header = fc
      .uniqueArray(part, { maxLength: 5, selector: (one) => one.split(';')[0] })
      .map((parts) => parts.join(', '));
    fc.assert(
      fc.property(fc.oneof(header, fc.string()), (sent) => {
        const coding = chosen(sent);
        expect(['br', 'gzip', 'identity']).toContain(coding);
        const parts = sent.split(',').map((one) => one.trim().toLowerCase());
        const excluded = [';q=0', ';q=0.0', ';q=2', ';q=', ';x=1'].map((weight) => coding + weight);
        if (coding !== 'identity') expect(parts.filter((one) => excluded.includes(one))).toEqual([]);
        if (coding !== 'identity')
          expect(parts.some((one) => one.startsWith(coding) || one.startsWith('*'))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('encoded bytes', () => {
  it('decode to the document, are smaller, and hold no more memory than they have bytes', async () => {
    const [br, gzip] = await Promise.all([encode(document, 'br'), encode(document, 'gzip')]);
    expect(brotliDecompressSync(br).equals(document)).toBe(true);
    expect(gunzipSync(gzip).equals(document)).toBe(true);
    expect(Math.max(br.length, gzip.length)).toBeLessThan(document.length / 2);
    expect([br.buffer.byteLength, gzip.buffer.byteLength]).toEqual([br.length, gzip.length]);
  });

  it('are made once for a document, however many ask at a time', async () => {
    const [one, other, third] = await Promise.all([
      encodeOnce('a digest', document, 'br'),
      encodeOnce('a digest', document, 'br'),
      encodeOnce('a digest', document, 'gzip'),
    ]);
    expect(other).toBe(one);
    expect(await encodeOnce('a digest', document, 'br')).toBe(one);
    expect(await encodeOnce('another', document, 'br')).not.toBe(one);
    expect(gunzipSync(third).equals(document)).toBe(true);
  });

  it('are forgotten within a bound, and made again', async () => {
    const first = await encodeOnce('the first', document, 'br');
    const noise = randomBytes(1024 * 1024);
    for (let number = 0; number < 20; number += 1) {
      expect((await encodeOnce(`noise ${number}`, noise, 'gzip')).length).toBeGreaterThan(noise.length);
    }
    expect(await encodeOnce('the first', document, 'br')).not.toBe(first);
  });
});

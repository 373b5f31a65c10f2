// Links of earlier loads, as answers carry them: the contract accepts each.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSchema } from './documents-validator.ts';
import { travellingAddress } from './web-address.ts';

/** The rule of earlier loads: an address that a browser opens, without these characters. */
const loadedEarlier = (url: string): boolean =>
  /^https?:\/\//.test(url) && URL.canParse(url) && !/[|{}^\\`"<>\s\p{C}]/u.test(url);

const hosts = ['a.example', 'größe.example', '[::1]', 'a.example:8080', 'ada:secret@a.example'];
const pieces = ['/', '?', '#', '%', '%2', '%41', '%zz', '[', ']', '@', ':', "'", 'é', '漢', '\u{1F600}', '&a[]='];
const link = fc
  .tuple(
    fc.constantFrom(...hosts),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 9 }),
  )
  .map(([host, rest]) => `https://${host}/${rest.join('')}`);

describe('a kept link', () => {
  it('fits the contract in the answer, whatever an earlier load accepted', () => {
    fc.assert(
      fc.property(link, (url) => {
        fc.pre(loadedEarlier(url));
        const shown = travellingAddress(url);
        expect([url, shown, fitsSchema('WebUri', shown)]).toEqual([url, shown, true]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is answered as it is kept where the contract accepts it', () => {
    fc.assert(
      fc.property(link, (url) => {
        fc.pre(fitsSchema('WebUri', url));
        expect(travellingAddress(url)).toBe(url);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['https://l.example/?fields[]=a', 'https://l.example/?fields%5B%5D=a'],
    ['https://l.example/a[1].html', 'https://l.example/a%5B1%5D.html'],
    ['https://l.example/100%', 'https://l.example/100%25'],
    ['https://l.example/?q=50%off', 'https://l.example/?q=50%25off'],
    ['https://größe.example/', 'https://xn--gre-6ka8i.example/'],
  ])('%s travels as %s', (kept, shown) => {
    expect(travellingAddress(kept)).toBe(shown);
  });
});

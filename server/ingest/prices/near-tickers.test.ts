// Nearest tickers by the index, against a comparison with every listed ticker.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NearTickers } from './near-tickers.ts';

const letters = 'ABC';
const ticker = fc.string({ unit: fc.constantFrom(...letters, '.', '-'), minLength: 1, maxLength: 6 });

/** True if a ticker becomes the other one by so many changes of one letter, tried one after the other. */
function isWithin(one: string, other: string, changes: number): boolean {
  if (one === other) return true;
  if (changes === 0) return false;
  const places = Array.from({ length: one.length + 1 }, (_, at) => at);
  const next = places.flatMap((at) => [
    one.slice(0, at) + one.slice(at + 1),
    ...[...letters, '.', '-'].flatMap((letter) => [
      one.slice(0, at) + letter + one.slice(at),
      one.slice(0, at) + letter + one.slice(at + 1),
    ]),
  ]);
  return next.some((text) => isWithin(text, other, changes - 1));
}

const bare = (text: string): string => text.replaceAll(/[.-]/g, '');

it.each([1, 2])('within a distance of %d the index finds what a comparison with each finds', (most) => {
  fc.assert(
    fc.property(fc.uniqueArray(ticker, { maxLength: 12 }), ticker, (listed, asked) => {
      const limit = Math.min(most, Math.floor(asked.length / 2));
      const right = listed.filter((one) => bare(one) === bare(asked) || isWithin(asked, one, limit));
      const found = new NearTickers(listed, most).nearest(asked);
      expect(found).toHaveLength(Math.min(3, right.length));
      expect(right).toEqual(expect.arrayContaining(found));
    }),
    { numRuns: most === 1 ? 500 : 60 },
  );
});

/** Five letters that differ from each other in at least two places, by a digit that checks the others. */
function listedTicker(number: number): string {
  const digits = [...String(number).padStart(4, '0')].map(Number);
  const check = digits.reduce((sum, digit) => sum + digit, 0) % 10;
  return [...digits, check].map((digit) => String.fromCodePoint(65 + digit)).join('');
}

it('1,000 new tickers are compared with a few of 10,000 listed ones each', () => {
  const listed = Array.from({ length: 10_000 }, (_, number) => listedTicker(number));
  const near = new NearTickers(listed, 1);
  for (let at = 0; at < 1_000; at += 1) {
    const meant = listed[at * 10 + 3] ?? '';
    // A letter that no listed ticker has.
    const place = at % 5;
    const mistyped = `${meant.slice(0, place)}Z${meant.slice(place + 1)}`;
    expect(near.nearest(mistyped)).toEqual([meant]);
  }
  expect(near.compared).toBeLessThan(10_000);
});

it('the nearest tickers are those that a slip of the hand leads to', () => {
  const listed = new NearTickers(['AAX', 'BRK.B', 'ZQRX', 'ZQRXA', 'NWTB', 'Z'], 2);
  expect(listed.nearest('BRK-B')).toEqual(['BRK.B']);
  expect(listed.nearest('ZQXR')).toEqual(['ZQRX', 'ZQRXA']);
  expect(listed.nearest('ZQR')).toEqual(['ZQRX']);
  expect(listed.nearest('QQQQ')).toEqual([]);
});

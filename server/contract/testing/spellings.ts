/** Test support: random instants in every spelling of RFC 3339. */
import fc from 'fast-check';

export type SpelledInstant = { readonly canonical: string; readonly spelled: string };

const two = (value: number): string => String(value).padStart(2, '0');

function spell({ at, offset, finer, lower, digits }: InstantDraw): SpelledInstant {
  const canonical = new Date(at).toISOString();
  const local = new Date(at + offset * 60_000).toISOString();
  const ms = at % 1_000 === 0 && finer === '' ? local.slice(20, 20 + digits) : local.slice(20, 23) + finer;
  const zone =
    offset === 0 && digits !== 0
      ? 'Z'
      : `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const text = `${local.slice(0, 19)}${ms === '' ? '' : `.${ms}`}${zone}`;
  return { canonical, spelled: lower ? text.toLowerCase() : text };
}

type InstantDraw = { at: number; offset: number; finer: string; lower: boolean; digits: number };

export const spellingsBetween = (first: string, last: string): fc.Arbitrary<SpelledInstant> => {
  const [min, max] = [Date.parse(first), Date.parse(last)];
  const whole = fc
    .integer({ min: Math.ceil(min / 1_000), max: Math.floor(max / 1_000) })
    .map((second) => second * 1_000);
  return fc
    .record({
      at: fc.oneof(whole, fc.integer({ min, max })),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: -1_439, max: 1_439 })),
      finer: fc.oneof(fc.constant(''), fc.stringMatching(/^[0-9]{1,40}$/)),
      lower: fc.boolean(),
      digits: fc.integer({ min: 0, max: 3 }),
    })
    .map(spell);
};

/** Far enough from both ends for every offset to stay within years 0001 to 9999. */
export const spellings = spellingsBetween('0001-01-03T00:00:00Z', '9999-12-29T00:00:00Z');

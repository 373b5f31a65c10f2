// Quotes in captured text: whole characters and whole words, or a context that shows where they cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quote, isAmbiguous, quoteFault } from './quotes.ts';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const said = (capture: string, quote: Quote): string | null => {
  const fault = quoteFault(capture, quote, 'e:1');
  return fault === null ? null : `${fault.field}: ${fault.what}; ${fault.fix}`;
};

describe('a quote', () => {
  it.each<[string, string, Quote]>([
    ['the whole capture', 'Orders rise.', { exact: 'Orders rise.' }],
    ['whole words', 'Orders rise 640 million.', { exact: 'rise 640' }],
    ['words before punctuation', 'Orders rise (by 640).', { exact: 'by 640' }],
    ['a part of a hyphenated word', 'a long-term view', { exact: 'term view' }],
    ['text with a space at its end', 'Orders rise 640.', { exact: 'Orders ' }],
    ['words of a script without spaces', '\u8ba2\u5355\u589e\u957f\u5f88\u5feb', { exact: '\u5355\u589e' }],
    [
      'Thai, which has no spaces',
      '\u0e23\u0e32\u0e04\u0e32\u0e16\u0e39\u0e01\u0e21\u0e32\u0e01',
      { exact: '\u0e16\u0e39\u0e01' },
    ],
    ['an emoji of several people', `up ${family} now`, { exact: family }],
    ['a flag beside another', '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}', { exact: '\u{1f1eb}\u{1f1f7}' }],
    ['a cut word with its other half', 'Orders rise 640 million.', { exact: 'rise 64', suffix: '0 million' }],
    ['two cut words with theirs', 'Orders rise 640.', { exact: 'rders rise 64', prefix: 'O', suffix: '0.' }],
    ['the second place, where it is whole', 'reorders: orders rise', { exact: 'orders' }],
  ])('may be %s', (_what, capture, quote) => {
    expect(said(capture, quote)).toBeNull();
  });

  const wholeWords = 'quote whole words, or give the rest in prefix and suffix';
  it.each<[string, string, Quote, string]>([
    [
      'words that it cuts',
      'Orders rise 640 million.',
      { exact: 'rders rise 64' },
      `locator.exact: "rders rise 64" begins inside "Orders" and ends inside "640"; ${wholeWords}`,
    ],
    [
      'the half of a number with a separator',
      'It costs 1,250.50 a ton.',
      { exact: 'costs 1,250' },
      `locator.exact: "costs 1,250" ends inside "1,250.50"; ${wholeWords}`,
    ],
    [
      'a number cut in a script without spaces',
      '\u8ba2\u5355640\u4e07',
      { exact: '\u8ba2\u535564' },
      `locator.exact: "\u8ba2\u535564" ends inside "640"; ${wholeWords}`,
    ],
    [
      'a word of which only the other end is explained',
      'Orders rise 640 million.',
      { exact: 'rders rise 64', suffix: '0' },
      `locator.exact: "rders rise 64" begins inside "Orders"; ${wholeWords}`,
    ],
    [
      'a letter without its accent',
      'Resume\u0301 was sent.',
      { exact: 'Resume' },
      'locator.exact: "Resume" ends inside "e\u0301"; quote whole characters',
    ],
    [
      'a person of an emoji',
      `up ${family} now`,
      { exact: '\u{1f469}' },
      `locator.exact: "\u{1f469}" begins inside "\u{1f468}?\u{1f469}?\u{1f467}" and ends inside "\u{1f468}?\u{1f469}?\u{1f467}"; quote whole characters`,
    ],
    [
      'a letter without its accent, even with context',
      'Resume\u0301 was sent.',
      { exact: 'Resume', suffix: '\u0301 was' },
      'locator.exact: "Resume" ends inside "e\u0301"; quote whole characters',
    ],
    [
      'half of a flag',
      '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}',
      { exact: '\u{1f1ea}\u{1f1eb}' },
      'locator.exact: "\u{1f1ea}\u{1f1eb}" begins inside "\u{1f1e9}\u{1f1ea}" and ends inside "\u{1f1eb}\u{1f1f7}"; quote whole characters',
    ],
    [
      'other words',
      'Orders rise.',
      { exact: 'Orders fall.' },
      'locator.exact: "Orders fall." is not in the captured text; quote the captured text of "e:1" word for word',
    ],
    [
      'a context that stands nowhere',
      'Team Alpha cut costs.',
      { exact: 'cut costs', prefix: 'Team Gamma ' },
      'locator: the quote does not stand between its prefix and suffix; quote the captured text of "e:1" word for word',
    ],
    [
      'the same letters in another normalisation',
      'Socie\u0301te\u0301 gains.',
      { exact: 'Soci\u00e9t\u00e9 gains.' },
      'locator.exact: "Soci\u00e9t\u00e9 gains." stands in the captured text in another Unicode normalisation (composed or decomposed letters); copy the quote from the captured text, or bring both into one normalisation',
    ],
  ])('may not be %s', (_what, capture, quote, fault) => {
    expect(said(capture, quote)).toBe(fault);
  });

  it('is ambiguous where it stands more than once as a whole, and its context does not choose', () => {
    const capture = 'Team Alpha cut costs. Team Beta cut costs. Haircut costs.';
    expect(isAmbiguous(capture, { exact: 'cut costs' })).toBe(true);
    expect(isAmbiguous(capture, { exact: 'cut costs', prefix: 'Team Beta ' })).toBe(false);
    expect(isAmbiguous(capture, { exact: 'Haircut costs' })).toBe(false);
    expect(isAmbiguous('Haircut costs, cut costs', { exact: 'cut costs' })).toBe(false);
  });

  it('of a letter that stands everywhere in a long text is judged at once', () => {
    const capture = 'e\u0301'.repeat(90_000);
    expect(quoteFault(capture, { exact: 'e' }, 'e:1')).not.toBeNull();
    expect(isAmbiguous(`${capture} e`, { exact: 'e' })).toBe(false);
  });

  it('of whole segments is never refused, whatever they are', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 9 }), fc.constantFrom(' ', family, '640')),
      {
        minLength: 1,
        maxLength: 9,
      },
    );
    fc.assert(
      fc.property(text, fc.nat(8), fc.nat(8), (parts, from, to) => {
        const capture = parts.join(' ');
        const exact = parts.slice(from, from + to + 1).join(' ');
        fc.pre(exact !== '' && from < parts.length);
        expect([capture, exact, said(capture, { exact })]).toEqual([capture, exact, null]);
      }),
      { numRuns: 2_000 },
    );
  });
});

// The patterns of record fields in words: what a value that does not match is not, and what to write.
import { currency, decimalOrNull, id, sourceName, text, ticker, uuid } from '../schemas/fields.ts';

export type PatternWords = { what: string; fix: string };

export const unseen: PatternWords = {
  what: 'holds no character that can be seen',
  fix: 'write text, or leave the field out where it is optional',
};

const patterns: ReadonlyMap<string, PatternWords> = new Map([
  [
    id.pattern,
    {
      what: 'is not an id',
      fix: 'write 1 to 128 letters from A to Z, digits and the signs . _ ~ : / = | @ + -, without spaces',
    },
  ],
  [
    sourceName.pattern,
    {
      what: 'is not a name of a source',
      fix: 'write 1 to 128 characters that can be seen, with spaces only between them',
    },
  ],
  [uuid.pattern, { what: 'is not a UUID', fix: 'write it as 0b7e5b0e-62a4-4d8e-9d5f-1c2f3a4b5c6d' }],
  [
    ticker.pattern,
    { what: 'is not a ticker', fix: 'write 1 to 32 letters from A to Z, digits and the signs . ^ = / : _ & $ * + -' },
  ],
  [text.pattern, unseen],
  [
    decimalOrNull.pattern,
    { what: 'is not a positive decimal', fix: 'write digits with a decimal point, in quotes: "12.5"' },
  ],
  [currency.pattern, { what: 'is not a currency code', fix: 'write three capital letters, such as USD' }],
  [
    '^[0-9a-f]{64}$',
    { what: 'is not a content hash', fix: 'copy the one that the refusal of the changed record has printed' },
  ],
  ['^[0-9]{1,10}$', { what: 'is not a CIK', fix: 'write 1 to 10 digits, as text' }],
  [
    '^[A-Za-z0-9]{11}[0-9]$',
    { what: 'is not a FIGI', fix: 'write its twelve letters and digits, the last of them a digit' },
  ],
  [
    '^[A-Za-z]{2}[A-Za-z0-9]{9}[0-9]$',
    { what: 'is not an ISIN', fix: 'write its twelve letters and digits, from its two-letter country on' },
  ],
  ['^[0-9]{4}$', { what: 'is not a SIC code', fix: 'write four digits, as text: leading zeros count' }],
]);

/** Undefined for a pattern that has no words: a test knows all patterns of the schemas. */
export function patternMeaning(pattern: string): PatternWords | undefined {
  return patterns.get(pattern);
}

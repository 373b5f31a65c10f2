// Faults of records in words: no pattern of a programmer, nothing said twice, and a fault of a whole column said once.
import { describe, expect, it } from 'vitest';
import { Faults, RefusedInput, faultLine } from '../files/faults.ts';
import { patternMeaning } from '../files/pattern-words.ts';
import { recordSchemas, schemaErrors, type RecordType } from './record-schemas.ts';
import { fieldFaults } from './schema-faults.ts';
import { citation, claim, evidence, revision } from '../testing/bundle.ts';
import { statement } from '../testing/loading.ts';

const said = (type: RecordType, record: object): string[] =>
  fieldFaults(schemaErrors(type, JSON.parse(JSON.stringify({ type, ...record })))).map(
    ({ field, what, fix }) => `${field}: ${what}; ${fix}`,
  );

/** Every value of a keyword in the schemas of the records. */
function keywords(name: string, node: unknown = recordSchemas): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : keywords(name, value),
  );
}

describe('a fault of a field', () => {
  it('has words for each pattern of the schemas', () => {
    const patterns = new Set(keywords('pattern'));
    // The format of a link covers its pattern.
    patterns.delete('^https?://');
    expect(patterns.size).toBeGreaterThan(8);
    expect([...patterns].filter((pattern) => patternMeaning(pattern) === undefined)).toEqual([]);
  });

  it.each<[string, RecordType, object, string[]]>([
    [
      'an id',
      'claim',
      claim({ claim_id: 'a b' }),
      [
        'claim_id: "a b" is not an id; write 1 to 128 letters from A to Z, digits and the signs . _ ~ : / = | @ + -, without spaces',
      ],
    ],
    [
      'an empty text',
      'claim',
      claim({ statement: '' }),
      ['statement: holds no character that can be seen; write text, or leave the field out where it is optional'],
    ],
    [
      'a blank text',
      'claim',
      claim({ statement: ' \n' }),
      ['statement: holds no character that can be seen; write text, or leave the field out where it is optional'],
    ],
    [
      'a long text',
      'evidence',
      evidence({ title: 'x'.repeat(1_001) }),
      ['title: it has 1001 characters, more than 1000; shorten it'],
    ],
    ['another type', 'claim', claim({ statement: 7 }), ['statement: 7 is not text; write text']],
    [
      'a type of two',
      'evidence',
      evidence({ author_name: 7 }),
      ['author_name: 7 is not text or null; write text or null'],
    ],
    ['a small number', 'revision', revision({ revision: 0 }), ['revision: 0 is less than 1; write 1 or more']],
    [
      'a large number',
      'revision',
      revision({ revision: 1_000_001 }),
      ['revision: 1000001 is more than 1000000; write 1000000 or less'],
    ],
    [
      'a number that JSON rounds',
      'citation',
      citation({ locator: { kind: 'page', page: 2 ** 60 } }),
      ['locator.page: the number is more than 1000000; write 1000000 or less'],
    ],
    [
      'no number',
      'revision',
      revision({ revision: '1' }),
      ['revision: "1" is not a whole number; write a whole number'],
    ],
    [
      'a list that is too long',
      'revision',
      revision({ blockers: Array.from({ length: 51 }, () => 'x') }),
      ['blockers: the list is longer than 50; give at most 50'],
    ],
    [
      'a currency',
      'statement',
      statement('s:1', { target: { low: '1', high: null, currency: 'usd' } }),
      ['target.currency: "usd" is not a currency code; write three capital letters, such as USD'],
    ],
    [
      'a decimal',
      'statement',
      statement('s:1', { target: { low: '1e3', high: null, currency: 'USD' } }),
      ['target.low: "1e3" is not a positive decimal; write digits with a decimal point, in quotes: "12.5"'],
    ],
    [
      'a ticker',
      'statement',
      statement('s:1', { security: { ticker: 'A B' } }),
      [
        'security.ticker: "A B" is not a ticker; write 1 to 32 letters from A to Z, digits and the signs . ^ = / : _ & $ * + -',
      ],
    ],
  ])('%s is said once and in words', (_what, type, record, faults) => {
    expect(said(type, record)).toEqual(faults);
  });

  it('of a link, an instant and a date are said once each', () => {
    const faults = said('evidence', evidence({ url: '', observed_at: '', published_on: '' }));
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['url', 'published_on', 'observed_at']);
  });
});

describe('a fault of a whole column', () => {
  function refusal(add: (faults: Faults) => void): RefusedInput {
    const faults = new Faults('codes.csv');
    add(faults);
    try {
      faults.throwIfAny();
    } catch (error) {
      if (error instanceof RefusedInput) return error;
    }
    throw new Error('nothing was refused');
  }
  const wrong = (faults: Faults, line: number): void =>
    faults.add({ line, field: 'sic' }, `"${line}" is not a SIC code`, 'write four digits');

  it('is said once, with how many rows have it and where they begin', () => {
    const { faults, total } = refusal((all) => {
      for (let line = 2; line <= 1_001; line += 1) wrong(all, line);
    });
    expect(total).toBe(1_000);
    expect(faults.map(faultLine)).toEqual([
      'codes.csv:2:sic: "2" is not a SIC code; write four digits; the same in 999 more lines: 3, 4, 5, ...',
    ]);
  });

  it('leaves room for the faults of other columns', () => {
    const { faults } = refusal((all) => {
      for (let line = 2; line <= 1_001; line += 1) wrong(all, line);
      all.add({ line: 1_001, field: 'ticker' }, 'is missing', 'add it');
    });
    expect(faults.map(({ field }) => field)).toEqual(['sic', 'ticker']);
  });

  it('is said row by row where there are few', () => {
    const { faults } = refusal((all) => {
      for (let line = 2; line <= 4; line += 1) wrong(all, line);
    });
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 4]);
  });
});

// Rules of plain language, each tested with an offence and with its plain form.
import { describe, expect, it } from 'vitest';
import { type Rule, rules, wordFaults } from './word-rules.ts';

const faultsOf = (text: string): string[] => wordFaults('a.ts', text).map(({ rule, line }) => `${rule} ${line}`);
const long = 'word '.repeat(31);

const offences: [rule: Rule, line: number, text: string][] = [
  ['header', 1, '// Whether a key may be used.\nconst a = 1;'],
  ['header', 2, '#!/usr/bin/env node\n// How a key is made.\nconst a = 1;'],
  ['lines', 1, '// Keys.\n// More.\n// And more.\nconst a = 1;'],
  ['lines', 1, '/**\n * Keys.\n * More.\n */\nconst a = 1;'],
  ['what', 2, 'const a = 1;\n/** What it is. */\nconst b = 1;'],
  ['people', 2, 'const a = 1;\nconst b = 1; // For whoever calls.'],
  ['people', 2, 'const a = {\n  // Nobody.\n};'],
  ['phrase', 1, '// It is no date.\n'],
  ['phrase', 1, '// Null where there is one.\n'],
  ['phrase', 3, 'const a = `\n//${1} nobody`;\nconst b = f(/* of its own */ 1);'],
  ['long', 1, `// A ${long}.\n`],
  ['type', 1, 'export type Told = 1;'],
  ['type', 1, 'interface NamesAsked {}'],
  ['type', 1, 'class Waiting {}'],
  ['type', 1, 'function f() { type Other = 1; }'],
];

describe('an offence against', () => {
  it.each(offences)('%s is found in line %i', (rule, line, text) => {
    expect(faultsOf(text)).toEqual([`${rule} ${line}`]);
  });

  it('every rule is tried', () => {
    expect(new Set(offences.map(([rule]) => rule))).toEqual(new Set(rules));
  });
});

describe('plain language has no faults', () => {
  it.each([
    '// Keys of an account.\n// A second line.\nconst a = 1;',
    'const a = 1;\n// How it works.\n',
    "const a = 'nobody'; const b = `whoever is no ${a} // told`;",
    '// It is no longer used.\n',
    'type Listing = 1; type AskedPrice = 2; type KeptKey = 3;',
    `// ${'word '.repeat(20)}. ${'word '.repeat(20)}`.replace('. word', '. Word'),
  ])('%s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

// Lint rules of the contract: each planted defect is reported. `npm run check` lints the contract itself.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Defect, Draft } from './lint/test-defects.ts';
import { exampleDefects, parameter, property, remove, schema, set, spellingDefects } from './lint/test-defects.ts';
import { lintContract, ruleNames } from './contract-lint.ts';
import type { Json } from './lint/walk.ts';

const text = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
const contract = (): Json => {
  const { 'x-generated': _mark, ...rest } = JSON.parse(text) as Json;
  return rest;
};

const brief = (draft: Draft): Draft => draft['paths']?.['/v1/brief']?.['get'] as Draft;

const defects: readonly Defect[] = [
  ...spellingDefects,
  ...exampleDefects,
  {
    what: 'a keyword next to a $ref of a parameter',
    rule: 'ref-siblings',
    at: '/components/parameters/AsOf/schema',
    plant: (draft) => set(parameter(draft, 'AsOf')['schema'], { maxLength: 20 }),
  },
  {
    what: 'a keyword next to a $ref of a property',
    rule: 'ref-siblings',
    at: '/components/schemas/View/properties/person',
    plant: (draft) => set(property(draft, 'View', 'person'), { description: 'Whose view it is.' }),
  },
  {
    what: 'a component that renames another and adds to it',
    rule: 'ref-siblings',
    at: '/components/schemas/Alias',
    plant: (draft) =>
      set(draft['components']?.['schemas'], { Alias: { $ref: '#/components/schemas/Text', required: [] } }),
  },
  {
    what: 'nullable',
    rule: 'keywords',
    at: '/components/schemas/Person/properties/handle/nullable',
    plant: (draft) => set(property(draft, 'Person', 'handle'), { nullable: true }),
  },
  {
    what: '$defs',
    rule: 'keywords',
    at: '/components/schemas/Text/$defs',
    plant: (draft) => set(schema(draft, 'Text'), { $defs: {} }),
  },
  {
    what: 'a constant null without a type',
    rule: 'spellings',
    at: '/components/schemas/NoActor/properties/name',
    plant: (draft) => set(schema(draft, 'NoActor')['properties'], { name: { const: null, description: 'Null.' } }),
  },
  {
    what: 'an integer of any width',
    rule: 'formats',
    at: '/components/schemas/Coverage/properties/returned_view_count',
    plant: (draft) => remove(property(draft, 'Coverage', 'returned_view_count'), 'format'),
  },
  {
    what: 'a property that repeats its name',
    rule: 'descriptions',
    at: '/components/schemas/Person/properties/name',
    plant: (draft) => set(property(draft, 'Person', 'name'), { description: 'The name.' }),
  },
  { what: 'webhooks', rule: 'keywords', at: '/webhooks', plant: (draft) => set(draft, { webhooks: {} }) },
  {
    what: 'an object that lost its lock',
    rule: 'closed-objects',
    at: '/components/schemas/Coverage',
    plant: (draft) => remove(schema(draft, 'Coverage'), 'additionalProperties'),
  },
  {
    what: 'an object that is open',
    rule: 'closed-objects',
    at: '/components/schemas/Coverage',
    plant: (draft) => set(schema(draft, 'Coverage'), { additionalProperties: true }),
  },
  {
    what: 'an object inside a response that is open',
    rule: 'closed-objects',
    at: '/components/responses/Page/content/text~1html/schema',
    plant: (draft) =>
      set(draft['components']?.['responses']?.['Page']?.['content']?.['text/html'], { schema: { type: 'object' } }),
  },
  {
    what: 'an OAuth form that refuses fields that its RFC ignores',
    rule: 'closed-objects',
    at: '/components/schemas/OAuthTokenRequest',
    plant: (draft) => set(schema(draft, 'OAuthTokenRequest'), { additionalProperties: false }),
  },
  {
    what: 'a union without a discriminator',
    rule: 'unions',
    at: '/components/schemas/Locator',
    plant: (draft) => remove(schema(draft, 'Locator'), 'discriminator'),
  },
  {
    what: 'a union without its type',
    rule: 'unions',
    at: '/components/schemas/Locator',
    plant: (draft) => remove(schema(draft, 'Locator'), 'type'),
  },
  {
    what: 'a mapping that leads to the wrong branch',
    rule: 'unions',
    at: '/components/schemas/PositionActor',
    plant: (draft) =>
      set(schema(draft, 'PositionActor')['discriminator']?.['mapping'], { unresolved: '#/components/schemas/NoActor' }),
  },
  {
    what: 'a branch that the mapping forgets',
    rule: 'unions',
    at: '/components/schemas/Brief',
    plant: (draft) => remove(schema(draft, 'Brief')['discriminator']?.['mapping'], 'entity'),
  },
  {
    what: 'a minimum above its maximum',
    rule: 'bounds',
    at: '/components/parameters/Limit/schema',
    plant: (draft) => set(parameter(draft, 'Limit')['schema'], { minimum: 51 }),
  },
  {
    what: 'a minLength above its maxLength',
    rule: 'bounds',
    at: '/components/schemas/NamedActor/properties/name',
    plant: (draft) => set(property(draft, 'NamedActor', 'name'), { minLength: 161 }),
  },
  {
    what: 'a default of the wrong type',
    rule: 'defaults',
    at: '/components/parameters/Limit/schema',
    plant: (draft) => set(parameter(draft, 'Limit')['schema'], { default: '20' }),
  },
  {
    what: 'a default out of bounds',
    rule: 'defaults',
    at: '/components/parameters/Limit/schema',
    plant: (draft) => set(parameter(draft, 'Limit')['schema'], { default: 51 }),
  },
  {
    what: 'a default in an answer',
    rule: 'defaults',
    at: '/components/schemas/Text/properties/truncated',
    plant: (draft) => set(property(draft, 'Text', 'truncated'), { default: false }),
  },
  {
    what: 'a format without a pattern',
    rule: 'formats',
    at: '/components/schemas/Timestamp',
    plant: (draft) => remove(schema(draft, 'Timestamp'), 'pattern'),
  },
  {
    what: 'a pattern that is not a regular expression',
    rule: 'compiles',
    at: '/components/schemas/Sha256/pattern',
    plant: (draft) => set(schema(draft, 'Sha256'), { pattern: '^sha256:[0-9' }),
  },
  {
    what: 'a misspelt keyword',
    rule: 'compiles',
    at: '/components/schemas/NamedActor',
    plant: (draft) => set(property(draft, 'NamedActor', 'name'), { maxLenght: 160 }),
  },
  {
    what: 'a bound of the wrong type',
    rule: 'compiles',
    at: '/components/schemas/Coverage',
    plant: (draft) => set(property(draft, 'Coverage', 'released_record_count'), { minimum: '0' }),
  },
  {
    what: 'a reference to nothing',
    rule: 'compiles',
    at: '/components/schemas/View',
    plant: (draft) => set(schema(draft, 'View')['properties'], { person: { $ref: '#/components/schemas/Nobody' } }),
  },
  {
    what: 'a query parameter that refuses raw colons',
    rule: 'parameters',
    at: '/components/parameters/AsOf',
    plant: (draft) => remove(parameter(draft, 'AsOf'), 'allowReserved'),
  },
  {
    what: 'a text parameter without a pattern',
    rule: 'parameters',
    at: '/components/parameters/Ticker',
    plant: (draft) => remove(parameter(draft, 'Ticker')['schema'], 'pattern'),
  },
  {
    what: 'a text parameter without a maxLength',
    rule: 'parameters',
    at: '/components/parameters/Cursor',
    plant: (draft) => remove(parameter(draft, 'Cursor')['schema'], 'maxLength'),
  },
  {
    what: 'a pattern that lets NUL through',
    rule: 'parameters',
    at: '/components/parameters/Ticker',
    plant: (draft) => set(parameter(draft, 'Ticker')['schema'], { pattern: '^.+$' }),
  },
  {
    what: 'an operation without a price',
    rule: 'operations',
    at: '/paths/~1v1~1brief/get',
    plant: (draft) => remove(brief(draft), 'x-metered'),
  },
  {
    what: 'an exactly-one-of that names no parameter',
    rule: 'operations',
    at: '/paths/~1v1~1brief/get',
    plant: (draft) => set(brief(draft), { 'x-exactly-one-of': ['ticker', 'symbol'] }),
  },
  {
    what: 'a code that no response carries',
    rule: 'problems',
    at: '/components/schemas/ProblemCode',
    plant: (draft) => (schema(draft, 'ProblemCode')['enum'] as unknown as string[]).push('teapot'),
  },
  {
    what: 'a response with a code outside the catalogue',
    rule: 'problems',
    at: '/components/responses/Conflict',
    plant: (draft) => set(draft['components']?.['responses']?.['Conflict'], { 'x-problem-codes': ['teapot'] }),
  },
  {
    what: 'a problem in another shape',
    rule: 'problems',
    at: '/components/responses/Conflict',
    plant: (draft) =>
      set(draft['components']?.['responses']?.['Conflict']?.['content']?.['application/problem+json'], {
        schema: { $ref: '#/components/schemas/Text' },
      }),
  },
  {
    what: 'a field that says nothing about itself',
    rule: 'descriptions',
    at: '/components/schemas/Text/properties/text',
    plant: (draft) => remove(property(draft, 'Text', 'text'), 'description'),
  },
  {
    what: 'a component that nothing uses',
    rule: 'unused-components',
    at: '/components/schemas/Spare',
    plant: (draft) => set(draft['components']?.['schemas'], { Spare: { type: 'string', description: 'Spare.' } }),
  },
];

describe('the contract lint', () => {
  it.each(defects)('names $what', ({ rule, at, plant }) => {
    const draft = contract();
    plant(draft as unknown as Draft);
    const found = lintContract(draft, [rule]);
    expect(found.map(({ pointer }) => pointer)).toContain(at);
    expect(found.every(({ message }) => message.length > 0)).toBe(true);
  });

  it('knows a defect for every rule', () => {
    expect(defects).toHaveLength(50);
    expect(new Set(defects.map(({ rule }) => rule))).toEqual(new Set(ruleNames));
  });

  it('finds each of the 22 answers to the open questions marked where it holds', () => {
    const marked = new Set(
      [...text.matchAll(/"x-decision": "([^"]+)"/g)].flatMap(([, words = '']) => words.match(/5\.\d+/g) ?? []),
    );
    expect(marked).toEqual(new Set(Array.from({ length: 22 }, (_, index) => `5.${index + 1}`)));
  });
});

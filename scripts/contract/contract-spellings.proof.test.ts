// Spellings for generators: they accept the same documents as the shorter JSON Schema that they replace.
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../server/contract/description.ts';
import { contract } from '../../server/contract/description.ts';
import { attacksOn } from '../../server/contract/testing/attack.ts';
import { frozenMutations, mutated, validDocuments } from '../../server/contract/testing/documents.ts';
import { lintContract } from './contract-lint.ts';

type Spelling = readonly [schema: string, property: string, old: Json, current: Json];
const always = { type: 'boolean', const: true };
const never = { type: 'boolean', const: false };
const spelledAlways = { type: 'boolean', not: { const: false } };
const spelledNever = { type: 'boolean', not: { const: true } };
const nothing = { type: 'null' };
const spelledNothing = { type: ['string', 'null'], const: null };

/** Every changed spelling: its place, the old text and the new text. */
const table: readonly Spelling[] = [
  ['Coverage', 'detail_available', always, spelledAlways],
  ['AuthorIntent', 'execution_verified', never, spelledNever],
  ['Mark', 'is_author_return', never, spelledNever],
  ['PriceOpportunity', 'is_expected_return', never, spelledNever],
  ['PriceOpportunity', 'proves_thesis_valid', never, spelledNever],
  ['SectorContext', 'transfers_to_security', never, spelledNever],
  ['AuthorizationServerMetadata', 'authorization_response_iss_parameter_supported', always, spelledAlways],
  ['PersonalActor', 'name', nothing, spelledNothing],
  ['UnresolvedActor', 'name', nothing, spelledNothing],
  ['NoActor', 'name', nothing, spelledNothing],
  ['Chart', 'baseline_value', { type: 'number', const: 100 }, { type: 'number', minimum: 100, maximum: 100 }],
];

const description = contract();
type Schemas = Record<string, { properties: Record<string, Json> }>;
const schemasOf = (whole: Json): Schemas => (whole['components'] as { schemas: Schemas }).schemas;

/** The contract with the old spellings, derived from today's contract and the table. */
function before(): Json {
  const copy = structuredClone(description);
  for (const [schema, property, old] of table) {
    const properties = schemasOf(copy)[schema]?.properties ?? {};
    properties[property] = { ...old, description: properties[property]?.['description'] };
  }
  return copy;
}

type Judge = (schema: string, document: unknown) => boolean;

/** Ajv on a whole contract, because the service's own validator knows only today's names. */
function judge(whole: Json): Judge {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false });
  ajvFormats.default(ajv, { mode: 'full' });
  ajv.addSchema({ $id: 'contract', components: whole['components'] }, undefined, undefined, false);
  // Compiled once per schema: Ajv caches a compiled reference.
  return (schema, document) => ajv.getSchema(`contract#/components/schemas/${schema}`)?.(document) === true;
}

const [old, current] = [judge(before()), judge(description)];
const documents = validDocuments();
const named = new Map(documents.map((one) => [one.name, one.document]));

/** Values that reveal a wrong spelling: other types, the neighbours of each constant, and any JSON. */
const anyValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    'null',
    'true',
    '',
    0,
    1,
    -0,
    99,
    100,
    101,
    99.999_999,
    100.000_001,
    '100',
    [],
    {},
  ),
  fc.double({ min: 99, max: 101, noNaN: true }),
  fc.jsonValue(),
);

describe('the spellings that generators read', () => {
  it('stand in the contract as the table has them', () => {
    for (const [schema, property, , now] of table) {
      expect(schemasOf(description)[schema]?.properties[property], `${schema}.${property}`).toMatchObject(now);
    }
  });

  it('are asked for by the house rule wherever one of the old ones stands', () => {
    const found = lintContract(before(), ['spellings']).map(({ pointer }) => pointer);
    const changed = table.map(([schema, property]) => `/components/schemas/${schema}/properties/${property}`);
    expect(found.toSorted()).toEqual(changed.toSorted());
  });

  it('accept the valid documents and refuse the broken ones, as the old ones did', () => {
    const attacks = documents.flatMap((one) =>
      attacksOn(description, one).map((attack) => ({ ...attack, name: one.name })),
    );
    const broken = [...frozenMutations(), ...attacks].map((mutation) => ({
      schema: mutation.schema as string,
      document: mutated(named.get(mutation.fixture), mutation),
    }));
    const all = [...documents, ...broken];
    expect(all.filter(({ schema, document }) => old(schema, document) !== current(schema, document))).toEqual([]);
    expect(all.length).toBeGreaterThan(12_000);
  });

  it('agree on every value of each changed field', () => {
    for (const [schema, property] of table) {
      const at = (whole: Json) => {
        const ajv = new Ajv2020({ strict: false });
        return ajv.compile(schemasOf(whole)[schema]?.properties[property] ?? {});
      };
      const [was, is] = [at(before()), at(description)];
      fc.assert(
        fc.property(anyValue, (value) => void expect(was(value)).toBe(is(value))),
        { numRuns: 2_000 },
      );
    }
  });

  it('agree on documents with any value anywhere', () => {
    const mutations = fc
      .record({ one: fc.constantFrom(...documents), value: anyValue, turn: fc.nat(), drop: fc.boolean() })
      .map(({ one, value, turn, drop }) => {
        const pointers = places(one.document, '');
        const pointer = pointers[turn % pointers.length] ?? '';
        const change = { schema: one.schema, fixture: one.name, pointer, why: 'any value' };
        return { schema: one.schema as string, document: mutated(one.document, drop ? change : { ...change, value }) };
      });
    fc.assert(
      fc.property(
        mutations,
        ({ schema, document }) => void expect(old(schema, document)).toBe(current(schema, document)),
      ),
      { numRuns: 5_000 },
    );
  });

  it('keep their literal types', () => {
    const types = readFileSync(new URL('../../generated/api.ts', import.meta.url), 'utf8');
    const literal = new Map<Json, string>([
      [spelledAlways, 'true'],
      [spelledNever, 'false'],
      [spelledNothing, 'null'],
    ]);
    for (const [, property, , now] of table) {
      expect(types).toContain(`readonly ${property}: ${literal.get(now) ?? '100'};`);
    }
    expect(types).toContain('readonly charged: false | null;');
  });
});

/** Every position below the root of a document, as a JSON Pointer. */
function places(node: unknown, pointer: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [at, ...places(value, at)];
  });
}

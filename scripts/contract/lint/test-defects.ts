// Test support: defects planted in the real contract, and those of the spellings that generators misread.
import type { RuleName } from '../contract-lint.ts';
import type { Json } from './walk.ts';

export type Draft = { [key: string]: Draft } & { [index: number]: Draft };

export interface Defect {
  readonly what: string;
  readonly rule: RuleName;
  readonly at: string;
  readonly plant: (draft: Draft) => unknown;
}

export const set = (target: Draft | undefined, values: Json): unknown => Object.assign(target ?? {}, values);
export const schema = (draft: Draft, name: string): Draft => draft['components']?.['schemas']?.[name] as Draft;
export const property = (draft: Draft, name: string, key: string): Draft =>
  schema(draft, name)['properties']?.[key] as Draft;

export const spellingDefects: readonly Defect[] = [
  {
    what: 'a type that is only null',
    rule: 'spellings',
    at: '/components/schemas/NoActor/properties/name',
    plant: (draft) => set(schema(draft, 'NoActor')['properties'], { name: { type: 'null', description: 'Null.' } }),
  },
  {
    what: 'a list of null alone',
    rule: 'spellings',
    at: '/components/schemas/NoActor/properties/name',
    plant: (draft) =>
      set(schema(draft, 'NoActor')['properties'], {
        name: { type: ['string', 'null'], enum: [null], description: 'Null.' },
      }),
  },
  {
    what: 'a constant of a boolean',
    rule: 'spellings',
    at: '/components/schemas/Coverage/properties/detail_available',
    plant: (draft) => set(property(draft, 'Coverage', 'detail_available'), { const: true }),
  },
  {
    what: 'a list of a boolean',
    rule: 'spellings',
    at: '/components/schemas/Coverage/properties/detail_available',
    plant: (draft) => set(property(draft, 'Coverage', 'detail_available'), { enum: [true] }),
  },
  {
    what: 'a constant of a number',
    rule: 'spellings',
    at: '/components/schemas/Chart/properties/baseline_value',
    plant: (draft) => set(property(draft, 'Chart', 'baseline_value'), { const: 100 }),
  },
  {
    what: 'a part of a value in allOf',
    rule: 'spellings',
    at: '/components/schemas/Coverage/properties/detail_available',
    plant: (draft) => set(property(draft, 'Coverage', 'detail_available'), { allOf: [{ const: true }] }),
  },
  {
    what: 'a component with the name of one of its properties',
    rule: 'names',
    at: '/components/schemas/KeyStatus',
    plant: (draft) =>
      set(schema(draft, 'KeyStatus')['properties'], { keystatus: { type: 'string', enum: ['a'], description: 'A.' } }),
  },
];

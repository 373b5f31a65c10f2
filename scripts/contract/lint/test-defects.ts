// Test support: defects planted in the real contract, including spellings that generators misread.
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

export const remove = (target: Draft | undefined, key: string): unknown => Reflect.deleteProperty(target ?? {}, key);
export const parameter = (draft: Draft, name: string): Draft => draft['components']?.['parameters']?.[name] as Draft;

export const exampleDefects: readonly Defect[] = [
  {
    what: 'an example of a request id',
    rule: 'examples',
    at: '/components/parameters/RequestId',
    plant: (draft) => set(parameter(draft, 'RequestId'), { example: 'order-7781-nwtb' }),
  },
  {
    what: 'an id that the preview does not have',
    rule: 'examples',
    at: '/components/parameters/EntityId',
    plant: (draft) => set(parameter(draft, 'EntityId'), { example: '549ab4fb-92aa-5ee2-918f-838421b1ca9e' }),
  },
  {
    what: 'an answer that was written by hand',
    rule: 'examples',
    at: '/paths/~1v1~1brief/get/responses/200/content/application~1json/examples/overview',
    plant: (draft) => set(draft['components']?.['examples']?.['BriefOverview']?.['value'], { view: 'full' }),
  },
  {
    what: 'a refusal without an example',
    rule: 'examples',
    at: '/components/responses/Conflict/content/application~1problem+json',
    plant: (draft) =>
      remove(draft['components']?.['responses']?.['Conflict']?.['content']?.['application/problem+json'], 'examples'),
  },
  {
    what: 'a header without an example',
    rule: 'examples',
    at: '/components/headers/Link',
    plant: (draft) => remove(draft['components']?.['headers']?.['Link'], 'example'),
  },
];

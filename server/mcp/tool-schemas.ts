// JSON Schemas of a tool, from the contract: flat arguments, and the top level of the answer.
import { type Json, resolved } from '../contract/description.ts';

export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

type Parameter = Json & { name: string; in: string; required?: boolean; schema: Json; description?: string };

/** Keywords of OpenAPI and of this project that JSON Schema does not have. */
const foreign = /^(x-.*|discriminator|example|allowReserved)$/;

/**
 * Query and path parameters as arguments. Chats refuse tools with `oneOf` or `anyOf` at the root, so exclusive
 * arguments are described in words and checked.
 */
export function argumentsSchema(contract: Json, parameters: readonly Json[]): ObjectSchema {
  const named = parameters
    .map((one) => resolved(contract, one) as Parameter)
    .filter(({ in: place }) => place === 'query' || place === 'path');
  const properties = Object.fromEntries(
    named.map(({ name, schema, description, example }) => {
      const written = bare(writtenOut(contract, schema)) as Json;
      // The format of an instant says more than an example of one.
      const hasExample = example !== undefined && written['format'] !== 'date-time';
      return [
        name,
        {
          ...written,
          ...(description === undefined ? {} : { description }),
          ...(hasExample && { examples: [example] }),
        },
      ];
    }),
  );
  const required = named.filter((one) => one.required === true).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/**
 * The top level of an answer: names, types and required members. Chats send definitions to their model on every turn,
 * so the parts stay in the contract, whose address the schema gives.
 */
export function answerSchema(contract: Json, schema: Json, contractAddress: string): ObjectSchema {
  const forms = formsOf(contract, schema);
  const types = new Map<string, Set<string>>();
  for (const { properties = {} } of forms) {
    for (const [name, property] of Object.entries(properties as Record<string, Json>)) {
      types.set(name, new Set([...(types.get(name) ?? []), ...typesOf(contract, property)]));
    }
  }
  const requirements = forms.map(({ required = [] }) => new Set(required as readonly string[]));
  return {
    type: 'object',
    description: `The top level. In full: ${contractAddress}${String(schema['$ref'])}`,
    properties: Object.fromEntries(Array.from(types, ([name, found]) => [name, { type: oneOrAll(found) }])),
    required: [...types.keys()].filter((name) => requirements.every((required) => required.has(name))),
    additionalProperties: false,
  };
}

/** Closed objects of a schema: itself, or its alternatives. */
function formsOf(contract: Json, schema: Json): readonly Json[] {
  const found = resolved(contract, schema);
  const alternatives = found['oneOf'] as readonly Json[] | undefined;
  if (alternatives !== undefined) return alternatives.flatMap((one) => formsOf(contract, one));
  if (found['additionalProperties'] !== false) throw new Error('an answer of a tool is no closed object');
  return [found];
}

/** JSON types that a value may have. */
function typesOf(contract: Json, schema: Json): ReadonlySet<string> {
  const { type, oneOf, allOf } = resolved(contract, schema) as { type?: unknown } & Record<string, readonly Json[]>;
  if (type !== undefined) return new Set([type].flat() as string[]);
  const parts = (oneOf ?? allOf ?? []).map((part) => typesOf(contract, part));
  const found = parts.reduce((all, one) => new Set([...all, ...one]), new Set<string>());
  if (found.size === 0) throw new Error('a property of an answer has no type');
  return found;
}

const oneOrAll = (types: ReadonlySet<string>): string | string[] =>
  types.size === 1 ? [...types].join('') : [...types];

/** Characters of a pattern that a model can use. */
const PATTERN_LENGTH_MAX = 60;

/** Begin of a pattern that only excludes control characters, which no model sends. */
const CONTROL_CHARACTERS = String.raw`^[^\x00-\x1F`;

/**
 * A scalar's schema without references. A pattern that helps no model, and a bound or a pattern next to a format, are
 * omitted, because every model reads the list; the service checks all of them.
 */
function writtenOut(contract: Json, schema: Json): Json {
  const found = resolved(contract, schema);
  const { allOf, ...rest } = found;
  const parts = (allOf ?? []) as readonly Json[];
  const whole = Object.assign({}, ...parts.map((part) => writtenOut(contract, part)), rest) as Json;
  const text = String(whole['pattern'] ?? '');
  const isUnhelpful = text.length > PATTERN_LENGTH_MAX || text.startsWith(CONTROL_CHARACTERS);
  if (whole['format'] === undefined && !isUnhelpful) return whole;
  const { pattern: _pattern, maxLength: longest, ...short } = whole;
  return whole['format'] === undefined ? { ...short, maxLength: longest } : short;
}

/** Removes keywords that other validators do not know. Names of properties are not keywords. */
function bare(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => bare(one));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => areNames || !foreign.test(key))
      .map(([key, value]) => [key, bare(value, !areNames && key === 'properties')]),
  );
}
